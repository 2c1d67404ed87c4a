import { counted, plural, word, writeDecimal } from '../language.ts';
import { listSecondReadings } from '../results/second-readings.ts';
import type { Line } from '../model/lines.ts';
import { attemptNow, type EventState, type Filled, slotOf, type Tap, timeOf } from '../model/state.ts';

/** All taps ever made for a racer on one line. */
export interface Readings {
  readonly counting: Tap | null;
  /** Taps kept beside the counting one. `difference`: how much later than it, in ms; null when none counts. */
  readonly second: readonly { readonly tap: Tap; readonly difference: number | null }[];
  readonly undone: readonly Tap[];
}

export function readingsOf(event: EventState, racerId: string, line: Line, attempt = attemptNow(event)): Readings {
  const isHere = (tap: Tap): boolean => tap.line === line && tap.attempt === attempt;
  const countingId = event.counting[slotOf(racerId, line, attempt)];
  const counting = countingId === undefined ? null : (event.taps[countingId] ?? null);
  const addedSeq = event.entries[racerId]?.addedSeq ?? 0;
  return {
    counting,
    second: listSecondReadings(event, racerId)
      .filter(isHere)
      .map((tap) => ({ tap, difference: counting === null ? null : timeOf(tap) - timeOf(counting) })),
    undone: Object.values(event.taps)
      .filter((tap) => tap.racerId === racerId && tap.undone && tap.assignedSeq > addedSeq && isHere(tap))
      .toSorted((one, other) => one.seq - other.seq),
  };
}

/** For example '0.350 s later' or '1.204 s earlier'. */
export function describeDifference(ms: number): string {
  if (ms === 0) return 'the same time';
  return `${writeDecimal(Math.abs(ms) / 1000, 3)} s ${ms > 0 ? word('later') : word('earlier')}`;
}

/** For example 'filled from another phone that is 0.04 s later, by 10 racers'. */
export function describeFilled({ correction, of }: Filled): string {
  const usual = correction === 0 ? 'with the same time' : `that is ${inHundredths(correction)}`;
  return `filled from another phone ${usual}, by ${counted(of, 'racer', 'racers')}`;
}

/** For example '0.12 s later'. */
export function inHundredths(ms: number): string {
  return `${writeDecimal(Math.abs(ms) / 1000, 2)} s ${ms > 0 ? word('later') : word('earlier')}`;
}

/**
 * All readings of one crossing that an admin chooses from, the counting one first. Of the attempt that is timed now, or of
 * an earlier one that has a reading which does not count: a phone that had not heard of this attempt made it.
 */
export function listChoices(event: EventState, racerId: string, line: Line, of?: number): Tap[] {
  const attempts = listSecondReadings(event, racerId).flatMap((tap) => (tap.line === line ? [tap.attempt] : []));
  const attempt = of ?? (attempts.includes(attemptNow(event)) ? attemptNow(event) : attempts[0]);
  const { counting, second } = readingsOf(event, racerId, line, attempt);
  return [...(counting === null ? [] : [counting]), ...second.map(({ tap }) => tap)];
}

/** Commands that keep one of several readings and take back the others, so that no question is left, and those that undo it. */
export function keepReading({ counting }: EventState, choices: readonly Tap[], kept: Tap) {
  const now = choices.find((tap) => counting[slotOf(tap.racerId!, tap.line, tap.attempt)] === tap.id);
  const others = choices.filter(({ id }) => id !== kept.id);
  const choose = (tap: Tap | undefined) => (tap === undefined ? [] : [{ type: 'tap.choose', tapId: tap.id } as const]);
  const isOther = kept !== now;
  return {
    steps: [...(isOther ? choose(kept) : []), ...others.map(({ id }) => ({ type: 'tap.undo', tapId: id }) as const)],
    back: [...others.map(({ id }) => ({ type: 'tap.redo', tapId: id }) as const), ...(isOther ? choose(now) : [])],
  };
}

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];

/** For example 'Two finish times'. */
export function nameChoices(count: number, line: Line): string {
  const number = NUMBERS[count] ?? count;
  if (line === 'start') return plural(count, `${number} start time`, `${number} start times`);
  return plural(count, `${number} finish time`, `${number} finish times`);
}
