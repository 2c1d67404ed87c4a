import { type Browser, chromium } from '@playwright/test';
import { tap } from '../../tests/support/commands.ts';
import { optionsOf } from '../contestants.ts';
import { figureOf, ratioOf } from '../figures.ts';
import { type Ours, type OursOptions, sendAll, setStage, startOurs } from '../ours.ts';
import { type LoadedFile, loadPage, newContext, type PageFigures, RESULT } from '../page-load.ts';
import type { Report } from '../report.ts';

const MOST_SHOWN = 12;
/** Not worse than before: KB are exact but for headers, and a page waits for the network most of the time. */
const MOST_OF_BEFORE = { kb: 1.05, ms: 1.1 };

interface PagesPlan {
  readonly rounds: number;
  readonly chromium: string;
  /** The commit or the tag of the product that this one is compared with. */
  readonly before: string;
}

interface Shown {
  readonly server: Ours;
  readonly cookie: string;
  readonly viewer: string;
  readonly organiser: string;
}

/** Measures what a phone on a weak connection waits for, beside the release before. */
export async function measurePages({ rounds, chromium: program, before }: PagesPlan, report: Report): Promise<void> {
  const shown = await showRace();
  const former = await showRace(await optionsOf(before));
  const isRoot = process.getuid?.() === 0;
  const browser = await chromium.launch({ executablePath: program, chromiumSandbox: !isRoot, args: ['--disable-gpu'] });
  try {
    const load = ({ server, cookie }: Shown, path: string, isSignedIn: boolean) =>
      loadPage(browser, server, path, isSignedIn ? cookie : '');
    for (const [name, page, budgetKb] of [
      ["viewer's page", 'viewer', 85],
      ["organiser's app", 'organiser', 150],
    ] as const) {
      const ours: PageFigures[] = [];
      const theirs: PageFigures[] = [];
      for (let round = 0; round < rounds; round += 1) {
        ours.push(await load(shown, shown[page], page === 'organiser'));
        theirs.push(await load(former, former[page], page === 'organiser'));
      }
      add(report, { name, budgetKb, before, ours, theirs });
    }
    report.addTable({
      title: 'Without JavaScript',
      head: ['page', 'results shown'],
      rows: [["viewer's page", (await isShownWithoutScript(browser, shown.server, shown.viewer)) ? 'yes' : 'NO']],
    });
  } finally {
    await browser.close();
    for (const { server } of [shown, former]) await server.stop();
  }
}

/** A race of twenty who have all finished. */
async function showRace(options: OursOptions = {}): Promise<Shown> {
  const server = await startOurs(options);
  const { owner, races } = await setStage(server, { racers: 20, phones: 0 });
  const { eventId, racerIds, viewerKey } = races[0]!;
  await sendAll(
    owner,
    racerIds.flatMap((id) => [tap(eventId, 'start', id), tap(eventId, 'finish', id)]),
  );
  const organiser = `/timer?eventId=${eventId}`;
  return { server, cookie: owner.cookie, organiser, viewer: `${organiser}&guestViewerKey=${viewerKey}` };
}

interface MeasuredPage {
  readonly name: string;
  readonly budgetKb: number;
  readonly before: string;
  readonly ours: readonly PageFigures[];
  readonly theirs: readonly PageFigures[];
}

function add(report: Report, { name, budgetKb, before, ours, theirs }: MeasuredPage): void {
  const scripts = ours.map(({ files }) => sum(scriptsOf(files)));
  report.add({
    name: `${name}: KB of JavaScript until it is live (limit: the budget)`,
    ours: figureOf(scripts),
    limit: figureOf([budgetKb]),
    ratio: figureOf(scripts.map((kb) => kb / budgetKb)),
    aim: { of: 'ours', atMost: budgetKb },
  });
  const kinds = [
    // The font is loaded beside the rest, and may come before or after.
    ['KB but for the font until it is live', ({ files }: PageFigures) => sum(but(files, 'Font')), MOST_OF_BEFORE.kb],
    ['ms to the first result (slow 4G, processor slowed 4 times)', ({ resultMs }: PageFigures) => resultMs],
    ['ms until it is live', ({ readyMs }: PageFigures) => readyMs, MOST_OF_BEFORE.ms],
  ] as const;
  for (const [what, read, most] of kinds) {
    const [now, then] = [ours.map(read), theirs.map(read)];
    report.add({
      name: `${name}, limit: ${before}: ${what}`,
      ours: figureOf(now),
      limit: figureOf(then),
      ratio: ratioOf(now, then),
      ...(most !== undefined && { aim: { of: 'ratio', atMost: most } }),
    });
  }
  const heaviest = scriptsOf(ours[0]!.files).toSorted((one, other) => other.kb - one.kb);
  report.addTable({
    title: `The heaviest scripts: ${name}`,
    head: ['script', 'KB'],
    rows: heaviest.slice(0, MOST_SHOWN).map((file) => [file.name, file.kb.toFixed(1)]),
  });
}

const scriptsOf = (files: readonly LoadedFile[]) => files.filter(({ type }) => type === 'Script');
const but = (files: readonly LoadedFile[], type: string) => files.filter((file) => file.type !== type);
const sum = (files: readonly LoadedFile[]) => files.reduce((total, { kb }) => total + kb, 0);

async function isShownWithoutScript(browser: Browser, server: Ours, path: string): Promise<boolean> {
  const context = await newContext(browser, server, '', false);
  const page = await context.newPage();
  await page.goto(server.url + path);
  const isShown = await page.getByText(RESULT, { exact: true }).first().isVisible();
  await context.close();
  return isShown;
}
