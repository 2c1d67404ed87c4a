import { type Line, ZERO_LINE } from '../model/lines.ts';
import { attemptNow, type EventState, slotOf, type Tap } from '../model/state.ts';
import type { EntryResult } from './entry-result.ts';
import { medianOf } from './median.ts';
import { readResults } from './read-results.ts';

/** Upper ends of the bands of differences, in ms; the last band has none. */
export const BANDS = [250, 750, 2_000, 5_000] as const;

/** The band of a difference: 0 for up to 250 ms, 4 for more than 5 s. */
export function bandOf(difference: number): number {
  const band = BANDS.findIndex((most) => Math.abs(difference) <= most);
  return band === -1 ? BANDS.length : band;
}

/** The readings of one racer at one line: one for each device, the earliest first. */
export interface Matched {
  readonly racer: EntryResult;
  readonly line: Line;
  readonly readings: readonly Tap[];
  readonly counting: Tap | null;
  /** Between the earliest and the latest reading. */
  readonly difference: number;
}

/** One device at one line. */
export interface Timekeeper {
  readonly deviceId: string;
  readonly userId: string;
  /** The name that the helper has given, else that of the account; empty where neither is known. */
  readonly name: string;
  readonly line: Line;
  /** All times taken there, also those that wait for a racer. */
  readonly taken: number;
  readonly usual: Usual | null;
}

/** Time by which a device usually reads later than the others. */
export interface Usual {
  readonly median: number;
  /** Half of the differences are this close to the median. */
  readonly spread: number;
  readonly of: number;
}

/** Difference of two devices at one line. */
export interface DevicePair {
  readonly line: Line;
  readonly one: string;
  readonly other: string;
  /** The number of racers in each band. */
  readonly bands: readonly number[];
}

/** A time as the device has measured it: a correction or a filled time is no reading. */
export const readingOf = (tap: Tap): number => tap.placed.at + (tap.shift ?? 0);

/** Readings of all racers by line and device. A time from paper is no device's reading. */
export function matchReadings(event: EventState): Matched[] {
  const bySlot = new Map<string, Tap[]>();
  for (const tap of Object.values(event.taps)) {
    const { racerId, undone, via, line, attempt, assignedSeq } = tap;
    if (racerId === null || undone || via === 'hand' || line === ZERO_LINE || attempt !== attemptNow(event)) continue;
    if (assignedSeq <= (event.entries[racerId]?.addedSeq ?? 0)) continue;
    const slot = slotOf(racerId, line, attempt);
    bySlot.set(slot, [...(bySlot.get(slot) ?? []), tap]);
  }
  const racers = new Map(readResults(event).map((racer) => [racer.entry.racerId, racer]));
  return [...bySlot].flatMap(([slot, taps]) => {
    const { racerId, line } = taps[0]!;
    const racer = racers.get(racerId!);
    if (racer === undefined) return [];
    const counting = event.taps[event.counting[slot] ?? ''] ?? null;
    const readings = oneForEachDevice(taps, counting);
    const difference = readingOf(readings.at(-1)!) - readingOf(readings[0]!);
    return [{ racer, line, readings, counting, difference }];
  });
}

/** The counting reading of a device, else its first: a second touch of the same thumb says nothing about the clock. */
function oneForEachDevice(taps: readonly Tap[], counting: Tap | null): Tap[] {
  const byDevice = new Map<string, Tap>();
  for (const tap of taps.toSorted((one, other) => one.seq - other.seq)) {
    if (!byDevice.has(tap.by.deviceId) || tap === counting) byDevice.set(tap.by.deviceId, tap);
  }
  return [...byDevice.values()].toSorted((one, other) => readingOf(one) - readingOf(other));
}

export function listTimekeepers(event: EventState, matched: readonly Matched[]): Timekeeper[] {
  const taken = new Map<string, Tap[]>();
  for (const tap of Object.values(event.taps)) {
    if (tap.undone || tap.via === 'hand' || tap.line === ZERO_LINE) continue;
    const key = `${tap.by.deviceId} ${tap.line}`;
    taken.set(key, [...(taken.get(key) ?? []), tap]);
  }
  const differences = differencesOf(matched);
  return [...taken].map(([key, taps]) => {
    const { by, line } = taps.reduce((one, other) => (other.seq > one.seq ? other : one));
    const helper = event.helpers.find(({ userId }) => userId === by.userId);
    const name = helper?.name || by.name;
    return {
      deviceId: by.deviceId,
      userId: by.userId,
      name,
      line,
      taken: taps.length,
      usual: usualOf(differences.get(key)),
    };
  });
}

/** Phones that can be the main one: times of a deleted account name no phone, and the server takes no empty id. */
export const listPhones = (keepers: readonly Timekeeper[]): string[] => [
  ...new Set(keepers.flatMap(({ deviceId }) => (deviceId === '' ? [] : [deviceId]))),
];

/** Differences of each device at each line: how much later than the mean of the others it has read each racer. */
function differencesOf(matched: readonly Matched[]): ReadonlyMap<string, readonly number[]> {
  const differences = new Map<string, number[]>();
  for (const { readings, line } of matched) {
    if (readings.length < 2) continue;
    const sum = readings.reduce((total, tap) => total + readingOf(tap), 0);
    for (const tap of readings) {
      const key = `${tap.by.deviceId} ${line}`;
      const others = (sum - readingOf(tap)) / (readings.length - 1);
      differences.set(key, [...(differences.get(key) ?? []), readingOf(tap) - others]);
    }
  }
  return differences;
}

function usualOf(differences: readonly number[] | undefined): Usual | null {
  const median = medianOf(differences ?? []);
  if (differences === undefined || median === null) return null;
  const spread = medianOf(differences.map((each) => Math.abs(each - median)))!;
  return { median, spread, of: differences.length };
}

export function comparePairs(matched: readonly Matched[]): DevicePair[] {
  const pairs = new Map<string, { line: Line; one: string; other: string; bands: number[] }>();
  for (const { readings, line } of matched) {
    const sorted = readings.toSorted((one, other) => (one.by.deviceId < other.by.deviceId ? -1 : 1));
    sorted.forEach((tap, index) => {
      for (const second of sorted.slice(index + 1)) {
        const [one, other] = [tap.by.deviceId, second.by.deviceId];
        const key = `${line} ${one} ${other}`;
        const pair = pairs.get(key) ?? { line, one, other, bands: [...BANDS.map(() => 0), 0] };
        pair.bands[bandOf(readingOf(second) - readingOf(tap))]! += 1;
        pairs.set(key, pair);
      }
    });
  }
  return [...pairs.values()];
}

/** Racers whose readings are further apart than the first band, the widest first. */
export function listDisagreements(matched: readonly Matched[]): Matched[] {
  return matched
    .filter(({ difference }) => bandOf(difference) > 0)
    .toSorted((one, other) => other.difference - one.difference);
}

/** Readings of the main device beside which another device's counts: they came before the main device was chosen. */
export function listOverruled({ race }: EventState, matched: readonly Matched[]): Tap[] {
  if (race.readings !== 'device') return [];
  return matched.flatMap(({ readings, counting }) => {
    const main = readings.find(({ by }) => by.deviceId === race.mainDevice);
    if (main === undefined || counting === null || counting.by.deviceId === race.mainDevice) return [];
    return counting.corrected === null || counting.filled !== undefined ? [main] : [];
  });
}
