import type { Line } from '../model/lines.ts';
import { attemptNow, type EventState, slotOf, type Tap, timeOf } from '../model/state.ts';
import type { EntryResult } from './entry-result.ts';
import { byEntry } from './lists.ts';
import { fieldOf, whyOdd, type WhyOdd } from './odd-speeds.ts';
import { readResults } from './read-results.ts';
import { listUnassigned } from './second-readings.ts';
import { isOddSplit } from './split-board.ts';
import { splitsOf } from './splits.ts';

/**
 * Two readings of one crossing differ by what two thumbs differ. Within this they say the same: the one that the server
 * accepted first counts, both are kept, and no person is asked.
 */
const SAME_CROSSING_MS = 200;

/**
 * A fact that a person can settle now, and that no other screen settles. `id` changes with the fact, so that a settled one
 * that changes is asked about again.
 */
export type Look =
  | OddTime
  | ({ readonly id: string } & (
      | OfRacer<'no-start' | 'before-start' | 'split'>
      /** `apart`: of the reading that is furthest from the one that counts; null where none does. */
      | (OfRacer<'readings'> & { readonly line: Line; readonly apart: number | null })
      | { readonly kind: 'unnamed'; readonly tap: Tap }
    ));

/** A time that is most likely no time of this racer. */
export interface OddTime extends OfRacer<WhyOdd> {
  readonly id: string;
  readonly median: number | null;
}

export interface OfRacer<Kind extends string> {
  readonly kind: Kind;
  readonly racer: EntryResult;
}

/**
 * Kinds of looks by harm: a place that everybody reads and that is wrong, a missing result, one of two times that may be
 * wrong, facts that no result depends on.
 */
const kinds: readonly Look['kind'][] = [
  'speed',
  'fast',
  'before-start',
  'unnamed',
  'no-start',
  'readings',
  'slow',
  'split',
];

/** The one list of what needs a look, the worst first. Every attempt up to the one that is timed now is looked at. */
export function listLooks(event: EventState): Look[] {
  const readings = readingsApart(event);
  const looks = [...attemptsOf(event).flatMap((attempt) => ofAttempt(event, attempt, readings)), ...listUnnamed(event)];
  return looks.toSorted(
    (one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind) || sizeOf(other) - sizeOf(one),
  );
}

export const attemptsOf = (event: EventState): number[] =>
  Array.from({ length: attemptNow(event) }, (_, index) => index + 1);

const sizeOf = (look: Look): number => (look.kind === 'readings' ? (look.apart ?? Number.MAX_VALUE) : 0);

export const isOddTime = (look: { readonly kind: string }): look is OddTime =>
  look.kind === 'speed' || look.kind === 'fast' || look.kind === 'slow';

export const nameFact = (...parts: readonly (string | number | null)[]): string => parts.join(' ');

export const nameResult = (kind: string, { entry, attempt, startTime, finishTime }: EntryResult): string =>
  nameFact(kind, entry.racerId, attempt, startTime, finishTime);

function ofAttempt(event: EventState, attempt: number, readings: Readings): Look[] {
  const results = readResults(event, attempt);
  const field = fieldOf(event, results);
  return results.toSorted(byEntry).flatMap((racer): Look[] => {
    const look = <Kind extends string>(kind: Kind) => ({ id: nameResult(kind, racer), kind, racer });
    const { state, gross, isChecked } = racer;
    const why = state === 'finished' && !isChecked ? whyOdd(gross!, field) : null;
    return [
      ...(state === 'waiting' ? [look('no-start')] : []),
      ...(state === 'impossible' ? [look('before-start')] : []),
      ...(why === null ? [] : [{ ...look(why), median: field.median }]),
      ...(hasOddSplit(event, racer) ? [look('split')] : []),
      ...(readings.get(`${racer.entry.racerId} ${attempt}`) ?? []).map(({ line, apart }) => {
        return {
          id: nameFact('readings', slotOf(racer.entry.racerId, line, attempt), apart),
          kind: 'readings' as const,
          racer,
          line,
          apart,
        };
      }),
    ];
  });
}

const hasOddSplit = (event: EventState, racer: EntryResult): boolean =>
  event.splits.length > 0 &&
  splitsOf(event, racer.entry.racerId, racer.attempt).some((tap) => isOddSplit(racer, timeOf(tap)));

type Readings = ReadonlyMap<string, readonly { readonly line: Line; readonly apart: number | null }[]>;

/**
 * Readings that are apart, by racer and attempt, one for each line. All taps are read in one pass: a pass for each racer would
 * read them all every time.
 */
function readingsApart(event: EventState): Readings {
  const counts = new Set(Object.values(event.counting));
  const widest = new Map<string, { readonly key: string; readonly line: Line; readonly apart: number | null }>();
  for (const tap of Object.values(event.taps)) {
    const { id, racerId, line, attempt, undone, assignedSeq } = tap;
    if (racerId === null || undone || counts.has(id) || assignedSeq <= (event.entries[racerId]?.addedSeq ?? 0))
      continue;
    const slot = slotOf(racerId, line, attempt);
    const counting = event.taps[event.counting[slot] ?? ''];
    const apart = counting === undefined ? null : Math.abs(timeOf(tap) - timeOf(counting));
    if (apart !== null && apart <= SAME_CROSSING_MS) continue;
    const known = widest.get(slot);
    if (known === undefined || (apart ?? 0) > (known.apart ?? 0)) {
      widest.set(slot, { key: `${racerId} ${attempt}`, line, apart });
    }
  }
  const byRacer = new Map<string, { readonly line: Line; readonly apart: number | null }[]>();
  for (const { key, line, apart } of widest.values()) byRacer.set(key, [...(byRacer.get(key) ?? []), { line, apart }]);
  return byRacer;
}

/** Looks for times without a racer, also those of a typed number that is not in the list. */
const listUnnamed = (event: EventState): Look[] =>
  listUnassigned(event).map((tap) => ({ id: nameFact('unnamed', tap.id), kind: 'unnamed', tap }));
