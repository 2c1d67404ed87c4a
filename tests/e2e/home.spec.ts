import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { EventHistory } from '../../src/protocol/event-reads.ts';
import { api } from '../../src/protocol/routes.ts';
import { createEvent, createRacer } from '../support/commands.ts';
import { arrive, expect, getAccount, test } from './fixtures.ts';
import { createRace, finish, finishIn, joinByLink, ranking, send, start, toasts, undoBar } from './race.ts';

const yourEvents = (page: Page): Locator => page.getByRole('region', { name: 'Your Events' });
const rowOf = (page: Page, name: string): Locator =>
  yourEvents(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });

test(
  '[H1] The counts on the homepage change while another admin taps',
  { tag: '@proof' },
  async ({ page, context, openBrowser }) => {
    await arrive(page);
    const race = await createRace(context.request, 'Tuesday 10', ['Ada', 'Bo']);
    const row = rowOf(page, race.name);
    await expect(row).toContainText('Finished: 0 / Total: 2, On Course: 0');
    const helper = await openBrowser();
    await joinByLink(helper, race.adminLink, race.name);
    await start(helper, 'Ada');
    await expect(row).toContainText('Finished: 0 / Total: 2, On Course: 1');
    await start(helper, 'Bo');
    await finish(helper, 'Ada');
    await expect(row).toContainText('Finished: 1 / Total: 2, On Course: 1');
    await row.getByRole('link', { name: 'Select' }).click();
    await expect(page).toHaveURL(`/timer?eventId=${race.eventId}`);
    await expect.poll(() => ranking(page)).toEqual(['#1 Ada']);
  },
);

test('[H1] An event is renamed in its row; Escape and a blank name leave it as it was @proof', async ({
  page,
  context,
}) => {
  await arrive(page);
  const { eventId } = await createRace(context.request, 'Tuseday 10', []);
  const rename = async (text: string, key: string): Promise<void> => {
    await page.getByRole('button', { name: 'Edit name: Tuseday 10' }).click();
    await page.getByRole('textbox', { name: 'Event name' }).fill(text);
    await page.keyboard.press(key);
  };
  await rename('Never mind', 'Escape');
  await expect(rowOf(page, 'Tuseday 10')).toBeVisible();
  await rename('   ', 'Enter');
  await expect(rowOf(page, 'Tuseday 10')).toBeVisible();
  await rename('Tuesday 10', 'Enter');
  await expect(toasts(page)).toContainText('Event name updated.');
  await expect(rowOf(page, 'Tuesday 10')).toBeVisible();
  await page.reload();
  await expect(yourEvents(page).getByRole('heading', { level: 3 })).toHaveText(['Tuesday 10']);
  const history = await context.request.get(api.history.replace(':eventId', eventId));
  const { changes } = (await history.json()) as EventHistory;
  expect(changes.map(({ type }) => type)).toEqual(['event-renamed', 'event-created']);
});

test('[H1] A deleted event comes back from the bar, or later from the list of deleted ones, with its times', async ({
  page,
  context,
}) => {
  await arrive(page);
  const race = await createRace(context.request, 'Club final', ['Ada']);
  await finishIn(context.request, race, 'Ada', 65);
  const row = rowOf(page, race.name);
  await row.getByRole('button', { name: 'Delete: Club final' }).click();
  await expect(row).toHaveCount(0);
  await expect(undoBar(page)).toContainText('Club final deleted');
  await undoBar(page).getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('Finished: 1 / Total: 1, On Course: 0');

  await row.getByRole('button', { name: 'Delete: Club final' }).click();
  await expect(row).toHaveCount(0);
  await page.reload();
  await page.getByText('Deleted events').click();
  await expect(yourEvents(page)).toContainText(/Club final\s*29 days left/);
  await page.getByRole('button', { name: 'Bring back: Club final' }).click();
  await expect(toasts(page)).toContainText('Club final is back.');
  await expect(row).toContainText('Finished: 1 / Total: 1, On Course: 0');
});

test('A helper who joined by link with an account finds the event on the homepage, and cannot rename or delete it @proof', async ({
  page,
  context,
  openBrowser,
}) => {
  await arrive(page);
  const race = await createRace(context.request, 'Not mine', ['Ada']);
  const helper = await openBrowser();
  await getAccount(helper, 'Helper');
  await joinByLink(helper, race.adminLink, race.name);
  await helper.getByRole('button', { name: 'Back' }).click();
  const row = rowOf(helper, race.name);
  await expect(row).toContainText('Shared with you');
  await expect(row.getByRole('link', { name: 'Select' })).toBeVisible();
  await expect(row.getByRole('button')).toHaveCount(0);
  await expect(rowOf(page, race.name).getByRole('button')).toHaveCount(2);
});

test('Without enough credits no racer and no event is made, and the page says so', async ({ page, context }) => {
  await arrive(page);
  const events = ['One', 'Two', 'Three', 'Four'].map((name) => createEvent(randomUUID(), name));
  const racers = ['Ada', 'Bo', 'Cleo', 'Dag', 'Eva', 'Finn'].map((name) => createRacer(randomUUID(), name));
  await send(context.request, ...events, ...racers);
  await expect(page.getByRole('complementary', { name: 'You' })).toContainText(/(^|\D)2\s*credits/);

  const field = page.getByRole('textbox', { name: 'Racer name' });
  await field.fill('Gro');
  await field.press('Enter');
  await expect(toasts(page).getByRole('alert')).toContainText('Not enough credits to create a racer.');
  await expect(field, 'what was typed is not lost').toHaveValue('Gro');
  await page.getByRole('button', { name: 'Add many' }).click();
  const many = page.getByRole('dialog', { name: 'Add many' });
  await many.getByRole('textbox').fill('Gro\nHal');
  await expect(many).toContainText('Not enough credits to create a racer.');
  await expect(many).toContainText('2 racers, 6 credits; you have 2.');
  await expect(many.getByRole('button', { name: /^Add/ })).toBeDisabled();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'New event', exact: true }).click();
  await page.getByRole('button', { name: 'Create Event' }).click();
  const alert = page.getByRole('alertdialog', { name: 'Not enough credits to create an event.' });
  await alert.getByRole('button', { name: 'Not now' }).click();
  await expect(page).toHaveURL(/\/timer$/);
  await page.getByRole('button', { name: 'Select an Event' }).click();
  await page.getByRole('button', { name: 'Select Four' }).click();
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await page.getByRole('button', { name: 'Duplicate 20 credits' }).click();
  await alert.getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(yourEvents(page).getByRole('heading', { level: 3 })).toHaveCount(4);
  await expect(page.getByRole('button', { name: /^Rename: / })).toHaveCount(6);
});
