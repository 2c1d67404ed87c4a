import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '../../src/server/storage/engine.ts';
import { openStorage } from '../../src/server/storage/database.ts';
import { createTestDatabase, engines, quiet } from '../../tests/support/database.ts';
import { optionsOf, type OursPlan, startOursWithLoad } from '../contestants.ts';
import { figureOf, inWords, ratioOf } from '../figures.ts';
import { OUR_WARM_UP, roomIn } from '../load-client.ts';
import { benchFile, databaseTime, end, hear, processorTime, SERVER_CORE, startPinned } from '../processes.ts';
import type { Report } from '../report.ts';

const VIEWERS = 1000;
const IN_FLIGHT = 128;
/**
 * Pushoff parses, authorises, prices and records each command in the same transaction; the bare driver only inserts a
 * row.
 */
const LEAST_OF_DRIVER = 0.15;
/** Not slower than before, as far as seconds can tell. */
const LEAST_OF_BEFORE = 0.95;
export interface TapsPlan {
  /** The commit or the tag of the product that this one is compared with. */
  readonly before: string;
  readonly rounds: number;
  readonly tapMs: number;
  readonly eventCounts: readonly number[];
  readonly warmUpMs: number;
}

/** Measures durable taps a second while people watch, beside the bare driver storing as many rows in equal batches. */
export async function measureTaps(plan: TapsPlan, report: Report, log: (line: string) => void): Promise<void> {
  const release = await optionsOf(plan.before);
  for (const engine of engines) {
    for (const events of plan.eventCounts) {
      const rates: number[] = [];
      const limits: number[] = [];
      const busy: number[] = [];
      const busyLimits: number[] = [];
      const busyBefore: number[] = [];
      const delays: number[] = [];
      let missing = 0;
      for (let round = 0; round < plan.rounds; round += 1) {
        const ours = await measureOurs(engine, events, plan);
        const before = await measureOurs(engine, events, plan, release);
        const limit = await measureDriver(engine, events, ours.batch, plan.tapMs / 2);
        rates.push(ours.rate);
        limits.push(limit.rate);
        busy.push(ours.perProcessorSecond);
        busyLimits.push(limit.perProcessorSecond);
        busyBefore.push(before.perProcessorSecond);
        delays.push(ours.p99);
        missing += ours.missing;
        log(
          `${engine}, ${events} events: ${inWords(ours.rate)} taps/s, p99 ${inWords(ours.p99)} ms, ` +
            `${ours.batch} a commit, ${ours.missing} missing; driver ${inWords(limit.rate)}/s; microseconds of the ` +
            `processor a tap: server ${inWords(ours.serverUs)}, database ${inWords(ours.databaseUs)}, before ` +
            `${inWords(before.serverUs)} and ${inWords(before.databaseUs)}, ` +
            `driver ${inWords(1e6 / limit.perProcessorSecond)}`,
        );
      }
      const what = `${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, ${events === 1 ? '1 event' : `${events} events`}`;
      const common = { ours: figureOf(rates), limit: figureOf(limits), ratio: ratioOf(rates, limits) };
      report.add({ name: `${what}: durable taps/s`, ...common, aim: { of: 'ratio', atLeast: LEAST_OF_DRIVER } });
      report.add({
        name: `${what}: durable taps a second of the processor's time, server and database`,
        ours: figureOf(busy),
        limit: figureOf(busyLimits),
        ratio: ratioOf(busy, busyLimits),
        aim: { of: 'ratio', atLeast: LEAST_OF_DRIVER },
      });
      report.add({
        name: `${what}, limit: ${plan.before}: durable taps a second of the processor's time, server and database`,
        ours: figureOf(busy),
        limit: figureOf(busyBefore),
        ratio: ratioOf(busy, busyBefore),
        aim: { of: 'ratio', atLeast: LEAST_OF_BEFORE },
      });
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

async function measureOurs(
  engine: Engine,
  events: number,
  { tapMs, warmUpMs }: TapsPlan,
  release: Pick<OursPlan, 'entry' | 'schema'> = {},
) {
  const database = await createTestDatabase(engine);
  const { racers, room } = roomIn(events);
  const running = await startOursWithLoad({
    databaseUrl: database.databaseUrl,
    events,
    racers,
    rehearsal: true,
    ...release,
  });
  try {
    await running.load.connect(VIEWERS);
    // Most of what the compiler does is over before the viewers' own events, where there is less room for taps.
    await running.load.warmUp({ ...OUR_WARM_UP, from: events, mostMs: warmUpMs });
    await running.load.warmUp({ ...OUR_WARM_UP, topics: events, mostMs: warmUpMs, room });
    const began = Date.now();
    const used = await timeOf(running.child, database.databaseUrl);
    const result = await running.load.tap({ ms: tapMs, inFlight: IN_FLIGHT, topics: events, most: room });
    const usedSince = await timeOf(running.child, database.databaseUrl);
    const commits = await countCommits(running.server.dataDir, database.databaseUrl, began);
    const { answered, seconds, p99, missing, doubled } = result;
    const [server, stored] = [usedSince.process - used.process, usedSince.database - used.database];
    return {
      rate: answered / seconds,
      perProcessorSecond: answered / (server + stored),
      serverUs: (server / answered) * 1e6,
      databaseUs: (stored / answered) * 1e6,
      p99,
      missing: missing + doubled,
      batch: Math.max(1, Math.round(answered / Math.max(1, commits))),
    };
  } finally {
    await running.stop();
    await database.remove();
  }
}

/** The processor's time so far, in seconds: of a process, and of all processes of its PostgreSQL. */
async function timeOf(child: ChildProcess, databaseUrl: string | undefined) {
  return {
    process: processorTime(child),
    database: databaseUrl === undefined ? 0 : await databaseTime(databaseUrl),
  };
}

/** All rows of a transaction carry one time: the number of different times is the number of commits. */
export async function countCommits(dataDir: string, databaseUrl: string | undefined, since: number): Promise<number> {
  const storage = await openStorage({ dataDir, databaseUrl }, quiet);
  const { commits } = await storage.db
    .selectFrom('receipts')
    .select((column) => column.fn.count('createdAt').distinct().as('commits'))
    .where('createdAt', '>=', since)
    .executeTakeFirstOrThrow();
  await storage.close();
  return Number(commits);
}

async function measureDriver(engine: Engine, events: number, batch: number, ms: number) {
  const database = await createTestDatabase(engine);
  const folder = await mkdtemp(join(tmpdir(), 'pushoff-driver-'));
  try {
    const target = database.databaseUrl ?? folder;
    const args = [benchFile('peers/bare-driver.mjs'), engine, target, String(batch), String(ms), String(events)];
    const child = startPinned({ core: SERVER_CORE, args });
    await hear(child);
    const used = await timeOf(child, database.databaseUrl);
    const done = hear<{ taps: number; seconds: number }>(child);
    child.send('go');
    const { taps, seconds } = await done;
    const usedSince = await timeOf(child, database.databaseUrl);
    await end(child, 'SIGKILL');
    const busy = usedSince.process - used.process + usedSince.database - used.database;
    return { rate: taps / seconds, perProcessorSecond: taps / busy };
  } finally {
    await database.remove();
    await rm(folder, { recursive: true, force: true });
  }
}
