import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { api } from '../../src/protocol/routes.ts';
import { screenPath } from '../../src/protocol/screen-address.ts';
import { createEvent, eventCommand } from '../support/commands.ts';
import { expect, getAccount, test } from './fixtures.ts';
import {
  change,
  chooseFromMore,
  createRace,
  exportCsv,
  finishIn,
  openTimer,
  ranking,
  section,
  send,
  toasts,
  undoBar,
} from './race.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const WRONG = 'Ada Swfit';
const RIGHT = 'Ada Swift';

test('[NM1] [NM2] A name is put right in the racer’s sheet, stands right on every output, and official results say so', async ({
  page,
  openBrowser,
}) => {
  const { request } = page;
  await getAccount(page);
  const race = await createRace(request, 'Hill climb', [WRONG, 'Bo']);
  await finishIn(request, race, WRONG, 62);
  await finishIn(request, race, 'Bo', 63);
  await change(request, race, { type: 'official.set', note: '' });
  const screens = api.screens.replace(':eventId', race.eventId);
  const made = await request.post(screens, { data: { id: randomUUID(), name: 'TV' } });
  const { key } = (await made.json()) as { key: string };
  const viewer = await openBrowser(PHONE);
  await viewer.goto(race.viewerLink);
  const screen = await openBrowser({ viewport: { width: 1920, height: 1080 } });
  await screen.goto(screenPath(race.eventId, 'board', key));
  await expect(screen.getByRole('list', { name: 'Leaderboard' })).toContainText(WRONG);
  await expect.poll(() => ranking(viewer)).toEqual([`#1 ${WRONG}`, '#2 Bo']);

  await openTimer(page, race);
  await section(page, 'Leaderboard').getByRole('button', { name: WRONG }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Name, year, club, category' }).click();
  await sheet.getByLabel('Name', { exact: true }).fill('  ');
  await expect(sheet.getByText('Please enter a racer name.')).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Save details' })).toBeDisabled();
  await sheet.getByLabel('Name', { exact: true }).fill(RIGHT);
  await sheet.getByRole('button', { name: 'Save details' }).click();
  await expect(page.getByRole('dialog', { name: RIGHT })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  await expect.poll(() => ranking(page)).toEqual([`#1 ${RIGHT}`, '#2 Bo']);
  await expect.poll(() => ranking(viewer)).toEqual([`#1 ${RIGHT}`, '#2 Bo']);
  await expect(viewer.getByRole('region', { name: 'Corrected since official' })).toContainText(
    `was ${WRONG}, now ${RIGHT}`,
  );
  await expect(screen.getByRole('list', { name: 'Leaderboard' })).toContainText(RIGHT);
  await expect(screen.locator('body')).not.toContainText(WRONG);
  const withoutScripts = await openBrowser({ ...PHONE, javaScriptEnabled: false });
  await withoutScripts.goto(race.viewerLink);
  await expect(withoutScripts.locator('main')).toContainText(RIGHT);
  for (const path of [api.results, api.boardCsv]) {
    const text = await (await request.get(`${path.replace(':eventId', race.eventId)}?key=${race.keys.viewer}`)).text();
    expect(text, path).toContain(RIGHT);
  }
  expect((await exportCsv(page, 'CSV')).text).toContain(RIGHT);

  await chooseFromMore(page, 'History');
  const entry = page
    .getByRole('dialog', { name: 'History' })
    .getByRole('listitem')
    .filter({ hasText: `Renamed ${WRONG} to ${RIGHT}` });
  await entry.getByRole('button', { name: 'Take back' }).click();
  await expect.poll(() => ranking(viewer)).toEqual([`#1 ${WRONG}`, '#2 Bo']);
  await expect(viewer.getByRole('region', { name: 'Corrected since official' })).toHaveCount(0);
});

async function renameInLibrary(page: Page, from: string, to: string): Promise<void> {
  await page.goto('/homepage');
  await page.getByRole('button', { name: `Rename: ${from}` }).click();
  await page.getByRole('textbox', { name: 'New name' }).fill(to);
  await page.keyboard.press('Enter');
}

test('[NM3] Renaming in the library offers the past events; the offer stands on the racer’s page too, and is taken back', async ({
  page,
}) => {
  const { request } = page;
  await getAccount(page);
  const first = await createRace(request, 'Week one', [WRONG, 'Bo']);
  const racerId = first.racerIds[WRONG]!;
  const second = { ...first, eventId: randomUUID(), name: 'Week two' };
  const racers = [{ racerId, name: WRONG, groups: [], bib: null }];
  await send(
    request,
    createEvent(second.eventId, second.name),
    eventCommand(second.eventId, { type: 'entries.add', racers }),
  );
  const namesIn = async ({ eventId }: typeof first) => {
    const answer = await request.get(api.results.replace(':eventId', eventId));
    return ((await answer.json()) as { results: { name: string }[] }).results.map(({ name }) => name).toSorted();
  };

  await renameInLibrary(page, WRONG, RIGHT);
  await toasts(page).getByRole('button', { name: 'Also in 2 past events' }).click();
  await expect.poll(() => namesIn(second)).toEqual([RIGHT]);
  await expect.poll(() => namesIn(first)).toEqual([RIGHT, 'Bo']);
  await undoBar(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => namesIn(second)).toEqual([WRONG]);
  await expect.poll(() => namesIn(first)).toEqual([WRONG, 'Bo']);

  await page.goto(`/racers/${racerId}`);
  await expect(page.getByText(`2 events have another name: ${WRONG}`)).toBeVisible();
  await page.getByRole('button', { name: 'Put the name right there too' }).click();
  await expect.poll(() => namesIn(second)).toEqual([RIGHT]);
  await expect(page.getByText('another name')).toHaveCount(0);
});
