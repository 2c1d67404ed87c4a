import { randomUUID } from 'node:crypto';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Download, Page } from '@playwright/test';
import { XMLValidator } from 'fast-xml-parser';
import readExcelFile from 'read-excel-file/node';
import { ensureProgram } from '../../scripts/lib/debian.mjs';
import { createRacer, eventCommand, tap } from '../support/commands.ts';
import { pngOf } from '../support/logo.ts';
import { embedPath } from '../../src/protocol/embeds.ts';
import { askRunningServer } from '../../src/server/admin/socket.ts';
import type { BuiltServer } from '../cluster/server.ts';
import { arrive, expect, getAccount, test } from './fixtures.ts';
import { change, chooseFromMore, createRace, finishIn, openTimer, type Race, send, tapAs, undoBar } from './race.ts';

const run = promisify(execFile);
const EPOCH = Date.UTC(1899, 11, 30);

async function download(page: Page, press: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [file]: [Download, void] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

type GroupsOf = (index: number) => readonly string[];

/** Texts of more than 160 KB: the writer of workbooks would reach for a worker, which the content policy refuses. */
const longGroups: GroupsOf = (index) =>
  Array.from({ length: 30 }, (_, group) => `${index} ${group} ${'long group '.repeat(5)}`.slice(0, 60).trim());

async function createLargeRace(page: Page, server: BuiltServer, email: string, groupsOf: GroupsOf): Promise<Race> {
  await askRunningServer(server.dataDir, ['grant', email, '2000']);
  const race = await createRace(page.context().request, 'Hill climb', []);
  const racers = Array.from({ length: 100 }, (_, index) => ({
    racerId: randomUUID(),
    name: index === 0 ? '=HYPERLINK("http://evil.example")' : `Racer ${String(index + 1).padStart(3, '0')}`,
    groups: groupsOf(index),
    bib: String(index + 1).padStart(3, '0'),
  }));
  const { request } = page.context();
  await send(request, ...racers.map(({ racerId, name }) => createRacer(racerId, name)));
  await send(request, eventCommand(race.eventId, { type: 'entries.add', racers }));
  const filled: Race = { ...race, racerIds: Object.fromEntries(racers.map(({ name, racerId }) => [name, racerId])) };
  const at = Date.now() - 3_600_000;
  await send(
    request,
    ...racers
      .slice(0, 60)
      .flatMap(({ racerId }, index) => [
        tap(race.eventId, 'start', racerId, { at }),
        tap(race.eventId, 'finish', racerId, { at: at + 1_500_000 + index * 7250 }),
      ]),
  );
  return filled;
}

/** The print window of a test's browser never opens: the pages stay until they are looked at. */
const keepPages = (page: Page) => page.addInitScript(() => void (window.print = () => {}));

test('[EX3] The owner takes the race home as a workbook, and as files for other programs @proof', async ({
  page,
  server,
}) => {
  test.slow();
  const email = await getAccount(page);
  const race = await createLargeRace(page, server, email, longGroups);
  await openTimer(page, race);
  await chooseFromMore(page, 'Export results');
  await expect(page.getByRole('heading', { level: 1, name: 'Finish the race' })).toBeVisible();

  const workbook = await download(page, () => page.getByRole('button', { name: 'Excel workbook' }).click());
  expect(workbook.name).toBe('Hill_climb_results.xlsx');
  const [sheet] = await readExcelFile(workbook.bytes);
  expect(sheet!.data).toHaveLength(101);
  const [titles, first] = sheet!.data;
  expect(first![titles!.indexOf('Name')]).toBe('=HYPERLINK("http://evil.example")');
  expect(first![titles!.indexOf('No.')]).toBe('001');
  expect(Math.round((first![titles!.indexOf('Time')] as unknown as Date).getTime() - EPOCH)).toBe(1_500_000);

  const names: string[] = [];
  for (const program of ['USA Cycling', 'CrossResults', 'Webscorer', 'IOF XML 3']) {
    const file = await download(page, () => page.getByRole('button', { name: `Download for ${program}` }).click());
    names.push(file.name);
    if (program === 'IOF XML 3') expect(XMLValidator.validate(file.bytes.toString())).toBe(true);
  }
  expect(names).toEqual([
    'Hill_climb_usa_cycling.csv',
    'Hill_climb_crossresults.csv',
    'Hill_climb_webscorer.txt',
    'Hill_climb_iof3.xml',
  ]);
});

test('[EX18] [EX19] Certificates begin with the club’s line and logo, with no signal too; a wrong file is refused in words', async ({
  page,
  context,
}) => {
  await keepPages(page);
  await arrive(page);
  const race = await createRace(context.request, 'Hill climb', ['Ada', 'Bo']);
  await finishIn(context.request, race, 'Ada', 1500);
  await finishIn(context.request, race, 'Bo', 1510);
  const openExports = async () => {
    await chooseFromMore(page, 'Export results');
    await page.getByLabel('Print', { exact: true }).selectOption('A certificate for each racer');
  };
  await openTimer(page, race);
  await openExports();
  const preview = page.getByRole('figure', { name: 'How a certificate begins' });
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    page.getByLabel('Logo file').setInputFiles({ name, mimeType, buffer });

  await choose('logo.png', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'));
  await expect(page.getByText('An SVG can hold scripts')).toBeVisible();
  await choose('logo.png', 'image/png', Buffer.from('%PDF-1.7'));
  await expect(page.getByText('That isn’t a picture.')).toBeVisible();
  await choose('logo.png', 'image/png', pngOf(300, 200).subarray(0, 20));
  await expect(page.getByText('We can’t open this picture.')).toBeVisible();
  await expect(preview.getByRole('img')).toHaveCount(0);
  await choose('logo.png', 'image/png', pngOf(2400, 300));
  await expect(preview.getByRole('img')).toBeVisible();
  await expect(page.getByText('We can’t open this picture.')).toHaveCount(0);
  await page.getByLabel('Your own line').fill('Radclub Bern');
  await page.getByRole('button', { name: 'Save line' }).click();
  await expect(preview).toContainText('Radclub Bern');
  await page.getByRole('button', { name: 'Remove logo' }).click();
  await expect(preview.getByRole('img')).toHaveCount(0);
  await undoBar(page).getByRole('button', { name: 'Undo' }).click();
  await expect(preview.getByRole('img')).toBeVisible();

  await page.goBack();
  await context.setOffline(true);
  await openExports();
  await page.getByRole('button', { name: 'Print 2 certificates' }).click();
  await page.emulateMedia({ media: 'print' });
  const certificates = page.getByLabel('Pages for printing').getByRole('article');
  await expect(certificates).toHaveCount(2);
  await expect(certificates.first()).toContainText(/Radclub Bern.*Hill climb.*Ada/s);
  const width = await certificates
    .first()
    .getByRole('presentation')
    .evaluate((logo) => (logo as HTMLImageElement).naturalWidth);
  expect(width, 'scaled down to what is stored').toBe(1200);
});

/** Two sites in one: the browser takes `localhost` and `127.0.0.1` for different ones. */
async function serveSite(html: () => string) {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(html());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { allowed: `http://127.0.0.1:${port}`, other: `http://localhost:${port}`, close: () => server.close() };
}

/** A name that must stay a name on another site's page too. */
const SCRIPT = '<img src=x onerror=alert(1)>';

/** Chromium puts a page of its own into a frame that it refuses. */
async function expectNothingShown(page: Page, browserName: string): Promise<void> {
  await expect(page.locator('iframe')).toHaveCount(1);
  if (browserName === 'chromium') await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Tuesday 10' })).toHaveCount(0);
}

test(
  'The board stands on the club’s own site, follows the race there, and is shown on no other',
  { tag: '@proof' },
  async ({ page, context, browser, browserName }) => {
    await getAccount(page);
    const race = await createRace(context.request, 'Tuesday 10', ['Ada', 'Bo', SCRIPT]);
    await finishIn(context.request, race, 'Ada', 1500);
    let code = '';
    const site = await serveSite(() => `<!doctype html><meta charset="utf-8"><h1>Our club</h1>${code}`);
    // A context without the checks of other pages: here the browser reports the frame that it refuses.
    const visitors = await browser.newContext();
    try {
      await page.goto(`/timer?eventId=${race.eventId}&view=export`);
      await page.getByLabel('Site', { exact: true }).fill('not a site;');
      await page.getByRole('button', { name: 'Add site' }).click();
      await expect(page.getByText('That isn’t the address of a site.')).toBeVisible();
      await page.getByLabel('Site', { exact: true }).fill(`${site.allowed}/results.html`);
      await page.getByRole('button', { name: 'Add site' }).click();
      code = await page.getByRole('textbox', { name: 'Line for the page' }).inputValue();
      expect(code).toMatch(/^<script src="http[^"]+\/embed\.js" data-event="[\w-]+" data-key="\w+" async><\/script>$/);

      const club = await visitors.newPage();
      await club.goto(site.allowed);
      const board = club.frameLocator('iframe');
      await expect(board.getByRole('heading', { name: 'Tuesday 10' })).toBeVisible();
      await expect(board.getByRole('row')).toHaveText([/Rank/, /1.*Ada.*25:00\.00/]);
      const heightOf = () => club.locator('iframe').evaluate((frame) => (frame as HTMLIFrameElement).clientHeight);
      const before = await heightOf();
      expect(before, 'as tall as the board').not.toBe(320);

      await finishIn(context.request, race, 'Bo', 1490);
      await tapAs(context.request, race, 'start', SCRIPT, { at: Date.now() - 60_000 });
      await expect(board.getByRole('row')).toHaveText([
        /Rank/,
        /1.*Bo.*24:50\.00/,
        /2.*Ada.*\+10\.00/,
        /<img src=x.*On course/,
      ]);
      await expect.poll(heightOf).toBeGreaterThan(before);

      const open = { name: 'Open', group: null, gender: null, class: null, ages: null };
      await change(context.request, race, { type: 'format.set', format: { categories: [open], shows: ['category'] } });
      await board.getByLabel('Category').selectOption('Open');
      await expect(board.getByRole('row').nth(1)).toHaveText(/1.*Bo/);
      const choice = await board.getByLabel('Category').elementHandle();
      await tapAs(context.request, race, 'finish', SCRIPT);
      await expect(board.getByRole('row').nth(1)).toHaveText(/<img src=x/);
      expect(await choice!.evaluate((element) => element.isConnected), 'news close no open list').toBe(true);
      await club.goto(`${new URL(page.url()).origin}${embedPath(race.eventId, race.keys.viewer)}&category=Veterans`);
      await expect(club.getByLabel('Category'), 'a category that nobody is in').toHaveValue('');
      await expect(club.getByRole('row')).toHaveCount(4);
      await club.goto(site.allowed);

      const stranger = await visitors.newPage();
      await stranger.goto(site.other);
      await expectNothingShown(stranger, browserName);

      await page.getByRole('button', { name: `Remove ${site.allowed}` }).click();
      await expect(page.getByText(`${site.allowed} no longer shows the board`)).toBeVisible();
      await club.reload();
      await expectNothingShown(club, browserName);
    } finally {
      await visitors.close();
      site.close();
    }
  },
);

test('[EX3] A PDF of the pages has all that the paper needs', { tag: '@proof' }, async ({ page, server }) => {
  test.slow();
  const pdftotext = await ensureProgram('pdftotext', 'poppler-utils');
  const folder = await mkdtemp(join(tmpdir(), 'pushoff-exports-'));
  await keepPages(page);
  const email = await getAccount(page);
  const race = await createLargeRace(page, server, email, (index) => [index % 2 === 0 ? 'Women' : 'Men']);
  await tapAs(page.context().request, race, 'start', 'Racer 061', { at: Date.now() - 60_000 });
  await change(page.context().request, race, {
    type: 'status.set',
    racerId: race.racerIds['Racer 062']!,
    attempt: 1,
    status: 'DSQ',
    reason: 'Cut the course',
  });
  await page.goto(`/timer?eventId=${race.eventId}&view=export`);
  const pdfOf = async (name: string) => {
    await page.pdf({ path: join(folder, name), preferCSSPageSize: true, printBackground: true });
    const { stdout } = await run(pdftotext, ['-layout', join(folder, name), '-']);
    return stdout.split('\f').slice(0, -1);
  };
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  const results = await pdfOf('results.pdf');
  expect(results.length).toBeGreaterThan(1);
  for (const [index, text] of results.entries()) {
    expect(text, 'titles on every page').toMatch(/Rank\s+No\.\s+Name/);
    expect(text.replaceAll(' ', ''), 'its number at the foot').toContain(`${index + 1}/${results.length}\n`);
    expect(text, 'the event and its day').toMatch(/Hill climb · \d+ \w+ \d{4}/);
  }
  expect(results.join('\n')).toContain('1 racer is still out. These results aren’t complete.');
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));

  await page.getByLabel('Print', { exact: true }).selectOption('A certificate for each racer');
  await page.getByRole('button', { name: 'Print 60 certificates' }).click();
  const certificates = await pdfOf('certificates.pdf');
  expect(certificates).toHaveLength(60);
  expect(certificates[59]).toMatch(/Racer 060[^]*Place 60 of 60/);
});
