import type { Page } from '@playwright/test';
import { durationMs } from '../../src/domain/units.ts';
import { expect, getAccount, test } from './fixtures.ts';
import { change, createRace, finishIn, openTimer, section, tapAs } from './race.ts';

const corrections = (page: Page) => page.getByRole('region', { name: 'Corrected since official' });
const PHONE = { viewport: { width: 390, height: 844 } };

test('[OF3] [OF5] [OF7] The owner looks at what is odd, declares, and a spectator reads what was corrected afterwards @proof', async ({
  page,
  context,
  openBrowser,
}) => {
  await getAccount(page);
  const race = await createRace(context.request, 'Hill climb', ['Ada', 'Bo', 'Cy']);
  await finishIn(context.request, race, 'Ada', 62.5);
  await finishIn(context.request, race, 'Bo', 300);
  await tapAs(context.request, race, 'start', 'Cy', { at: Date.now() - 120_000 });
  const spectator = await openBrowser(PHONE);
  await spectator.goto(race.viewerLink);

  await page.goto(`/timer?eventId=${race.eventId}&view=official`);
  const odd = page.getByRole('list', { name: 'What needs a look' }).getByRole('listitem');
  await expect(odd).toHaveCount(2);
  await expect(odd.filter({ hasText: 'a clock in doubt' })).toContainText('2 times');
  await odd
    .filter({ hasText: 'a clock in doubt' })
    .getByRole('button', { name: /^It’s right/ })
    .click();
  await page.reload();
  await expect(odd, 'settled for everybody').toHaveCount(1);
  await odd.getByRole('button', { name: /^Cy Started at .* No finish/ }).click();
  await expect(page.getByRole('dialog', { name: 'Cy' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('1 thing above is open', { exact: false }), 'a warning, and no bar').toBeVisible();
  await page.getByLabel(/Note for everyone/).fill('Checked by two');
  await page.getByRole('button', { name: 'Declare official' }).click();
  await expect(page.getByText(/^Official since \d/)).toBeVisible();

  await expect(spectator.getByText(/^Official since \d+ \w+ \d{4}, \d\d:\d\d$/)).toBeVisible();
  await expect(spectator.getByText('Checked by two')).toBeVisible();
  await change(context.request, race, { type: 'official.set', note: 'Checked by three' });
  await expect(page.getByLabel(/Note for everyone/), 'saving would put the old note back').toHaveValue(
    'Checked by three',
  );
  await expect(corrections(spectator)).toHaveCount(0);
  const penalty = { racerId: race.racerIds['Ada']!, attempt: 1, ms: durationMs(5000), reason: 'cut the corner' };
  await change(context.request, race, { type: 'adjustment.add', ...penalty });
  const row = section(spectator, 'Leaderboard').getByRole('listitem').filter({ hasText: 'Ada' });
  await expect(row).toContainText('corrected, was 01:02.50');
  await expect(corrections(spectator).getByRole('listitem')).toContainText(
    'was 01:02.50, now 01:07.50 with +0:05 penalty',
  );
  await expect(spectator.getByText('cut the corner')).toHaveCount(0);
  await openTimer(page, race);
  await expect(section(page, 'Leaderboard').getByRole('listitem').filter({ hasText: 'Ada' })).toContainText(
    'corrected, was 01:02.50',
  );
});

test(
  '[OF1] [OF2] The course of last week is offered, and a spectator reads it with the conditions in the first HTML',
  { tag: '@proof' },
  async ({ page, context, openBrowser }) => {
    await getAccount(page);
    const lastWeek = await createRace(context.request, 'Week 1', []);
    const race = await createRace(context.request, 'Week 2', ['Ada']);
    const course = { name: 'Mill Lane', meters: 16_093.44 };
    await change(context.request, lastWeek, { type: 'format.set', format: { course } });
    await page.goto(`/timer?eventId=${race.eventId}&view=course`);
    await expect(page.getByLabel(/Conditions/)).toBeVisible();
    await change(context.request, race, { type: 'format.set', format: { conditions: 'Rain' } });
    await expect(page.getByLabel(/Conditions/), 'saving would put the old text back').toHaveValue('Rain');
    await page.getByLabel(/Distance/).fill('ten');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Give the course a name', { exact: false })).toBeVisible();
    await expect(page.getByText('Type a number', { exact: false })).toBeVisible();
    await page.getByRole('button', { name: 'Mill Lane 10 mi' }).click();
    await expect(page.getByLabel(/Distance/)).toHaveValue('10');
    await page.getByLabel(/Conditions/).fill('Wind from the west');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Mill Lane · 10 mi · Wind from the west')).toBeVisible();
    const withoutScripts = await openBrowser({ ...PHONE, javaScriptEnabled: false });
    await withoutScripts.goto(race.viewerLink);
    await expect(withoutScripts.getByText('Mill Lane · 10 mi · Wind from the west')).toBeVisible();
  },
);
