import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '../../src/server/storage/engine.ts';
import { openStorage } from '../../src/server/storage/database.ts';
import { createTestDatabase, engines, quiet } from '../../tests/support/database.ts';
import { startOursWithLoad } from '../contestants.ts';
import { figureOf, inWords, ratioOf } from '../figures.ts';
import { OUR_WARM_UP } from '../load-client.ts';
import { benchFile, hear, SERVER_CORE, startPinned } from '../processes.ts';
import type { Report } from '../report.ts';

const VIEWERS = 1000;
const IN_FLIGHT = 128;
const RACERS = 50;
/**
 * Pushoff parses, authorises, prices and records each command in the same transaction; the bare driver only inserts a
 * row.
 */
const LEAST_OF_DRIVER = 0.15;
/** The most measured taps of each event, which has the warm-up taps by then and takes 20,000 changes in all. */
const MOST_TAPS = 8000;

export interface TapsPlan {
  readonly rounds: number;
  readonly tapMs: number;
  readonly eventCounts: readonly number[];
  readonly warmUpMs: number;
}

/** Measures durable taps a second while people watch, beside the bare driver storing as many rows in equal batches. */
export async function measureTaps(plan: TapsPlan, report: Report, log: (line: string) => void): Promise<void> {
  for (const engine of engines) {
    for (const events of plan.eventCounts) {
      const rates: number[] = [];
      const limits: number[] = [];
      const delays: number[] = [];
      let missing = 0;
      for (let round = 0; round < plan.rounds; round += 1) {
        const ours = await measureOurs(engine, events, plan);
        const limit = await measureDriver(engine, events, ours.batch, plan.tapMs / 2);
        rates.push(ours.rate);
        limits.push(limit);
        delays.push(ours.p99);
        missing += ours.missing;
        log(
          `${engine}, ${events} events: ${inWords(ours.rate)} taps/s, p99 ${inWords(ours.p99)} ms, ` +
            `${ours.batch} a commit, ${ours.missing} missing; driver ${inWords(limit)}/s`,
        );
      }
      const what = `${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, ${events === 1 ? '1 event' : `${events} events`}`;
      const common = { ours: figureOf(rates), limit: figureOf(limits), ratio: ratioOf(rates, limits) };
      report.add({ name: `${what}: durable taps/s`, ...common, aim: { of: 'ratio', atLeast: LEAST_OF_DRIVER } });
      if (events === 1 && engine === 'sqlite') {
        report.add({ name: `${what}: durable taps/s`, ours: common.ours, aim: { of: 'ours', atLeast: 500 } });
      }
      report.add({
        name: `${what}: p99 ms from tap to every viewer, ${missing} missing`,
        ours: figureOf(delays),
        aim: { of: 'ours', atMost: 300 },
      });
    }
  }
}

async function measureOurs(engine: Engine, events: number, { tapMs, warmUpMs }: TapsPlan) {
  const database = await createTestDatabase(engine);
  const running = await startOursWithLoad({ databaseUrl: database.databaseUrl, events, racers: RACERS });
  try {
    await running.load.connect(VIEWERS);
    await running.load.warmUp({ ...OUR_WARM_UP, topics: events, mostMs: warmUpMs });
    const began = Date.now();
    const result = await running.load.tap({ ms: tapMs, inFlight: IN_FLIGHT, topics: events, most: MOST_TAPS * events });
    const commits = await countCommits(running.server.dataDir, database.databaseUrl, began);
    const { answered, seconds, p99, missing, doubled } = result;
    return {
      rate: answered / seconds,
      p99,
      missing: missing + doubled,
      batch: Math.max(1, Math.round(answered / Math.max(1, commits))),
    };
  } finally {
    await running.stop();
    await database.remove();
  }
}

/** All rows of a transaction carry one time: the number of different times is the number of commits. */
async function countCommits(dataDir: string, databaseUrl: string | undefined, since: number): Promise<number> {
  const storage = await openStorage({ dataDir, databaseUrl }, quiet);
  const { commits } = await storage.db
    .selectFrom('receipts')
    .select((column) => column.fn.count('createdAt').distinct().as('commits'))
    .where('createdAt', '>=', since)
    .executeTakeFirstOrThrow();
  await storage.close();
  return Number(commits);
}

async function measureDriver(engine: Engine, events: number, batch: number, ms: number): Promise<number> {
  const database = await createTestDatabase(engine);
  const folder = await mkdtemp(join(tmpdir(), 'pushoff-driver-'));
  try {
    const target = database.databaseUrl ?? folder;
    const args = [benchFile('peers/bare-driver.mjs'), engine, target, String(batch), String(ms), String(events)];
    const child = startPinned({ core: SERVER_CORE, args });
    const { taps, seconds } = await hear<{ taps: number; seconds: number }>(child);
    return taps / seconds;
  } finally {
    await database.remove();
    await rm(folder, { recursive: true, force: true });
  }
}
