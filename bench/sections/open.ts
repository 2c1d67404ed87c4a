import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { createClient } from '../../tests/support/running-server.ts';
import { tap } from '../../tests/support/commands.ts';
import { figureOf, ratioOf } from '../figures.ts';
import { sendAll, setStage, startOurs } from '../ours.ts';
import { loadPage, type PageFigures } from '../page-load.ts';
import { startPageProxy } from '../page-proxy.ts';
import type { Report } from '../report.ts';
import { lengthenLog } from '../seed.ts';
import { measureSeries, type SeriesPlan } from './series.ts';

export interface OpenPlan {
  readonly rounds: number;
  /** Lengths of the logs that are compared. */
  readonly changes: readonly [number, number];
  readonly series: SeriesPlan;
}

const RACERS = 100;
const TIMES = 5;
/** An event ten times as long opens in at most twice the time, for a viewer. */
const MOST_GROWTH = 2;
/** The organiser's board shows its first result in at most half the time that it took without its content. */
const MOST_OF_BEFORE = 0.5;

/** How long it takes until an event is open: for a viewer of a long log, on the organiser's own phone, and a whole series. */
export async function measureOpening(plan: OpenPlan, executablePath: string, report: Report): Promise<void> {
  const rounds: { few: Opened; many: Opened }[] = [];
  for (let round = 0; round < plan.rounds; round += 1) {
    const [few, many] = plan.changes;
    rounds.push({ few: await openForViewer(few), many: await openForViewer(many) });
  }
  reportGrowth(report, plan.changes, rounds);
  await measureOrganiser(plan.rounds, executablePath, report);
  await measureSeries(plan.series, plan.rounds, executablePath, report);
}

interface Opened {
  /** Milliseconds by what was done. */
  readonly ms: Readonly<Record<Way, number>>;
  readonly kb: number;
  /** The event with its whole log of taps, as viewers were sent it before, and admins are. */
  readonly wholeKb: number;
}

const ways = [
  'the page, by a node that does not know it',
  'the page, after one more tap',
  'its results, again',
] as const;
type Way = (typeof ways)[number];

async function openForViewer(length: number): Promise<Opened> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pushoff-bench-open-'));
  try {
    const first = await startOurs({ dataDir });
    const { owner, races } = await setStage(first, { racers: RACERS, phones: 0 });
    const { eventId, racerIds, viewerKey } = races[0]!;
    const taps = (line: 'start' | 'finish') => racerIds.map((racerId) => tap(eventId, line, racerId));
    await sendAll(owner, [...taps('start'), ...taps('finish')]);
    await first.stop();
    await lengthenLog(dataDir, eventId, length);
    const server = await startOurs({ dataDir });
    const [viewer, admin] = [createClient(server.url), createClient(server.url)];
    admin.cookie = owner.cookie;
    const read = async (client: typeof viewer, path: string) => (await client.get(path)).text();
    const page = `/timer?eventId=${eventId}&guestViewerKey=${viewerKey}`;
    // The program itself is warm: another event has been opened.
    await read(viewer, `/timer?eventId=${eventId}&guestViewerKey=wrong`);
    const cold = await timed(() => read(viewer, page));
    const again: number[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      await sendAll(admin, [tap(eventId, 'finish', racerIds[0]!)]);
      again.push((await timed(() => read(viewer, page))).ms);
    }
    const results: number[] = [];
    const path = `/api/events/${eventId}?key=${viewerKey}`;
    for (let time = 0; time < TIMES; time += 1) results.push((await timed(() => read(viewer, path))).ms);
    const whole = await read(admin, `/api/events/${eventId}`);
    await server.stop();
    const [known, unknown] = [figureOf(again).median, figureOf(results).median];
    const ms = { [ways[0]]: cold.ms, [ways[1]]: known, [ways[2]]: unknown } as Record<Way, number>;
    return { ms, kb: cold.value.length / 1024, wholeKb: whole.length / 1024 };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

function reportGrowth(
  report: Report,
  [few, many]: OpenPlan['changes'],
  rounds: readonly { readonly few: Opened; readonly many: Opened }[],
): void {
  const add = (name: string, read: (opened: Opened) => number, isAim: boolean) => {
    const [of, against] = [rounds.map((round) => read(round.many)), rounds.map((round) => read(round.few))];
    report.add({
      name: `an event of ${many} changes for a viewer: ${name} (limit: the same with ${few})`,
      ours: figureOf(of),
      limit: figureOf(against),
      ratio: ratioOf(of, against),
      aim: isAim ? { of: 'ratio', atMost: MOST_GROWTH } : undefined,
    });
  };
  add('KB of its page', ({ kb }) => kb, true);
  for (const way of ways) add(`ms for ${way}`, ({ ms }) => ms[way], true);
  add('KB of the event with all its taps, as viewers were sent it before', ({ wholeKb }) => wholeKb, false);
}

/** Both pages are sent by one server through one proxy, in turns: with what they will ask for, and as before. */
async function measureOrganiser(rounds: number, executablePath: string, report: Report): Promise<void> {
  const proxy = await startPageProxy();
  const server = await startOurs({ publicUrl: proxy.url });
  proxy.target = server.port;
  const isRoot = process.getuid?.() === 0;
  const browser = await chromium.launch({ executablePath, chromiumSandbox: !isRoot, args: ['--disable-gpu'] });
  try {
    const { owner, races } = await setStage({ ...server, url: proxy.url }, { racers: 20, phones: 0 });
    const { eventId, racerIds } = races[0]!;
    await sendAll(
      owner,
      racerIds.flatMap((id) => [tap(eventId, 'start', id), tap(eventId, 'finish', id)]),
    );
    const measured: { before: PageFigures; now: PageFigures }[] = [];
    const load = (isPlain: boolean) => {
      proxy.isPlain = isPlain;
      return loadPage(browser, proxy, `/timer?eventId=${eventId}`, owner.cookie);
    };
    for (let round = 0; round < rounds; round += 1) measured.push({ before: await load(true), now: await load(false) });
    const add = (name: string, read: (figures: PageFigures) => number, atMost?: number) => {
      const [before, now] = [measured.map((each) => read(each.before)), measured.map((each) => read(each.now))];
      report.add({
        name: `organiser's board: ${name} (limit: the page without its content)`,
        ours: figureOf(now),
        limit: figureOf(before),
        ratio: ratioOf(now, before),
        aim: atMost === undefined ? undefined : { of: 'ratio', atMost },
      });
    };
    add('ms to the first result (slow 4G, processor slowed 4 times)', ({ resultMs }) => resultMs, MOST_OF_BEFORE);
    add('ms until it is live', ({ readyMs }) => readyMs);
    add('files loaded until it is live', ({ files }) => files.filter(({ kb }) => kb > 0).length);
    add('KB until it is live', ({ files }) => files.reduce((sum, { kb }) => sum + kb, 0));
  } finally {
    await browser.close();
    await server.stop();
    proxy.stop();
  }
}

async function timed<Value>(work: () => Promise<Value>): Promise<{ ms: number; value: Value }> {
  const began = performance.now();
  const value = await work();
  return { ms: performance.now() - began, value };
}
