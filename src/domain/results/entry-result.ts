import { type Entry, type Tap, timeOf } from '../events/state.ts';
import { type DurationMs, durationMs, type EpochMs } from '../units.ts';
import { type Precision, publish } from './precision.ts';
import type { ResultStatus, Ruling } from './ruling.ts';

/**
 * `waiting`: a finish whose start has not arrived yet. `impossible`: a finish before its start; only a person can
 * settle it. `out`: a status other than OK, whatever the taps say.
 */
export type RacerState = 'inactive' | 'on-course' | 'finished' | 'waiting' | 'impossible' | 'out';

/** One attempt of one entry: what was measured, what was ruled about it, and what is published. */
export interface EntryResult {
  readonly entry: Entry;
  readonly attempt: number;
  readonly state: RacerState;
  readonly status: ResultStatus;
  readonly start: Tap | null;
  readonly finish: Tap | null;
  readonly startTime: EpochMs | null;
  readonly finishTime: EpochMs | null;
  /** From start to finish as measured; null while one of them is missing, or where the finish is before the start. */
  readonly gross: DurationMs | null;
  /** All penalties and bonuses together. */
  readonly penalty: DurationMs;
  /** Gross plus penalty, never below zero. */
  readonly net: DurationMs | null;
  /** The net time at the event's precision, as shown and ranked. Null for entries without a rank. */
  readonly duration: DurationMs | null;
  readonly isCorrected: boolean;
}

export function computeResult(
  entry: Entry,
  attempt: number,
  start: Tap | null,
  finish: Tap | null,
  { status, adjustments }: Ruling,
  precision: Precision,
): EntryResult {
  const startTime = start && timeOf(start);
  const finishTime = finish && timeOf(finish);
  const elapsed = startTime !== null && finishTime !== null ? finishTime - startTime : null;
  const gross = elapsed !== null && elapsed >= 0 ? durationMs(elapsed) : null;
  const penalty = durationMs(adjustments.reduce((sum, { ms }) => sum + ms, 0));
  const net = gross === null ? null : durationMs(Math.max(0, gross + penalty));
  const state = status === 'OK' ? stateOf(startTime, finishTime, elapsed) : 'out';
  return {
    entry,
    attempt,
    state,
    status,
    start,
    finish,
    startTime,
    finishTime,
    gross,
    penalty,
    net,
    duration: net !== null && state === 'finished' ? publish(net, precision) : null,
    isCorrected: start?.corrected != null || finish?.corrected != null,
  };
}

function stateOf(start: EpochMs | null, finish: EpochMs | null, elapsed: number | null): RacerState {
  if (elapsed !== null) return elapsed >= 0 ? 'finished' : 'impossible';
  if (start !== null) return 'on-course';
  return finish === null ? 'inactive' : 'waiting';
}
