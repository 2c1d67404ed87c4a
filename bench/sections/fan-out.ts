import { setTimeout as sleep } from 'node:timers/promises';
import { BEFORE, type Contestant, contestantsAgainst, LIMIT, OURS, type Running } from '../contestants.ts';
import { figureOf, inWords, ratioOf, withSpread } from '../figures.ts';
import { OUR_WARM_UP, PEERS_WARM_UP } from '../load-client.ts';
import { hold, letGo, processorTime, residentMemory } from '../processes.ts';
import type { Aim, Report } from '../report.ts';

const FIRST_VIEWERS = 1000;
const SETTLE_MS = 500;
/**
 * Pushoff puts more changes into a frame the more there are. Where each change is a frame of its own, more in flight
 * would only queue.
 */
const IN_FLIGHT = { ours: 512, others: 16 };
/** The most taps of each turn: all turns are in one event, where each of 5,000 racers starts and finishes once. */
const MOST_TOGETHER = 1200;
/** The time after a pause that is not measured. */
const WAKE_UP_MS = 300;

export interface FanOutPlan {
  /** The commit or the tag of the product that this one is compared with. */
  readonly before: string;
  readonly counts: readonly number[];
  /** The number of turns of Pushoff and the limit: even, because each is prepared first in half of them. */
  readonly turns: number;
  /** The number of turns of the other peers. */
  readonly peerTurns: number;
  readonly peerCounts: readonly number[];
  /** Default: all peers. */
  readonly peers?: readonly string[];
  readonly tapMs: number;
  readonly pacedMs: number;
  readonly warmUpMs: number;
}

interface Measured {
  readonly deliveries: number;
  readonly perProcessorSecond: number;
  readonly together: number;
  readonly togetherPerProcessorSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly memory: number;
  readonly connections: number;
  readonly connectionsPerProcessorSecond: number;
  readonly frameBytes: number;
  readonly missing: number;
  readonly lost: number;
}

const kinds = [
  'deliveries',
  'perProcessorSecond',
  'together',
  'togetherPerProcessorSecond',
  'p50',
  'p99',
  'memory',
  'connections',
  'connectionsPerProcessorSecond',
] as const;
type Kind = (typeof kinds)[number];

const words: Readonly<Record<Kind, string>> = {
  deliveries: 'deliveries/s, one change at a time',
  perProcessorSecond: "deliveries a second of the server's processor time",
  together: 'changes/s seen by all, many taps in flight',
  togetherPerProcessorSecond: "changes seen by all a second of the server's processor time, many taps in flight",
  p50: 'p50 ms at 2 taps/s',
  p99: 'p99 ms at 2 taps/s',
  memory: 'KB a viewer',
  connections: 'connections/s',
  connectionsPerProcessorSecond: "connections a second of the server's processor time",
};

/** Results by contestant and number of viewers, one for each turn. */
export type FanOutResults = ReadonlyMap<string, ReadonlyMap<number, readonly Measured[]>>;

/**
 * All contestants run with all their viewers at the same time, and all but one are held: a turn takes seconds, so that
 * a disturbance of a minute affects Pushoff and the limit alike. Who is prepared first comes out slower, by up to a tenth;
 * so in half of the turns those that are compared were prepared the other way round.
 */
export async function measureFanOut(plan: FanOutPlan, log: (line: string) => void): Promise<FanOutResults> {
  const contestants = contestantsAgainst(plan.before);
  const results = new Map(contestants.map(({ name }) => [name, new Map<number, Measured[]>()]));
  for (const viewers of plan.counts) {
    const main = contestants.filter(({ name }) => isMain(name));
    const all = contestants.filter((each) => takesPart(each, viewers, plan));
    let length = 0;
    const measureHalf = async (order: readonly Contestant[], turns: readonly number[]) => {
      const ready: Ready[] = [];
      try {
        for (const contestant of order) {
          const next = await prepare(contestant, viewers, length, plan);
          ready.push(next);
          // Pushoff is the first contestant of the first half, and sets the length of a frame.
          length ||= next.frameBytes;
        }
        for (const turn of turns) {
          const chosen = ready.filter(({ name }) => turn < plan.peerTurns || isMain(name));
          // Each turn begins with another contestant, so that none always comes after a pause.
          for (const each of [...chosen.slice(turn % chosen.length), ...chosen.slice(0, turn % chosen.length)]) {
            const measured = await measure(each, plan);
            const of = results.get(each.name)!;
            of.set(viewers, [...(of.get(viewers) ?? []), measured]);
            log(`${each.name}, ${viewers} viewers, turn ${turn + 1}: ${describe(measured)}`);
          }
        }
      } finally {
        for (const { running } of ready) {
          await letGo(running.child, running.load.child);
          await running.stop();
        }
      }
    };
    const turns = Array.from({ length: plan.turns }, (_, turn) => turn);
    await measureHalf(all, turns.slice(0, plan.turns / 2));
    await measureHalf(main.toReversed(), turns.slice(plan.turns / 2));
  }
  return results;
}

/** Those that are compared turn by turn. */
const isMain = (name: string): boolean => [OURS, BEFORE, LIMIT].includes(name);
const isOurs = (name: string): boolean => [OURS, BEFORE].includes(name);

function takesPart({ name }: Contestant, viewers: number, { peerCounts, peers }: FanOutPlan): boolean {
  return isMain(name) || (peerCounts.includes(viewers) && peers?.includes(name) !== false);
}

function describe(measured: Measured): string {
  const parts = kinds.map((kind) => `${inWords(measured[kind])} ${words[kind]}`);
  return [...parts, `${measured.missing} missing, ${measured.lost} lost`].join('; ');
}

interface Ready extends Arrivals, Pick<Measured, 'frameBytes'> {
  readonly name: string;
  readonly running: Running;
}

type Arrivals = Pick<Measured, 'memory' | 'connections' | 'connectionsPerProcessorSecond'>;

async function prepare(contestant: Contestant, viewers: number, length: number, plan: FanOutPlan): Promise<Ready> {
  const { name, start, startForArrivals } = contestant;
  let arrivals: Arrivals | undefined;
  if (startForArrivals !== undefined) {
    const small = await startForArrivals();
    arrivals = await fill(name, small, viewers, plan);
    await small.stop();
  }
  const running = await start(Math.round(length));
  const filled = await fill(name, running, viewers, plan);
  const { frameBytes } = await running.load.tap({ ms: plan.tapMs, inFlight: 1 });
  hold(running.child, running.load.child);
  return { name, running, ...(arrivals ?? filled), frameBytes };
}

/** Connects all viewers, and says what those after the first thousand cost. */
async function fill(name: string, running: Running, viewers: number, plan: FanOutPlan): Promise<Arrivals> {
  const first = Math.min(FIRST_VIEWERS, viewers);
  const connect = async (count: number) => {
    const used = processorTime(running.child);
    const { connections, seconds } = await running.load.connect(count);
    const busy = processorTime(running.child) - used;
    return { connections: connections / seconds, connectionsPerProcessorSecond: connections / busy };
  };
  const early = await connect(first);
  const warmUp = isOurs(name) ? { ...OUR_WARM_UP, from: 1 } : PEERS_WARM_UP;
  await running.load.warmUp({ ...warmUp, mostMs: plan.warmUpMs });
  if (viewers === first) return { memory: Number.NaN, ...early };
  const before = await settledMemory(running);
  const late = await connect(viewers);
  const memory = ((await settledMemory(running)) - before) / (viewers - first);
  return { memory, ...late };
}

async function measure(
  { name, running, frameBytes: _frameBytes, ...prepared }: Ready,
  plan: FanOutPlan,
): Promise<Measured> {
  const { child, load } = running;
  await letGo(child, load.child);
  await load.tap({ ms: WAKE_UP_MS, inFlight: 1 });
  const used = processorTime(child);
  const one = await load.tap({ ms: plan.tapMs, inFlight: 1 });
  const busy = processorTime(child) - used;
  const paced = await load.tap({ ms: plan.pacedMs, rate: 2 });
  const inFlight = isOurs(name) ? IN_FLIGHT.ours : IN_FLIGHT.others;
  const usedBefore = processorTime(child);
  const many = await load.tap({ ms: plan.tapMs, inFlight, most: MOST_TOGETHER });
  const busyTogether = processorTime(child) - usedBefore;
  hold(child, load.child);
  return {
    deliveries: one.deliveries / one.seconds,
    perProcessorSecond: one.deliveries / busy,
    together: many.seen / many.seconds,
    togetherPerProcessorSecond: many.seen / busyTogether,
    p50: paced.p50,
    p99: paced.p99,
    ...prepared,
    frameBytes: one.frameBytes,
    missing: one.missing + paced.missing + many.missing + one.doubled + paced.doubled + many.doubled,
    lost: many.lost,
  };
}

async function settledMemory({ child }: Running): Promise<number> {
  child.kill('SIGUSR2');
  await sleep(SETTLE_MS);
  return residentMemory(child);
}

/**
 * With fewer viewers a round of sending is so short that the tap's own work, which raw sockets do not have, is a large
 * part of it.
 */
const CROWD = 5000;
const crowdOnly: ReadonlySet<Kind> = new Set(['deliveries', 'connectionsPerProcessorSecond']);

const aims: Partial<Record<Kind, Aim>> = {
  deliveries: { of: 'ratio', atLeast: 0.95 },
  p99: { of: 'ratio', atMost: 1.2 },
  memory: { of: 'ratio', atMost: 1.1 },
  connectionsPerProcessorSecond: { of: 'ratio', atLeast: 0.35 },
  together: { of: 'ours', atLeast: 500 },
};

/** Not worse than before, as far as turns of a second can tell: by processor time, which a busy machine takes nothing of. */
const againstBefore: Partial<Record<Kind, Aim>> = {
  perProcessorSecond: { of: 'ratio', atLeast: 0.95 },
  togetherPerProcessorSecond: { of: 'ratio', atLeast: 0.95 },
  p99: { of: 'ratio', atMost: 1.2 },
};

export function reportFanOut(results: FanOutResults, plan: FanOutPlan, report: Report): void {
  const valuesOf = (name: string, viewers: number, kind: Kind) =>
    (results.get(name)!.get(viewers) ?? []).map((measured) => measured[kind]);
  const peers = [...results.keys()].filter((name) => !isMain(name));
  const aimOf = (kind: Kind, viewers: number): Aim | undefined =>
    crowdOnly.has(kind) && viewers < CROWD ? undefined : aims[kind];
  for (const viewers of plan.counts) {
    for (const kind of kinds) {
      const ours = valuesOf(OURS, viewers, kind);
      if (ours.some(Number.isNaN)) continue;
      const limit = valuesOf(LIMIT, viewers, kind);
      const isLess = kind === 'p50' || kind === 'p99' || kind === 'memory';
      const [best] = peers
        .map((name) => ({ name, values: valuesOf(name, viewers, kind) }))
        .filter(({ values }) => values.length > 0)
        .map(({ name, values }) => ({ name, figure: figureOf(values) }))
        .toSorted((one, other) => (isLess ? 1 : -1) * (one.figure.median - other.figure.median));
      report.add({
        name: `fan-out to ${viewers}: ${words[kind]}`,
        ours: figureOf(ours),
        limit: figureOf(limit),
        ratio: ratioOf(ours, limit),
        ...(best && { peer: best }),
        aim: aimOf(kind, viewers),
      });
      const before = valuesOf(BEFORE, viewers, kind);
      report.add({
        name: `fan-out to ${viewers}, limit: ${plan.before}: ${words[kind]}`,
        ours: figureOf(ours),
        limit: figureOf(before),
        ratio: ratioOf(ours, before),
        aim: viewers < CROWD ? undefined : againstBefore[kind],
      });
    }
  }
  const all = [...results].flatMap(([name, byCount]) =>
    [...byCount].map(([viewers, rounds]) => ({ name, viewers, rounds })),
  );
  report.addTable({
    title: 'Fan-out of one event, every contestant',
    head: [
      'contestant',
      'viewers',
      'turns',
      ...kinds.map((kind) => words[kind]),
      'text bytes a frame',
      'missing',
      'viewers lost',
    ],
    rows: all.map(({ name, viewers, rounds }) => [
      name,
      String(viewers),
      String(rounds.length),
      ...kinds.map((kind) => withSpread(figureOf(rounds.map((measured) => measured[kind])))),
      inWords(figureOf(rounds.map(({ frameBytes }) => frameBytes)).median),
      String(rounds.reduce((sum, { missing }) => sum + missing, 0)),
      String(rounds.reduce((sum, { lost }) => sum + lost, 0)),
    ]),
    notes: [
      'Ours includes HTTP, the session, the rights, the durable commit on SQLite and the view for spectators; only feathers stores anything beside it. Where changes travel together, ' +
        `a viewer receives several in one frame (${IN_FLIGHT.ours} taps in flight; ${IN_FLIGHT.others} for the others, which send each change by itself). Missing counts gaps, doubles and taps that some viewer never got.`,
    ],
  });
}
