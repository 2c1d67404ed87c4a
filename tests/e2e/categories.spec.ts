import type { Page } from '@playwright/test';
import { expect, getAccount, test } from './fixtures.ts';
import { change, createRace, finishIn, openTimer, ranking, section } from './race.ts';

const filter = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Category' }).getByRole('button', { name, exact: true });

test('Racers are ranked by age category, and viewers see categories once the owner says so @proof', async ({
  page,
  context,
  openBrowser,
}) => {
  await getAccount(page);
  const race = await createRace(context.request, 'Hill climb', ['Ada', 'Bo', 'Cy', 'Dee']);
  const year = new Date().getFullYear();
  const given = Object.entries({ Ada: 45, Bo: 30, Cy: 47 }).map(([name, age]) => ({
    racerId: race.racerIds[name]!,
    details: { born: year - age, club: 'Wheelers' },
  }));
  await change(context.request, race, { type: 'details.set', given });
  for (const [name, seconds] of Object.entries({ Bo: 60, Ada: 61, Cy: 62, Dee: 63 }))
    await finishIn(context.request, race, name, seconds);
  const viewer = await openBrowser({ viewport: { width: 390, height: 844 } });
  await viewer.goto(race.viewerLink);
  await openTimer(page, race);
  await expect.poll(() => ranking(page)).toEqual(['#1 Bo', '#2 Ada', '#3 Cy', '#4 Dee']);
  await expect(page.getByRole('group', { name: 'Category' }), 'no filter without categories').toHaveCount(0);

  await page.goto(`/timer?eventId=${race.eventId}&view=categories`);
  await page.getByRole('button', { name: 'By age', exact: true }).click();
  const list = page.getByRole('list', { name: 'Categories in their order' });
  await expect(list.getByRole('button', { name: 'Change V40' })).toContainText('40 to 49 · 2 racers');
  await page.getByLabel('Category of Dee').selectOption('V60');
  await expect(page.getByText('Every racer is in a category.')).toBeVisible();
  await page.getByRole('button', { name: 'By hand…' }).click();
  const dialog = page.getByRole('dialog', { name: 'New category' });
  await dialog.getByLabel('Name').fill('V40');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('You already have a category with this name.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await openTimer(page, race);
  const rows = section(page, 'Leaderboard').getByRole('listitem');
  await expect(rows.filter({ hasText: 'Cy' })).toContainText('V40 #2');
  await filter(page, 'V40').click();
  await expect.poll(() => ranking(page)).toEqual(['#1 Ada', '#2 Cy']);
  await expect(rows.filter({ hasText: 'Cy' })).toContainText('#3 overall');
  await page.reload();
  await expect(filter(page, 'V40'), 'kept on the device').toHaveAttribute('aria-pressed', 'true');
  await filter(page, 'All').click();
  await expect.poll(() => ranking(page)).toEqual(['#1 Bo', '#2 Ada', '#3 Cy', '#4 Dee']);

  await expect.poll(() => ranking(viewer)).toHaveLength(4);
  await expect(viewer.getByText('V40'), 'nothing is public yet').toHaveCount(0);
  await page.goto(`/timer?eventId=${race.eventId}&view=categories`);
  await page.getByRole('switch', { name: 'Category' }).check();
  await filter(viewer, 'V40').click();
  await expect.poll(() => ranking(viewer)).toEqual(['#1 Ada', '#2 Cy']);
  await expect(viewer.getByText('Wheelers')).toHaveCount(0);
  const bo = { racerId: race.racerIds['Bo']!, attempt: 1 };
  await change(context.request, race, { type: 'status.set', ...bo, status: 'DSQ', reason: '' });
  await expect(viewer.getByText('Finished 3 / 4')).toBeVisible();
  const notRanked = viewer.getByRole('region', { name: 'Not ranked' });
  await expect(notRanked, 'Bo is in another category').toHaveCount(0);
  await filter(viewer, 'All').click();
  await expect(notRanked).toContainText('Bo');
});

test('A year of birth that cannot be is said at its field, and details can be taken back', async ({
  page,
  context,
}) => {
  await getAccount(page);
  const race = await createRace(context.request, 'Details', ['Ada']);
  await openTimer(page, race);
  await section(page, 'Inactive Racers').getByRole('button', { name: 'Ada', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Ada' });
  await dialog.getByRole('button', { name: 'Name, year, club, category' }).click();
  await dialog.getByLabel(/Year of birth/).fill('2090');
  await expect(dialog.getByText('This year is still to come.', { exact: false })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save details' })).toBeDisabled();
  await dialog.getByLabel(/Year of birth/).fill('1850');
  await expect(dialog.getByText('born before 1900', { exact: false })).toBeVisible();
  await dialog.getByLabel(/Year of birth/).fill('1984');
  const given = [{ racerId: race.racerIds['Ada']!, details: { club: 'Wheelers' } }];
  await change(context.request, race, { type: 'details.set', given });
  await expect(dialog.getByLabel(/Club/), 'what another device has written meanwhile').toHaveValue('Wheelers');
  await dialog.getByLabel(/Team/).fill('Reds');
  await dialog.getByRole('button', { name: 'Save details' }).click();
  await expect(dialog.getByText('1984 · Wheelers · Reds')).toBeVisible();
  await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(dialog.getByText('1984')).toHaveCount(0);
  await expect(dialog.getByText('Wheelers', { exact: true })).toBeVisible();
});
