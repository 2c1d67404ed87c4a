import type { Locator, Page } from '@playwright/test';
import { expect, getAccount, test } from './fixtures.ts';
import { createRace, openTimer, openTool, send, undoBar } from './race.ts';
import { workbookOf, writeZip } from '../support/workbooks/write-workbook.ts';
import { racerCommand } from '../support/commands.ts';
import { randomUUID } from 'node:crypto';

test.use({ timezoneId: 'Europe/Berlin' });

async function openStartList(page: Page): Promise<Locator> {
  await openTool(page, 'Start list');
  await expect(page.getByRole('heading', { level: 1, name: 'Start list' })).toBeVisible();
  return page.getByRole('main');
}

/** 'number name time' of each row, from the top. */
const rowsOf = (list: Locator): Promise<string[]> =>
  list
    .getByRole('list', { name: 'Start list' })
    .getByRole('listitem')
    .evaluateAll((rows) =>
      rows.map((row) => {
        const [name = '', second = ''] = [...row.querySelectorAll('p')].map((each) => each.textContent ?? '');
        const time = /\d\d:\d\d:\d\d/.exec(second)?.[0] ?? '';
        return `${row.querySelector('input')!.value} ${name} ${time}`.trim();
      }),
    );

async function choose(page: Page, menu: string, item: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('A start list is ordered, numbered and given times, and a late racer fits into it @proof', async ({
  page,
  context,
}) => {
  await getAccount(page);
  const race = await createRace(context.request, 'Club night', ['Dag', 'Ada', 'Cleo', 'Bo']);
  await openTimer(page, race);
  const list = await openStartList(page);
  await expect.poll(() => rowsOf(list)).toHaveLength(4);
  await choose(page, 'Order', 'By name');
  await expect.poll(() => rowsOf(list)).toEqual(['Ada', 'Bo', 'Cleo', 'Dag']);

  await list.getByRole('button', { name: 'Numbers' }).click();
  await page.getByLabel('First number').fill('11');
  await page.getByRole('button', { name: 'Give 4 numbers' }).click();
  await expect.poll(() => rowsOf(list)).toEqual(['11 Ada', '12 Bo', '13 Cleo', '14 Dag']);
  const bib = list.getByLabel('Number of Bo');
  await bib.fill('11');
  await bib.press('Enter');
  await expect(page.getByText('Another racer has this number already, so nothing changed.').first()).toBeVisible();
  await expect(bib).toHaveValue('12');

  await list.getByRole('button', { name: 'Times' }).click();
  const times = page.getByRole('dialog', { name: 'Start times' });
  await times.getByLabel('Day').fill('2030-06-01');
  await times.getByLabel('First start').fill('18:30:00');
  await times.getByLabel('Interval').selectOption('Another interval');
  await times.getByLabel('Seconds, or 1:30').fill('0');
  await expect(times.getByText('An interval is at least 1 second.')).toBeVisible();
  await expect(times.getByRole('button', { name: 'Set start times' })).toBeDisabled();
  await times.getByLabel('Interval').selectOption('30 seconds');
  await expect(times.getByText('4 racers, 18:30:00 to 18:31:30')).toBeVisible();
  await times.getByRole('button', { name: 'Set start times' }).click();
  const spread = ['11 Ada 18:30:00', '12 Bo 18:30:30', '13 Cleo 18:31:00', '14 Dag 18:31:30'];
  await expect.poll(() => rowsOf(list)).toEqual(spread);

  await choose(page, 'More for Cleo', /Move everyone/);
  await page.getByRole('button', { name: 'Move 2 starts' }).click();
  await expect
    .poll(() => rowsOf(list))
    .toEqual(['11 Ada 18:30:00', '12 Bo 18:30:30', '13 Cleo 18:32:00', '14 Dag 18:32:30']);
  await choose(page, 'More for Ada', /Another start time/);
  await page.getByRole('button', { name: '18:31:30', exact: true }).click();
  await expect
    .poll(() => rowsOf(list))
    .toEqual(['12 Bo 18:30:30', '11 Ada 18:31:30', '13 Cleo 18:32:00', '14 Dag 18:32:30']);

  await list.getByRole('button', { name: /^Move Bo,/ }).press('ArrowDown');
  await expect.poll(async () => (await rowsOf(list))[1]).toBe('12 Bo 18:31:30');
  await page.keyboard.press('ArrowDown');
  await expect.poll(async () => (await rowsOf(list))[2]).toBe('12 Bo 18:32:00');
  await page.keyboard.press('ArrowUp');
  await expect
    .poll(() => rowsOf(list))
    .toEqual(['11 Ada 18:30:30', '12 Bo 18:31:30', '13 Cleo 18:32:00', '14 Dag 18:32:30']);
  const handle = await list.getByRole('button', { name: /^Move Dag,/ }).boundingBox();
  const target = await list.getByRole('button', { name: /^Move Ada,/ }).boundingBox();
  await page.mouse.move(handle!.x + 20, handle!.y + 20);
  await page.mouse.down();
  await page.mouse.move(target!.x + 20, target!.y + 40, { steps: 8 });
  await page.mouse.move(target!.x + 20, target!.y + 4, { steps: 4 });
  await page.mouse.up();
  await expect
    .poll(() => rowsOf(list))
    .toEqual(['14 Dag 18:30:30', '11 Ada 18:31:30', '12 Bo 18:32:00', '13 Cleo 18:32:30']);
  await choose(page, 'Order', 'By number');
  await expect.poll(async () => (await rowsOf(list))[0]).toBe('11 Ada 18:30:30');
  await undoBar(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await rowsOf(list))[0]).toBe('14 Dag 18:30:30');
});

test('[SL15] A list with numbers and start times is imported into an event, and known racers cost nothing', async ({
  page,
  context,
}) => {
  await getAccount(page);
  await send(context.request, racerCommand(randomUUID(), { type: 'racer.create', name: 'Cleo Fast', groups: [] }));
  const race = await createRace(context.request, 'Club night', ['Ada Swift']);
  await openTimer(page, race);
  const list = await openStartList(page);
  await choose(page, 'More for the start list', 'Import a list');
  const dialog = page.getByRole('dialog', { name: 'Import a start list' });
  const lines = [
    '7;Ada;Swift;0:01:00',
    '8;Bo;Quick;0:00:00',
    '9;Cleo;Fast;0:00:30',
    '9;Dee;Late;0:01:30',
    '10;Eli;Odd;soon',
  ];
  await dialog.getByRole('textbox', { name: 'Start list' }).fill(['Nr;Vorname;Name;Startzeit', ...lines].join('\n'));
  await expect(dialog.getByText('3 racers ready, 2 lines need a look')).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Lines that need a look' })).toHaveText(
    /Line 5: same number as line 4.*Line 6: start time not readable/,
  );
  await expect(dialog.getByText('2 are already in your list, so they cost nothing.')).toBeVisible();
  await expect(dialog.getByText(/^1 new racer, 3 credits; you have/)).toBeVisible();
  await dialog.getByLabel('Day').fill('2030-06-01');
  await dialog.getByLabel('First start').fill('10:00:00');
  await dialog.getByRole('button', { name: 'Import 3 racers' }).click();
  await expect
    .poll(() => rowsOf(list))
    .toEqual(['8 Bo Quick 10:00:00', '9 Cleo Fast 10:00:30', '7 Ada Swift 10:01:00']);
  await expect.poll(async () => (await (await context.request.get('/api/account')).json()).racers).toHaveLength(3);
  await page.evaluate(() => Object.assign(window, { print: () => document.body.setAttribute('data-printed', 'yes') }));
  await choose(page, 'More for the start list', /^Print$/);
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('row')).toHaveText([
    /Race time.*Clock.*No/,
    /0:00:00.*10:00:00.*8.*Bo Quick/,
    /0:00:30.*10:00:30.*9.*Cleo Fast/,
    /0:01:00.*10:01:00.*7.*Ada Swift/,
  ]);
});

test(
  'A workbook of Excel is chosen, and its numbers, names and start times are imported',
  { tag: '@proof' },
  async ({ page, context }) => {
    await getAccount(page);
    const race = await createRace(context.request, 'Club night', []);
    await openTimer(page, race);
    const list = await openStartList(page);
    await choose(page, 'More for the start list', 'Import a list');
    const dialog = page.getByRole('dialog', { name: 'Import a start list' });
    const file = dialog.getByLabel('A file with racers');
    const workbook = (name: string, bytes: Uint8Array) => ({ name, mimeType: '', buffer: Buffer.from(bytes) });
    await file.setInputFiles(workbook('riders.ods', writeZip({ 'content.xml': '<office/>' })));
    await expect(dialog.getByText('We can’t read that spreadsheet. Save it as .xlsx')).toBeVisible();
    await file.setInputFiles(workbook('riders.xlsx', workbookOf('openpyxl')));
    await expect(dialog.getByText('4 racers ready')).toBeVisible();
    await expect(dialog.getByText('We can’t read that spreadsheet.')).toHaveCount(0);
    await dialog.getByLabel('Day').fill('2030-06-01');
    await dialog.getByRole('button', { name: 'Import 4 racers' }).click();
    await expect
      .poll(() => rowsOf(list))
      .toEqual(['1 Ada Swift 18:31:00', '2 Bo "B" Quick 18:31:30', '007 Zoë Ærø 18:32:00', '46 علي 🚴 18:32:30']);
  },
);
