import type { Attempts } from '../model/race-format.ts';
import { durationMs } from '../units.ts';
import { type Precision, publish } from '../model/precision.ts';
import { type ResultStatus, statuses } from '../model/ruling.ts';

/** Result of all attempts of one racer together. */
export interface Total {
  /** Time at the event's precision, by which ranks are given; null without a rank. */
  readonly ms: number | null;
  /** The attempts that the total is made of. */
  readonly of: readonly number[];
  /** The attempts without a time that keep the racer from a total. */
  readonly missing: readonly number[];
  /** Status of the racer in the event; OK with a total. */
  readonly status: ResultStatus;
}

/** An attempt's part of the total. */
export interface Run {
  /** Published time; null without a rank in that attempt. */
  readonly ms: number | null;
  readonly status: ResultStatus;
}

/**
 * `runs`: every attempt, the first one first. A sum or a mean is made of all attempts up to the one that is timed now:
 * before the second has begun, the first alone is ranked.
 */
export function totalOf(runs: readonly Run[], attempts: Attempts, precision: Precision): Total {
  const total = timeOf(runs, attempts, precision);
  return { ...total, status: total.ms === null ? statusOf(runs, attempts) : 'OK' };
}

/**
 * The status of a racer without a total. Where every attempt counts, the first one that was ruled has ended the race. Where
 * one counts, it is the status that is listed first: a racer who did not finish once and did not start again did not
 * finish.
 */
function statusOf(runs: readonly Run[], { counts, current }: Attempts): ResultStatus {
  const ruled = runs
    .slice(0, current)
    .map(({ status }) => status)
    .filter((status) => status !== 'OK') as ResultStatus[];
  if (counts === 'sum' || counts === 'mean') return ruled[0] ?? 'OK';
  return statuses.find((status) => ruled.includes(status)) ?? 'OK';
}

function timeOf(given: readonly Run[], { count, counts, current }: Attempts, precision: Precision) {
  const runs = given.slice(0, count).map(({ ms }, index) => ({ ms, attempt: index + 1 }));
  const timed = runs.filter((run): run is { ms: number; attempt: number } => run.ms !== null);
  const begun = runs.slice(0, current);
  if (counts === 'sum' || counts === 'mean') {
    const missing = begun.flatMap(({ ms, attempt }) => (ms === null ? [attempt] : []));
    if (missing.length > 0) return { ms: null, of: [], missing };
    const sum = begun.reduce((total, { ms }) => total + ms!, 0);
    const ms = counts === 'sum' ? sum : publish(durationMs(sum / begun.length), precision);
    return { ms, of: begun.map(({ attempt }) => attempt), missing };
  }
  if (timed.length === 0) return { ms: null, of: [], missing: begun.map(({ attempt }) => attempt) };
  const chosen = timed.reduce((one, other) => (counts === 'last' || other.ms < one.ms ? other : one));
  return { ms: chosen.ms, of: [chosen.attempt], missing: [] };
}
