import { type Browser, chromium } from '@playwright/test';
import { tap } from '../../tests/support/commands.ts';
import { figureOf } from '../figures.ts';
import { type Ours, sendAll, setStage, startOurs } from '../ours.ts';
import { type LoadedFile, loadPage, newContext, type PageFigures, RESULT } from '../page-load.ts';
import type { Report } from '../report.ts';

const MOST_SHOWN = 12;

/** Measures what a phone on a weak connection waits for. */
export async function measurePages(rounds: number, executablePath: string, report: Report): Promise<void> {
  const server = await startOurs();
  const isRoot = process.getuid?.() === 0;
  const browser = await chromium.launch({ executablePath, chromiumSandbox: !isRoot, args: ['--disable-gpu'] });
  try {
    const { owner, races } = await setStage(server, { racers: 20, phones: 0 });
    const { eventId, racerIds, viewerKey } = races[0]!;
    await sendAll(
      owner,
      racerIds.flatMap((id) => [tap(eventId, 'start', id), tap(eventId, 'finish', id)]),
    );
    const viewer = `/timer?eventId=${eventId}&guestViewerKey=${viewerKey}`;
    await add(report, "viewer's page", 85, rounds, () => loadPage(browser, server, viewer, ''));
    const organiser = `/timer?eventId=${eventId}`;
    await add(report, "organiser's app", 150, rounds, () => loadPage(browser, server, organiser, owner.cookie));
    report.addTable({
      title: 'Without JavaScript',
      head: ['page', 'results shown'],
      rows: [["viewer's page", (await isShownWithoutScript(browser, server, viewer)) ? 'yes' : 'NO']],
    });
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function add(
  report: Report,
  name: string,
  budgetKb: number,
  rounds: number,
  measure: () => Promise<PageFigures>,
) {
  const measured: PageFigures[] = [];
  for (let round = 0; round < rounds; round += 1) measured.push(await measure());
  const of = (read: (figures: PageFigures) => number) => figureOf(measured.map(read));
  const limit = figureOf([budgetKb]);
  report.add({
    name: `${name}: KB of JavaScript until it is live (limit: the budget)`,
    ours: of(({ files }) => sum(scriptsOf(files))),
    limit,
    ratio: of(({ files }) => sum(scriptsOf(files)) / budgetKb),
    aim: { of: 'ours', atMost: budgetKb },
  });
  report.add({ name: `${name}: KB in all until it is live`, ours: of(({ files }) => sum(files)) });
  report.add({
    name: `${name}: ms to the first result (slow 4G, processor slowed 4 times)`,
    ours: of(({ resultMs }) => resultMs),
  });
  report.add({ name: `${name}: ms until it is live`, ours: of(({ readyMs }) => readyMs) });
  const heaviest = scriptsOf(measured[0]!.files).toSorted((one, other) => other.kb - one.kb);
  report.addTable({
    title: `The heaviest scripts: ${name}`,
    head: ['script', 'KB'],
    rows: heaviest.slice(0, MOST_SHOWN).map((file) => [file.name, file.kb.toFixed(1)]),
  });
}

const scriptsOf = (files: readonly LoadedFile[]) => files.filter(({ type }) => type === 'Script');
const sum = (files: readonly LoadedFile[]) => files.reduce((total, { kb }) => total + kb, 0);

async function isShownWithoutScript(browser: Browser, server: Ours, path: string): Promise<boolean> {
  const context = await newContext(browser, server, '', false);
  const page = await context.newPage();
  await page.goto(server.url + path);
  const isShown = await page.getByText(RESULT, { exact: true }).first().isVisible();
  await context.close();
  return isShown;
}
