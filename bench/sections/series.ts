import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { plainSeries } from '../../src/domain/series/rules.ts';
import { seriesPagePath, seriesPath } from '../../src/protocol/series.ts';
import { tap } from '../../tests/support/commands.ts';
import { createClient, type TestClient } from '../../tests/support/running-server.ts';
import { figureOf, ratioOf } from '../figures.ts';
import { type Ours, sendAll, setStage, startOurs } from '../ours.ts';
import { timeFirstResult } from '../page-load.ts';
import type { Report } from '../report.ts';

export interface SeriesPlan {
  readonly events: number;
  readonly racers: number;
}

/** A series opens in at most the time of one of its events twice over. */
const MOST_OF_EVENT = 2;
const TIMES = 5;

interface Opened {
  readonly first: number;
  readonly afterTap: number;
  readonly again: number;
  readonly kb: number;
}

/** A series beside one of its events: what the server needs for each, and how long a phone of the owner waits. */
export async function measureSeries(
  plan: SeriesPlan,
  rounds: number,
  executablePath: string,
  report: Report,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pushoff-bench-series-'));
  const isRoot = process.getuid?.() === 0;
  const browser = await chromium.launch({ executablePath, chromiumSandbox: !isRoot, args: ['--disable-gpu'] });
  const served: { series: Opened; event: Opened }[] = [];
  const shown: { series: number; event: number }[] = [];
  try {
    const first = await startOurs({ dataDir });
    const season = await makeSeason(first, plan);
    await first.stop();
    for (let round = 0; round < rounds; round += 1) {
      // A node that has just started knows none of the events.
      const server = await startOurs({ dataDir });
      const owner = createClient(server.url);
      owner.cookie = season.cookie;
      const [eventId] = season.eventIds;
      const change = () => sendAll(owner, [tap(eventId!, 'finish', season.racerIds[0]!)]);
      served.push({
        event: await open(owner, `/api/events/${eventId}`, change),
        series: await open(owner, seriesPath(season.seriesId), change),
      });
      shown.push({
        event: await timeFirstResult(browser, server, `/timer?eventId=${eventId}`, owner.cookie),
        series: await timeFirstResult(browser, server, seriesPagePath(season.seriesId), owner.cookie),
      });
      await server.stop();
    }
  } finally {
    await browser.close();
    await rm(dataDir, { recursive: true, force: true });
  }
  const add = (name: string, series: readonly number[], event: readonly number[], isAim: boolean) =>
    report.add({
      name: `a series of ${plan.events} events x ${plan.racers} racers: ${name} (limit: one of its events)`,
      ours: figureOf(series),
      limit: figureOf(event),
      ratio: ratioOf(series, event),
      aim: isAim ? { of: 'ratio', atMost: MOST_OF_EVENT } : undefined,
    });
  const ofPage = (read: 'series' | 'event') => shown.map((each) => each[read]);
  add('ms to the first result (slow 4G, processor slowed 4 times)', ofPage('series'), ofPage('event'), true);
  const parts = { first: 'ms of a node that does not know it', afterTap: 'ms after one more tap', again: 'ms, again' };
  for (const [part, name] of [...Object.entries(parts), ['kb', 'KB of the answer']] as [keyof Opened, string][]) {
    const of = (read: 'series' | 'event') => served.map((each) => each[read][part]);
    add(name, of('series'), of('event'), false);
  }
}

async function makeSeason(server: Ours, plan: SeriesPlan) {
  const { owner, races } = await setStage(server, { ...plan, phones: 0 });
  for (const { eventId, racerIds } of races) {
    const at = Date.now() - 3_600_000;
    await sendAll(
      owner,
      racerIds.flatMap((racerId, index) => [
        tap(eventId, 'start', racerId, { at }),
        tap(eventId, 'finish', racerId, { at: at + 600_000 + index * 1000 }),
      ]),
    );
  }
  const eventIds = races.map(({ eventId }) => eventId);
  const seriesId = randomUUID();
  const document = {
    name: 'Season',
    rules: { ...plainSeries, best: Math.ceil(plan.events / 2) },
    eventIds,
    helpers: [],
  };
  const reply = await fetch(new URL(seriesPath(seriesId), server.url), {
    method: 'PUT',
    headers: { cookie: owner.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ version: 0, document }),
  });
  if (!reply.ok) throw new Error(`The series was refused: ${await reply.text()}`);
  return { cookie: owner.cookie, eventIds, seriesId, racerIds: races[0]!.racerIds };
}

async function open(owner: TestClient, path: string, change: () => Promise<void>): Promise<Opened> {
  const read = async () => {
    const began = performance.now();
    const text = await (await owner.get(path)).text();
    return { ms: performance.now() - began, kb: text.length / 1024 };
  };
  const first = await read();
  const [afterTap, again]: [number[], number[]] = [[], []];
  for (let time = 0; time < TIMES; time += 1) {
    await change();
    afterTap.push((await read()).ms);
    again.push((await read()).ms);
  }
  return { first: first.ms, afterTap: figureOf(afterTap).median, again: figureOf(again).median, kb: first.kb };
}
