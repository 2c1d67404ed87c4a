import { word } from '../../../../domain/language.ts';
import type { StillOut } from '../../../../domain/results/still-out.ts';
import { formatClock } from '../../../../domain/timing/format.ts';
import { formatTimeOfDay } from '../../../../domain/timing/local-time.ts';
import { durationMs, type EpochMs } from '../../../../domain/units.ts';

export interface OutWords {
  readonly isOverdue: boolean;
  /** 'expected 18:31:07, in 04:12', 'expected 18:31:07, 02:10 ago', 'overdue by 03:10'. */
  readonly text: string;
}

/** When a racer is expected back, said at this moment. */
export function describeReturn({ expectedAt, overdueAt }: StillOut, now: EpochMs, timeZone: string): OutWords {
  if (overdueAt !== null && now >= overdueAt) {
    const late = expectedAt === null ? '' : ` by ${spanOf(now - expectedAt)}`;
    return { isOverdue: true, text: `${word('overdue')}${late}` };
  }
  if (expectedAt === null) return { isOverdue: false, text: 'no time to compare with yet' };
  const at = formatTimeOfDay(expectedAt, timeZone);
  const text =
    now <= expectedAt
      ? `${word('in')}\u00a0${spanOf(expectedAt - now)}`
      : `${spanOf(now - expectedAt)}\u00a0${word('ago')}`;
  return { isOverdue: false, text: `expected ${at}, ${text}` };
}

export function countOverdue(racers: readonly StillOut[], now: EpochMs): number {
  return racers.filter(({ overdueAt }) => overdueAt !== null && now >= overdueAt).length;
}

const spanOf = (ms: number): string => formatClock(durationMs(ms));
