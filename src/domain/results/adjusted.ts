import type { HandicapRule, RaceFormat } from '../model/race-format.ts';
import type { Entry } from '../model/state.ts';
import { durationMs } from '../units.ts';
import { type Precision, publish } from '../model/precision.ts';
import type { Total } from './totals.ts';

/** A time with a handicap. */
export interface Adjusted {
  readonly by: HandicapRule;
  /**
   * With `time` and `plus`: the time without the handicap, in milliseconds; below zero for a racer who is faster than
   * their target. With `grade`: hundredths of a per cent, the larger the better.
   */
  readonly value: number;
}

/** The settings of an event that an adjusted time is made of. */
export interface Adjusting {
  readonly format: Pick<RaceFormat, 'handicap' | 'attempts'>;
  readonly precision: Precision;
}

/**
 * Made of the published time, so that everybody can check it by subtracting. `runs`: how many runs the time is the sum
 * of; the handicap is for one. Null without a time, a handicap, or a rule.
 */
export function adjust(
  { format, precision }: Adjusting,
  published: number | null,
  { handicap }: Pick<Entry, 'handicap'>,
  runs = 1,
): Adjusted | null {
  const by = format.handicap;
  if (by === null || published === null || handicap == null) return null;
  const ms = handicap.ms * runs;
  if (by !== 'grade') return { by, value: publish(durationMs(published - ms), precision) };
  // A standard of nothing, or a time of nothing, is a typing error and no grade.
  return published > 0 && ms > 0 ? { by, value: Math.round((ms / published) * 10_000) } : null;
}

/** Adjusts a total. A sum has the handicap once for each run; a best run, a last one and a mean are as long as one run. */
export function adjustTotal(event: Adjusting, { ms, of }: Pick<Total, 'ms' | 'of'>, entry: Entry): Adjusted | null {
  return adjust(event, ms, entry, event.format.attempts.counts === 'sum' ? of.length : 1);
}

export function isBefore(one: Adjusted, other: Adjusted): number {
  return one.by === 'grade' ? other.value - one.value : one.value - other.value;
}
