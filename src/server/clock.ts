import { type EpochMs, epochMs } from '../domain/units.ts';

export interface Clock {
  now(): EpochMs;
}

export const systemClock: Clock = { now: () => epochMs(Date.now()) };

/** Clock that corrects itself against another source of time. */
export interface MeasuredClock extends Clock {
  measure(): Promise<void>;
  stop(): void;
}

const MEASURE_EVERY_MS = 30_000;
const EXCHANGES = 5;

/**
 * Nodes on one database hand out one time: that of the database. Between two measurements a node follows its monotonic
 * clock, so that a step of its wall clock reaches no page.
 */
export function createMeasuredClock(
  askTime: () => Promise<number>,
  onFailure: (error: unknown) => void,
  monotonic: () => number = () => performance.now(),
): MeasuredClock {
  let base = Date.now() - monotonic();

  async function measure(): Promise<void> {
    let quickest = Number.POSITIVE_INFINITY;
    for (let exchange = 0; exchange < EXCHANGES; exchange += 1) {
      const sent = monotonic();
      const told = await askTime();
      const received = monotonic();
      if (received - sent >= quickest) continue;
      quickest = received - sent;
      base = told - (sent + received) / 2;
    }
  }
  const timer = setInterval(() => void measure().catch(onFailure), MEASURE_EVERY_MS);
  timer.unref();
  return { now: () => epochMs(Math.round(base + monotonic())), measure, stop: () => clearInterval(timer) };
}
