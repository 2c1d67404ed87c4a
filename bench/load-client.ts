import type { ChildProcess } from 'node:child_process';
import type { Place } from './load/viewers.mjs';
import type { TapPlace } from './load/taps.mjs';
import type { Order } from './load/main.mjs';
import { benchFile, end, hear, LOAD_CORE, startPinned } from './processes.ts';

export interface TapResult {
  readonly sent: number;
  readonly answered: number;
  /** Changes seen by every viewer. */
  readonly seen: number;
  readonly seconds: number;
  readonly deliveries: number;
  readonly frames: number;
  readonly frameBytes: number;
  readonly answerMs: number;
  readonly missing: number;
  readonly doubled: number;
  readonly lost: number;
  /** False where the time was over before the taps had alternated: that is a burst, not a rate. */
  readonly isSteady: boolean;
  readonly p50: number;
  readonly p99: number;
}

export interface TapPlan {
  readonly ms: number;
  readonly inFlight?: number;
  readonly rate?: number;
  /** The number of events to tap in turn. */
  readonly topics?: number;
  readonly from?: number;
  /** The most taps in all, because an event takes 20,000 changes. */
  readonly most?: number;
}

export interface WarmUpPlan extends Omit<TapPlan, 'ms'> {
  readonly taps: number;
  readonly mostMs: number;
  /** The most taps in all; default: what leaves room in each event's log for the measured ones. */
  readonly room?: number;
}

export interface LoadClient {
  connect(viewers: number): Promise<{ readonly connections: number; readonly seconds: number }>;
  tap(plan: TapPlan): Promise<TapResult>;
  /** Taps until the rate no longer grows, and at least this many times. */
  warmUp(plan: WarmUpPlan): Promise<void>;
  /** The process of the load, to be held while others are measured. */
  readonly child: ChildProcess;
  close(): Promise<void>;
}

/**
 * A server is compiled while it runs. Pushoff, with HTTP, rights and storage, answers less than half as many taps in
 * its first seconds as after ten; a loop that writes to sockets is fast at once. The bench measures the long run, not
 * the first second.
 */
const WARM_UP_STEP_MS = 400;
const STEPS_TO_COMPARE = 3;
/** The most warm-up taps in each event, so that there is room for the measured ones. */
const MOST_WARM_UP_TAPS = 8000;
/**
 * Viewers are sent the taps that count, and a racer has two of those: any more would be in flight for ever. Half of them
 * are for the warm-up.
 */
const COUNTING_TAPS = 20_000;
const MOST_RACERS = 5000;
const LEAST_RACERS = 10;
/** The racers of each of so many events, and the most taps that may be measured in all. */
export function roomIn(events: number): { readonly racers: number; readonly room: number } {
  const racers = Math.max(LEAST_RACERS, Math.min(MOST_RACERS, Math.floor(COUNTING_TAPS / 2 / events)));
  return { racers, room: racers * events };
}
/** After this many taps Pushoff is compiled; the peers have hardly any code to compile. */
export const OUR_WARM_UP = { taps: 5000, inFlight: 96 } as const;
export const PEERS_WARM_UP = { taps: 0, inFlight: 16 } as const;

/** Whether the last steps were faster than those before. */
function isGrowing(rates: readonly number[]): boolean {
  const before = rates.slice(0, -STEPS_TO_COMPARE);
  return before.length === 0 || Math.max(...rates.slice(-STEPS_TO_COMPARE)) > 1.02 * Math.max(...before);
}

export async function startLoad(place: Place, taps: TapPlace): Promise<LoadClient> {
  const child = startPinned({ core: LOAD_CORE, args: [benchFile('load/main.mjs')] });
  async function ask<Answer>(order: Order): Promise<Answer> {
    const answered = hear<{ answer: Answer; error?: string }>(child);
    child.send(order);
    const { answer, error } = await answered;
    if (error !== undefined) throw new Error(error);
    return answer;
  }
  await ask({ name: 'open', place, taps });
  const tap = (plan: TapPlan) => ask<TapResult>({ name: 'tap', ...plan });
  return {
    connect: (viewers) => ask({ name: 'connect', viewers }),
    async tap(plan) {
      const result = await tap(plan);
      if (!result.isSteady) console.error(`NOT A RATE: only ${result.sent} taps with ${plan.inFlight} in flight`);
      return result;
    },
    async warmUp({ taps: least, mostMs, room: given, ...plan }) {
      const rates: number[] = [];
      const room = given ?? MOST_WARM_UP_TAPS * (plan.topics ?? 1);
      let count = 0;
      const end = performance.now() + mostMs;
      while ((count < least || isGrowing(rates)) && count < room && performance.now() < end) {
        const { seen, seconds } = await tap({ ...plan, ms: WARM_UP_STEP_MS, most: room - count });
        count += seen;
        rates.push(seen / seconds);
      }
    },
    child,
    close: () => end(child),
  };
}
