import type { Line } from '../model/lines.ts';
import type { EventState, Tap } from '../model/state.ts';
import { type DurationMs, durationMs, type EpochMs, epochMs } from '../units.ts';
import type { EntryResult } from './entry-result.ts';
import { byEntry } from './lists.ts';
import { readResults } from './read-results.ts';
import { type Matched, readingOf } from './second-timers.ts';

/** The number of starters whose readings make the correction. */
const STARTERS = 10;
const US_PER_MS = 1_000;
/** The correction is rounded to hundredths of a second. */
const UNIT_US = 10_000;

/** A time that the main device lacks, and what another device's reading gives for it. */
export interface MissingTime {
  readonly racer: EntryResult;
  readonly line: Line;
  /** The reading of the other device. */
  readonly hand: Tap;
  readonly counts: boolean;
  /** Null where no other racer was read by both devices. */
  readonly fill: Fill | null;
}

export interface Fill {
  readonly to: EpochMs;
  /** Time by which the other device reads later than the main one. */
  readonly correction: DurationMs;
  /** The number of racers whose readings made the correction. */
  readonly of: number;
}

/**
 * The rule of FIS 611.3.2.1 (2021): the mean of (hand - main) of the ten starters before the racer, completed with those
 * after only where there are fewer, rounded half up to 0.01 s; the time is hand - correction. Only where a main device is
 * chosen. A time that a person has set is not missing.
 */
export function listMissing(event: EventState, matched: readonly Matched[]): MissingTime[] {
  const { readings: rule, mainDevice } = event.race;
  if (rule !== 'device' || mainDevice === null) return [];
  const order = new Map(startOrder(event).map((racerId, index) => [racerId, index]));
  const placeOf = ({ racer }: Matched) => order.get(racer.entry.racerId)!;
  const sorted = matched.toSorted((one, other) => placeOf(one) - placeOf(other));
  const isRead = ({ readings }: Matched) => readings.some(({ by }) => by.deviceId === mainDevice);
  // The phone at the finish is not missing at the start.
  const lines = new Set(matched.filter(isRead).map(({ line }) => line));
  return sorted.flatMap((missing): MissingTime[] => {
    const { racer, line, readings, counting } = missing;
    if (!lines.has(line) || isRead(missing) || (counting?.corrected ?? null) !== null) return [];
    const fills = readings.map((hand) => ({ hand, both: bothReadings(sorted, missing, hand, mainDevice) }));
    // Times of one other device fill the gaps, the one with the most racers in common: times of two systems are never mixed.
    const best = fills.reduce((one, other) => (countOf(other.both) > countOf(one.both) ? other : one));
    const { hand, both } = best;
    return [{ racer, line, hand, counts: hand === counting, fill: fillOf(hand, chooseStarters(both)) }];
  });
}

/** Filled times that can be taken back. */
export function listFilled(matched: readonly Matched[]): (Matched & { readonly counting: Tap })[] {
  return matched.filter((each): each is Matched & { readonly counting: Tap } => each.counting?.filled !== undefined);
}

/** Racers in the order in which they started; those whose start is not known are last, in the order of the list. */
function startOrder(event: EventState): string[] {
  const startOf = ({ startTime }: EntryResult) => startTime ?? Number.MAX_SAFE_INTEGER;
  return readResults(event)
    .toSorted((one, other) => startOf(one) - startOf(other) || byEntry(one, other))
    .map(({ entry }) => entry.racerId);
}

interface Both {
  /** Hand minus main in whole microseconds: the nearest to the racer is the last before and the first after. */
  readonly before: readonly number[];
  readonly after: readonly number[];
}

function bothReadings(sorted: readonly Matched[], missing: Matched, hand: Tap, mainDevice: string): Both {
  const at = sorted.indexOf(missing);
  const differences = (some: readonly Matched[]) =>
    some.flatMap(({ line, readings }) => {
      const main = readings.find(({ by }) => by.deviceId === mainDevice);
      const other = readings.find(({ by }) => by.deviceId === hand.by.deviceId);
      if (line !== missing.line || main === undefined || other === undefined) return [];
      return [microsecondsOf(other) - microsecondsOf(main)];
    });
  return { before: differences(sorted.slice(0, at)), after: differences(sorted.slice(at + 1)) };
}

const countOf = ({ before, after }: Both): number => Math.min(STARTERS, before.length + after.length);

function chooseStarters({ before, after }: Both): readonly number[] {
  const chosen = before.slice(-STARTERS);
  return [...chosen, ...after.slice(0, STARTERS - chosen.length)];
}

function fillOf(hand: Tap, differences: readonly number[]): Fill | null {
  if (differences.length === 0) return null;
  const correction = correctionOf(differences);
  const to = (microsecondsOf(hand) - correction * US_PER_MS) / US_PER_MS;
  return { to: epochMs(to), correction, of: differences.length };
}

/** Mean in whole numbers: 0.045 s in floating point may lie below the half and be rounded down. */
export function correctionOf(differences: readonly number[]): DurationMs {
  const parts = 2 * differences.length * UNIT_US;
  const sum = differences.reduce((total, each) => total + each, 0);
  const units = Math.floor((2 * sum + differences.length * UNIT_US) / parts);
  return durationMs((units * UNIT_US) / US_PER_MS);
}

const microsecondsOf = (tap: Tap): number => Math.round(readingOf(tap) * US_PER_MS);
