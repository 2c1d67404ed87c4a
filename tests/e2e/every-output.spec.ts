import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import readExcelFile from 'read-excel-file/node';
import { durationMs } from '../../src/domain/units.ts';
import { plainSeries } from '../../src/domain/series/rules.ts';
import { embedPath } from '../../src/protocol/embeds.ts';
import { racerPagePath } from '../../src/protocol/history.ts';
import { api } from '../../src/protocol/routes.ts';
import { screenPath } from '../../src/protocol/screen-address.ts';
import { seriesPagePath, seriesPath } from '../../src/protocol/series-paths.ts';
import { linkIn, waitForMail } from '../support/mails.ts';
import { confirmAddressByMail, expect, getAccount, newEmail, test } from './fixtures.ts';
import { change, createRace, finishIn, openTimer, type Race } from './race.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const [WRONG, RIGHT, INITIALS] = ['Ada Swfit', 'Ada Swift', 'A. S.'];

/** What each output says, by its name. */
type Said = Record<string, string>;

async function readFileOf(page: Page, button: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  const bytes = await readFile(await file.path());
  const name = file.suggestedFilename();
  if (name.endsWith('.xlsx')) return (await readExcelFile(bytes)).flatMap(({ data }) => data.flat()).join(' ');
  return new TextDecoder(name.endsWith('.txt') ? 'utf-16le' : 'utf-8').decode(bytes);
}

async function readPaper(page: Page, label: string, button: string | RegExp): Promise<string> {
  await page.getByRole('button', { name: button, exact: typeof button === 'string' }).click();
  await page.emulateMedia({ media: 'print' });
  const pages = page.getByLabel(label);
  const text = await pages.innerText();
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(pages).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
  return text;
}

async function readFilesAndPaper(page: Page, { eventId }: Race): Promise<Said> {
  const said: Said = {};
  await page.goto(`/timer?eventId=${eventId}&view=export`);
  const programs = ['USA Cycling', 'CrossResults', 'Webscorer', 'IOF XML 3'].map((each) => `Download for ${each}`);
  for (const button of ['Excel workbook', 'CSV', 'Detailed CSV', ...programs])
    said[button] = await readFileOf(page, button);
  for (const [value, button] of [
    ['results', 'Print'],
    ['start-list', 'Print'],
    ['certificates', /^Print \d+ certificates$/],
  ] as const) {
    await page.getByLabel('Print', { exact: true }).selectOption(value);
    said[`paper: ${value}`] = await readPaper(page, 'Pages for printing', button);
  }
  return said;
}

/** Waits until the page has the name: what changes live needs a moment. */
async function readPage(page: Page, path: string, name: string): Promise<string> {
  await page.goto(path);
  await expect(page.locator('body')).toContainText(name);
  return page.locator('body').innerText();
}

const without = (said: Said, text: string) => Object.keys(said).filter((output) => !said[output]!.includes(text));
const having = (said: Said, text: string) => Object.keys(said).filter((output) => said[output]!.includes(text));

test('[NM2] a name that is put right stands right on every output, and initials stay initials @proof', async ({
  page,
  openBrowser,
  server,
}) => {
  test.slow();
  await page.addInitScript(() => void (window.print = () => {}));
  const { request } = page;
  await confirmAddressByMail(page, server.dataDir, await getAccount(page));
  const race = await createRace(request, 'Hill climb', [WRONG, 'Bo Berg']);
  const racerId = race.racerIds[WRONG]!;
  await finishIn(request, race, WRONG, 62);
  await finishIn(request, race, 'Bo Berg', 63);
  const seriesId = randomUUID();
  const document = { name: 'League', rules: plainSeries, eventIds: [race.eventId], helpers: [] };
  const made = await request.put(seriesPath(seriesId), { data: { version: 0, document } });
  expect(made.ok(), await made.text()).toBe(true);
  const screen = await request.post(api.screens.replace(':eventId', race.eventId), {
    data: { id: randomUUID(), name: 'TV', kind: 'announcer' },
  });
  const { key } = (await screen.json()) as { key: string };
  const visitor = await openBrowser(PHONE);
  const email = newEmail();
  const by = { kind: 'mail', email };
  const followed = await visitor.request.post(
    `${api.followers.replace(':eventId', race.eventId)}?key=${race.keys.viewer}`,
    { data: { racerId, by } },
  );
  expect(followed.ok(), await followed.text()).toBe(true);
  await visitor.goto(linkIn(await waitForMail(server.dataDir, ({ to }) => to === email), '/follow').href);
  await visitor.getByRole('button', { name: 'Yes, write to me' }).click();
  await visitor.getByRole('link', { name: 'Open the board' }).click();
  await expect(visitor.locator('main')).toContainText(WRONG);

  // In the library, and from there in its past events.
  await page.goto('/homepage');
  await page.getByRole('button', { name: `Rename: ${WRONG}` }).click();
  await page.getByRole('textbox', { name: 'New name' }).fill(RIGHT);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Also in 1 past event' }).click();
  await expect(visitor.locator('main')).toContainText(RIGHT);
  await change(request, race, { type: 'adjustment.add', racerId, attempt: 1, ms: durationMs(200), reason: '' });
  const news = await waitForMail(server.dataDir, ({ to, subject }) => to === email && subject.includes('corrected'));

  const said: Said = { ...(await readFilesAndPaper(page, race)), 'follower’s message': `${news.subject} ${news.text}` };
  const plain = await openBrowser({ ...PHONE, javaScriptEnabled: false });
  const wall = await openBrowser();
  const onScreen = (kind: 'board' | 'announcer' | 'overlay', more = '') => screenPath(race.eventId, kind, key) + more;
  const looks: readonly (readonly [string, Page, string])[] = [
    ['spectator', visitor, race.viewerLink],
    ['spectator without scripts', plain, race.viewerLink],
    ['television', wall, onScreen('board')],
    ['announcer', wall, onScreen('announcer')],
    ['overlay', wall, onScreen('overlay', '&show=first')],
    ['embed', wall, embedPath(race.eventId, race.keys.viewer)],
    ['series', page, seriesPagePath(seriesId)],
    ['racer’s page', page, racerPagePath(racerId)],
  ];
  for (const [output, where, path] of looks) said[output] = await readPage(where, path, RIGHT);
  await openTimer(page, race);
  said['organiser’s board'] = await page.locator('main').innerText();
  await page.goto(seriesPagePath(seriesId));
  for (const button of ['Excel', 'CSV']) said[`series: ${button}`] = await readFileOf(page, button);
  said['series: paper'] = await readPaper(page, 'Standings for printing', 'Print');
  for (const path of [api.results, api.boardCsv, api.event]) {
    const told = await request.get(path.replace(':eventId', race.eventId), { headers: { 'pushoff-schema': '9' } });
    said[path] = await told.text();
  }
  expect(Object.keys(said)).toHaveLength(26);
  expect(without(said, 'Swift')).toEqual([]);
  expect(having(said, 'Swfit')).toEqual([]);

  await change(request, race, { type: 'official.set', note: '' });
  await change(request, race, { type: 'entry.rename', racerId, name: 'Ada Swiftson' });
  await change(request, race, { type: 'event.configure', initialsOnly: true });
  const hidden: Said = {};
  for (const [output, where, path] of looks.slice(0, 6)) hidden[output] = await readPage(where, path, INITIALS);
  for (const path of [api.results, api.boardCsv])
    hidden[path] = await (
      await visitor.request.get(`${path.replace(':eventId', race.eventId)}?key=${race.keys.viewer}`)
    ).text();
  expect(without(hidden, INITIALS)).toEqual([]);
  expect([...having(hidden, 'Ada'), ...having(hidden, 'Sw')]).toEqual([]);
});
