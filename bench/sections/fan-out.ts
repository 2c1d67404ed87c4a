import { setTimeout as sleep } from 'node:timers/promises';
import { type Contestant, contestants, LIMIT, OURS, type Running } from '../contestants.ts';
import { figureOf, inWords, ratioOf, withSpread } from '../figures.ts';
import { OUR_WARM_UP, PEERS_WARM_UP } from '../load-client.ts';
import { processorTime, residentMemory } from '../processes.ts';
import type { Report } from '../report.ts';

const FIRST_VIEWERS = 1000;
const SETTLE_MS = 500;
/** Ours tells more at a time the more there is to tell. Where each change is a frame of its own, more of them would wait in line. */
const IN_FLIGHT = { ours: 256, others: 16 };
/** What the text of our frame was long when this was written; measured anew in each round. */
const USUAL_LENGTH = 519;

export interface FanOutPlan {
  readonly counts: readonly number[];
  readonly rounds: number;
  /** How often the peers that are neither ours nor the limit run. */
  readonly peerRounds: number;
  readonly peerCounts: readonly number[];
  /** All of them where this is not said. */
  readonly peers?: readonly string[];
  readonly tapMs: number;
  readonly pacedMs: number;
  readonly warmUpMs: number;
}

interface Measured {
  readonly deliveries: number;
  readonly perProcessorSecond: number;
  readonly together: number;
  readonly p50: number;
  readonly p99: number;
  readonly memory: number;
  readonly connections: number;
  readonly frameBytes: number;
  readonly missing: number;
  readonly lost: number;
}

const kinds = ['deliveries', 'perProcessorSecond', 'together', 'p50', 'p99', 'memory', 'connections'] as const;
type Kind = (typeof kinds)[number];

const words: Readonly<Record<Kind, string>> = {
  deliveries: 'deliveries/s, one change at a time',
  perProcessorSecond: "deliveries a second of the server's processor time",
  together: 'changes/s seen by all, many taps in flight',
  p50: 'p50 ms at 2 taps/s',
  p99: 'p99 ms at 2 taps/s',
  memory: 'KB a viewer',
  connections: 'connections/s',
};

/** By contestant and number of viewers, one for each round. */
export type FanOutResults = ReadonlyMap<string, ReadonlyMap<number, readonly Measured[]>>;

export async function measureFanOut(plan: FanOutPlan, log: (line: string) => void): Promise<FanOutResults> {
  const results = new Map(contestants.map(({ name }) => [name, new Map<number, Measured[]>()]));
  let length = USUAL_LENGTH;
  for (const viewers of plan.counts) {
    for (let round = 0; round < plan.rounds; round += 1) {
      const chosen = contestants.filter(
        ({ name }) =>
          name === OURS ||
          name === LIMIT ||
          (round < plan.peerRounds && plan.peerCounts.includes(viewers) && plan.peers?.includes(name) !== false),
      );
      // Each round begins with another: none is always the one that comes after a rest.
      for (const contestant of [...chosen.slice(round % chosen.length), ...chosen.slice(0, round % chosen.length)]) {
        const measured = await measure(contestant, viewers, length, plan);
        if (contestant.name === OURS) length = Math.round(measured.frameBytes);
        const of = results.get(contestant.name)!;
        of.set(viewers, [...(of.get(viewers) ?? []), measured]);
        log(`${contestant.name}, ${viewers} viewers, round ${round + 1}: ${describe(measured)}`);
      }
    }
  }
  return results;
}

function describe(measured: Measured): string {
  const parts = kinds.map((kind) => `${inWords(measured[kind])} ${words[kind]}`);
  return [...parts, `${measured.missing} missing, ${measured.lost} lost`].join('; ');
}

async function measure(contestant: Contestant, viewers: number, length: number, plan: FanOutPlan): Promise<Measured> {
  const running = await contestant.start(length);
  try {
    const first = Math.min(FIRST_VIEWERS, viewers);
    let connecting = await running.load.connect(first);
    const warmUp = contestant.name === OURS ? { ...OUR_WARM_UP, from: 1 } : PEERS_WARM_UP;
    await running.load.warmUp({ ...warmUp, mostMs: plan.warmUpMs });
    const before = await settledMemory(running);
    let memory = Number.NaN;
    if (viewers > first) {
      connecting = await running.load.connect(viewers);
      memory = ((await settledMemory(running)) - before) / (viewers - first);
    }
    await running.load.tap({ ms: plan.tapMs / 2, inFlight: 1 });
    const used = processorTime(running.child);
    const one = await running.load.tap({ ms: plan.tapMs, inFlight: 1 });
    const busy = processorTime(running.child) - used;
    const paced = await running.load.tap({ ms: plan.pacedMs, rate: 2 });
    const inFlight = contestant.name === OURS ? IN_FLIGHT.ours : IN_FLIGHT.others;
    const many = await running.load.tap({ ms: plan.tapMs, inFlight });
    return {
      deliveries: one.deliveries / one.seconds,
      perProcessorSecond: one.deliveries / busy,
      together: many.seen / many.seconds,
      p50: paced.p50,
      p99: paced.p99,
      memory,
      connections: connecting.connections / connecting.seconds,
      frameBytes: one.frameBytes,
      missing: one.missing + paced.missing + many.missing + one.doubled + paced.doubled + many.doubled,
      lost: many.lost,
    };
  } finally {
    await running.stop();
  }
}

async function settledMemory({ child }: Running): Promise<number> {
  child.kill('SIGUSR2');
  await sleep(SETTLE_MS);
  return residentMemory(child);
}

export function reportFanOut(results: FanOutResults, plan: FanOutPlan, report: Report): void {
  const valuesOf = (name: string, viewers: number, kind: Kind) =>
    (results.get(name)!.get(viewers) ?? []).map((measured) => measured[kind]);
  const peers = contestants.map(({ name }) => name).filter((name) => name !== OURS && name !== LIMIT);
  const aims: Partial<Record<Kind, (viewers: number) => object>> = {
    deliveries: () => ({ aim: { of: 'ratio', atLeast: 0.9 } }),
    p99: () => ({ aim: { of: 'ratio', atMost: 1.2 } }),
    memory: () => ({ aim: { of: 'ours', atMost: 8 } }),
    together: () => ({ aim: { of: 'ours', atLeast: 500 } }),
  };
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
        ...aims[kind]?.(viewers),
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
      'rounds',
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
