import type { RaceSettings } from '../model/race-settings.ts';
import type { Entry, Slot, Tap } from '../model/state.ts';
import { type DurationMs, durationMs, type EpochMs } from '../units.ts';
import { type Precision, publish } from '../model/precision.ts';
import { outsideTimeOf, type ResultStatus, type Ruling } from '../model/ruling.ts';

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
  /** Measured time from start to finish; null while one of them is missing, or where the finish is before the start. */
  readonly gross: DurationMs | null;
  /** All penalties and bonuses together. */
  readonly penalty: DurationMs;
  /** Gross plus penalty, never below zero. */
  readonly net: DurationMs | null;
  /** The net time at the event's precision, as shown and ranked. Null for entries without a rank. */
  readonly duration: DurationMs | null;
  /** See `outsideTimeOf`; of several attempts together there is none. */
  readonly outsideTime: DurationMs | null;
  /** The step in which times of the event are published. */
  readonly unit: DurationMs;
  readonly isCorrected: boolean;
  /** Somebody has said that this time is right. */
  readonly isChecked: boolean;
  /** A start outside of the event's window around the start list. */
  readonly startFlag: StartFlag | null;
}

type StartFlag = 'early' | 'late';

/** The taps of an attempt and their times. */
export interface Measured {
  readonly start: Tap | null;
  readonly finish: Tap | null;
  /** Start by the taps; the start list may say otherwise. */
  readonly startTime: EpochMs | null;
  readonly finishTime: EpochMs | null;
}

export function computeResult(
  entry: Entry,
  attempt: number,
  measured: Measured,
  { status, adjustments, checked }: Ruling,
  precision: Precision,
  race: RaceSettings,
): EntryResult {
  const { start, finish, finishTime } = measured;
  const slot = slotIn(entry, attempt);
  const startTime = startOf(slot, measured, race);
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
    outsideTime: outsideTimeOf(net, status, precision),
    unit: precision.unit,
    isCorrected: start?.corrected != null || finish?.corrected != null,
    isChecked: gross !== null && Math.round(gross) === checked,
    startFlag: flagOf(slot, measured.startTime, race),
  };
}

/** The racer's place in the start list of an attempt. */
function slotIn({ slot, slots }: Pick<Entry, 'slot' | 'slots'>, attempt: number): Slot | null {
  return (slots?.[attempt] === undefined ? slot : slots[attempt]) ?? null;
}

/**
 * Where the start list counts, a racer has started once there is a tap at the start or the finish: a racer on the list
 * who never came is not on course.
 */
function startOf(
  slot: Slot | null,
  { startTime, finishTime }: Measured,
  { startPolicy }: RaceSettings,
): EpochMs | null {
  const isListed = startPolicy === 'schedule' && slot?.at != null && (startTime ?? finishTime) !== null;
  return isListed ? slot.at : startTime;
}

function flagOf(slot: Slot | null, startTime: EpochMs | null, race: RaceSettings): StartFlag | null {
  if (race.startPolicy !== 'window' || slot?.at == null || startTime === null) return null;
  const off = startTime - slot.at;
  if (Math.abs(off) <= race.windowMs) return null;
  return off < 0 ? 'early' : 'late';
}

function stateOf(start: EpochMs | null, finish: EpochMs | null, elapsed: number | null): RacerState {
  if (elapsed !== null) return elapsed >= 0 ? 'finished' : 'impossible';
  if (start !== null) return 'on-course';
  return finish === null ? 'inactive' : 'waiting';
}
