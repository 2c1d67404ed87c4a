import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { racerCommand } from '../support/commands.ts';
import { arrive, expect, test } from './fixtures.ts';
import { createRace, section, send, toasts, undoBar } from './race.ts';

const manageRacers = (page: Page): Locator => page.getByRole('region', { name: 'Manage Racers' });
const rowOf = (page: Page, name: string): Locator =>
  manageRacers(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: `Rename: ${name}`, exact: true }) });

/** The names from the top. */
const namesOn = (page: Page): Promise<string[]> =>
  manageRacers(page)
    .getByRole('button', { name: /^Rename: / })
    .evaluateAll((buttons) => buttons.map((button) => button.ariaLabel!.replace('Rename: ', '')));

const groupsOf = (page: Page, racer: string): Promise<string[]> =>
  rowOf(page, racer)
    .getByRole('button', { name: /^Remove group / })
    .evaluateAll((buttons) => buttons.map((button) => /^Remove group (.*) from /.exec(button.ariaLabel!)![1]!));

async function add(page: Page, name: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Racer name' });
  await field.fill(name);
  await field.press('Enter');
}

test('[H3] A racer is added, renamed, put into groups, deleted and brought back', async ({ page }) => {
  await arrive(page);
  await add(page, '   ');
  await expect(toasts(page).getByRole('alert')).toHaveText('Please enter a racer name.');
  await add(page, 'Ada Swfit');
  await expect(toasts(page).getByRole('status')).toHaveText('Racer added successfully!');
  await expect.poll(() => namesOn(page)).toEqual(['Ada Swfit']);
  await expect(page.getByRole('banner')).toContainText('97');

  const renameTo = async (name: string, key: string): Promise<void> => {
    await page.getByRole('button', { name: 'Rename: Ada Swfit' }).click();
    await page.getByRole('textbox', { name: 'New name' }).fill(name);
    await page.keyboard.press(key);
  };
  await renameTo('Somebody else', 'Escape');
  await expect.poll(() => namesOn(page)).toEqual(['Ada Swfit']);
  await renameTo('  ', 'Enter');
  await expect(toasts(page)).toContainText('Please enter a racer name.');
  await expect.poll(() => namesOn(page)).toEqual(['Ada Swfit']);
  await renameTo('Ada Swift', 'Enter');
  await expect.poll(() => namesOn(page)).toEqual(['Ada Swift']);

  await page.getByRole('button', { name: 'Add group to Ada Swift' }).click();
  const field = page.getByRole('combobox', { name: 'New group for Ada Swift' });
  for (const group of ['U18', '  ', 'Mill Lane', 'U18']) {
    await field.fill(group);
    await field.press('Enter');
  }
  await expect.poll(() => groupsOf(page, 'Ada Swift')).toEqual(['U18', 'Mill Lane']);
  await page.getByRole('button', { name: 'Remove group U18 from Ada Swift' }).click();
  await expect.poll(() => groupsOf(page, 'Ada Swift')).toEqual(['Mill Lane']);

  await page.getByRole('button', { name: 'Delete: Ada Swift' }).click();
  await expect(undoBar(page)).toContainText('Ada Swift deleted');
  await expect(rowOf(page, 'Ada Swift')).toHaveCount(0);
  await undoBar(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => groupsOf(page, 'Ada Swift')).toEqual(['Mill Lane']);
  await expect
    .poll(async () => (await page.request.get('/api/account')).json())
    .toMatchObject({
      credits: 97,
      racers: [{ name: 'Ada Swift', groups: ['Mill Lane'] }],
    });
});

test('Racers are sorted by name or by age, and narrowed down by group and by name', async ({ page, context }) => {
  await arrive(page);
  const racers: readonly [string, ...string[]][] = [
    ['Racer 10', 'U18'],
    ['ida', 'U18', 'Girls'],
    ['Racer 9'],
    ['Bo', 'Girls'],
  ];
  await send(
    context.request,
    ...racers.map(([name, ...groups], index) =>
      racerCommand(randomUUID(), { type: 'racer.create', name, groups }, { at: Date.now() - 60_000 + index * 1000 }),
    ),
  );
  await expect.poll(() => namesOn(page)).toEqual(['Bo', 'ida', 'Racer 9', 'Racer 10']);
  const sort = page.getByLabel('Sort');
  await sort.selectOption('Name descending');
  await expect.poll(() => namesOn(page)).toEqual(['Racer 10', 'Racer 9', 'ida', 'Bo']);
  await sort.selectOption('Most recent');
  await expect.poll(() => namesOn(page)).toEqual(['Bo', 'Racer 9', 'ida', 'Racer 10']);

  const group = page.getByLabel('Group', { exact: true });
  await group.selectOption('Girls');
  await expect.poll(() => namesOn(page)).toEqual(['Bo', 'ida']);
  await group.selectOption('All groups');
  await page.getByLabel('Search by name').fill('RACER');
  await expect.poll(() => namesOn(page)).toEqual(['Racer 9', 'Racer 10']);
  await page.getByLabel('Search by name').fill('nobody');
  await page.getByRole('button', { name: 'Show all racers' }).click();
  await expect.poll(() => namesOn(page)).toHaveLength(4);
});

test('[H2] A pasted list of racers shows what it costs before it is charged', async ({ page, context }) => {
  await arrive(page);
  await send(context.request, racerCommand(randomUUID(), { type: 'racer.create', name: 'Ada Swift', groups: [] }));
  await expect.poll(() => namesOn(page)).toEqual(['Ada Swift']);
  await page.getByRole('button', { name: 'Add many' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add many' });
  await expect(dialog).toContainText('Nobody to add yet');
  await dialog
    .getByRole('textbox')
    .fill('Name,Groups\nAda Swift,\n"Quick, Bo",U18; Mill Lane\nZoë Ærø,\n,nameless\nZoë Ærø,');
  const preview = dialog.getByRole('list', { name: 'Preview' }).getByRole('listitem');
  await expect(preview).toHaveText([/Ada Swift.*already in your racers/, /Quick, Bo.*U18.*Mill Lane/, /Zoë/, /twice/]);
  await expect(dialog).toContainText('Line 5: no name');
  await expect(dialog.getByText('2 racers, 6 credits; you have 97')).toBeVisible();
  expect(await (await context.request.get('/api/account')).json()).toMatchObject({ credits: 97 });
  await dialog.getByRole('button', { name: 'Add 2 racers' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(toasts(page)).toContainText('2 racers added.');
  await expect.poll(() => namesOn(page)).toEqual(['Ada Swift', 'Quick, Bo', 'Zoë Ærø']);
  await expect.poll(() => groupsOf(page, 'Quick, Bo')).toEqual(['U18', 'Mill Lane']);
  await expect(page.getByRole('banner')).toContainText('91');
});

test('[SL19] A start list from a spreadsheet becomes racers by the columns that are chosen', async ({ page }) => {
  await arrive(page);
  await page.getByRole('button', { name: 'Add many' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add many' });
  const rows = ['1\tAda\tSwift\tMill Lane\tU18', '2\tBo\tQuick\tMill Lane\tU16', '3\t\t\tMill Lane\tU16'];
  await dialog.getByRole('textbox').fill(['No.\tFirst\tLast\tClub\tCategory', ...rows].join('\n'));
  const preview = dialog.getByRole('list', { name: 'Preview' }).getByRole('listitem');
  await expect(preview).toHaveText([/^1\s*Ada Swift.*U18.*Mill Lane/, /^2\s*Bo Quick.*U16.*Mill Lane/]);
  await expect(dialog.getByText('2 racers ready, 1 line needs a look')).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Lines that need a look' })).toHaveText('Line 4: no name');

  await dialog.getByLabel('Meaning of Club').selectOption('Leave out');
  await expect(preview.first()).toHaveText(/^1\s*Ada Swift\s*U18$/);
  await dialog.getByLabel('Meaning of No.').selectOption('Name');
  await expect(dialog.getByText('0 racers ready, 3 lines need a look')).toBeVisible();
  await expect(dialog).toContainText('Line 2: a number where the name should be');
  await dialog.getByLabel('Meaning of No.').selectOption('Number (for the next event)');
  await dialog.getByLabel('Meaning of First').selectOption('First name');
  await dialog.getByLabel('Meaning of Last').selectOption('Last name');
  await dialog.getByRole('button', { name: 'Add 2 racers' }).click();
  await expect.poll(() => namesOn(page)).toEqual(['Ada Swift', 'Bo Quick']);

  // The same riders with other numbers: nobody is added, and the numbers are kept.
  await page.getByRole('button', { name: 'Add many' }).click();
  await dialog.getByRole('textbox').fill('No.\tName\n7\tAda Swift\n8\tBo Quick');
  await dialog.getByRole('button', { name: 'Keep 2 numbers' }).click();
  await expect(toasts(page)).toContainText('2 numbers kept for the next event.');
  const { eventId } = await createRace(page.request, 'Hill climb', []);
  await page.goto(`/timer?eventId=${eventId}`);
  await page.getByRole('button', { name: 'Add Racers' }).first().click();
  const picker = page.getByRole('dialog', { name: 'Add Racers' });
  await picker.getByRole('checkbox', { name: '7 Ada Swift' }).check();
  await picker.getByRole('button', { name: 'Add Selected Racers (1)' }).click();
  await expect(section(page, 'Inactive Racers').getByRole('listitem')).toContainText([/Bib 7\s*Ada Swift/]);
  await page.getByRole('button', { name: 'Start Ada Swift', exact: true }).click();
  await page.getByRole('button', { name: 'Finish Ada Swift', exact: true }).click();
  const ranked = section(page, 'Leaderboard').getByRole('listitem');
  await expect(ranked, 'the number is called out with the name').toContainText([/#1\s*Bib 7\s*Ada Swift/]);
  await ranked.getByRole('button', { name: 'Ada Swift' }).click();
  await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toHaveText('7 Ada Swift');
});
