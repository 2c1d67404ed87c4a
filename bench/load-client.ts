import type { Place } from './load/viewers.mjs';
import type { TapPlace } from './load/taps.mjs';
import type { Order } from './load/main.mjs';
import { benchFile, end, hear, LOAD_CORE, startPinned } from './processes.ts';

export interface TapResult {
  readonly sent: number;
  readonly answered: number;
  /** By every viewer. */
  readonly seen: number;
  readonly seconds: number;
  readonly deliveries: number;
  readonly frames: number;
  readonly frameBytes: number;
  readonly answerMs: number;
  readonly missing: number;
  readonly doubled: number;
  readonly lost: number;
  /** False where the time was over before the taps had taken turns: that is a burst, not a rate. */
  readonly isSteady: boolean;
  readonly p50: number;
  readonly p99: number;
}

export interface TapPlan {
  readonly ms: number;
  readonly inFlight?: number;
  readonly rate?: number;
  readonly topics?: number;
}

export interface LoadClient {
  connect(viewers: number): Promise<{ readonly connections: number; readonly seconds: number }>;
  tap(plan: TapPlan): Promise<TapResult>;
  close(): Promise<void>;
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
  return {
    connect: (viewers) => ask({ name: 'connect', viewers }),
    async tap(plan) {
      const result = await ask<TapResult>({ name: 'tap', ...plan });
      if (!result.isSteady) console.error(`NOT A RATE: only ${result.sent} taps with ${plan.inFlight} in flight`);
      return result;
    },
    close: () => end(child),
  };
}
