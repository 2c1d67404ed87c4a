import { type Line, ZERO_LINE } from '../model/lines.ts';
import { attemptNow, type EventState, slotOf, type Tap, timeOf } from '../model/state.ts';
import { POOR_CLOCK_MS } from '../timing/clock-quality.ts';
import { isSettled } from './doubts.ts';
import { UNMEASURED } from '../timing/place-reading.ts';
import { listClosePairs } from './close-calls.ts';
import type { EntryResult } from './entry-result.ts';
import { byEntry } from './lists.ts';
import { type Hand, handOf } from './marks.ts';
import { listOddSpeeds, type OddSpeed } from './odd-speeds.ts';
import { readLeaderboard } from './read-leaderboard.ts';
import { readResults } from './read-results.ts';
import { listUnassigned } from './second-readings.ts';
import { isOddSplit } from './split-board.ts';
import { splitsOf } from './splits.ts';

/** What a person should have looked at before results are declared official. `id` changes with the fact that it names. */
export type Anomaly = { readonly id: string } & (
  | OfRacer<'no-finish' | 'no-start' | 'before-start' | 'split'>
  /** `apart`: from the reading that counts; null where none does. */
  | (OfRacer<'readings'> & { readonly line: Line; readonly apart: number | null })
  | (OfRacer<'speed' | 'fast' | 'slow'> & Pick<OddSpeed, 'kmh' | 'median'>)
  | (OfRacer<'close'> & { readonly other: EntryResult })
  | (OfRacer<'by-hand'> & { readonly hands: readonly Hand[] })
  | { readonly kind: 'not-started'; readonly racers: readonly EntryResult[]; readonly attempt: number }
  | { readonly kind: 'nobodys'; readonly line: Line; readonly count: number }
  | ({ readonly kind: 'clock' } & OddClock)
  | { readonly kind: 'rehearsal' }
  | { readonly kind: 'waiting' | 'refused'; readonly count: number }
);

interface OfRacer<Kind extends string> {
  readonly kind: Kind;
  readonly racer: EntryResult;
}

/** Counting times by a clock that was not measured well enough. */
export interface OddClock {
  readonly deviceId: string;
  /** The name of the timekeeper; empty where none is known. */
  readonly name: string;
  readonly count: number;
  /** How far the times can be off; null: the clock was never measured. */
  readonly off: number | null;
}

/** What only the device knows. */
export interface OnDevice {
  /** Commands that the server has not answered. */
  readonly waiting: number;
  readonly refused: number;
}

/** Facts about the whole event first, then those of the racers in the order of the attempts. Each fact stands once. */
export function listAnomalies(event: EventState, { waiting, refused }: OnDevice): Anomaly[] {
  return [
    ...(event.rehearsal === null ? [] : [{ id: 'rehearsal', kind: 'rehearsal' } as const]),
    ...(waiting === 0 ? [] : [{ id: nameFact('waiting', waiting), kind: 'waiting', count: waiting } as const]),
    ...(refused === 0 ? [] : [{ id: nameFact('refused', refused), kind: 'refused', count: refused } as const]),
    ...listNobodys(event),
    ...listOddClocks(event),
    ...Array.from({ length: attemptNow(event) }, (_, index) => ofAttempt(event, index + 1)).flat(),
  ];
}

const nameFact = (...parts: readonly (string | number | null)[]): string => parts.join(' ');

function ofAttempt(event: EventState, attempt: number): Anomaly[] {
  const results = readResults(event, attempt).toSorted(byEntry);
  const idOf = (kind: string, { entry, startTime, finishTime }: EntryResult) =>
    nameFact(kind, entry.racerId, attempt, startTime, finishTime);
  const inState = <Kind extends string>(kind: Kind, wanted: EntryResult['state']) =>
    results.filter(({ state }) => state === wanted).map((racer) => ({ id: idOf(kind, racer), kind, racer }));
  const inactive = results.filter(({ state }) => state === 'inactive');
  const ids = inactive.map(({ entry }) => entry.racerId);
  const { ranked } = readLeaderboard(event, { of: attempt, by: 'actual' });
  return [
    ...(inactive.length === 0
      ? []
      : [{ id: nameFact('not-started', attempt, ...ids), kind: 'not-started', racers: inactive, attempt } as const]),
    ...inState('no-finish', 'on-course'),
    ...inState('no-start', 'waiting'),
    ...inState('before-start', 'impossible'),
    ...listOddSpeeds(event, results).map(({ why, ...odd }) => ({ id: idOf(why, odd.racer), kind: why, ...odd })),
    ...listOddSplits(event, results, attempt).map(
      (racer) => ({ id: idOf('split', racer), kind: 'split', racer }) as const,
    ),
    ...listReadingsApart(event, results, attempt),
    ...listClosePairs(ranked).map(([racer, other]) => {
      return { id: nameFact(idOf('close', racer), idOf('', other)), kind: 'close', racer, other } as const;
    }),
    ...results.flatMap((racer) => {
      // A time that was moved with others was decided once, and a start outside of its window is the jury's.
      const taps = racer.status === 'OK' ? [racer.start, racer.finish] : [];
      const hands = new Set(taps.map((tap) => tap && handOf(tap)).filter((hand) => hand !== null));
      return hands.size === 0
        ? []
        : [{ id: idOf('by-hand', racer), kind: 'by-hand', racer, hands: [...hands] } as const];
    }),
  ];
}

function listOddSplits(event: EventState, results: readonly EntryResult[], attempt: number): EntryResult[] {
  return results.filter((racer) =>
    splitsOf(event, racer.entry.racerId, attempt).some((tap) => isOddSplit(racer, timeOf(tap))),
  );
}

/**
 * Readings of one crossing that say different times, by the rule of the board: it asks about the same ones. One line for
 * each crossing, with the reading that is furthest off.
 */
function listReadingsApart(event: EventState, results: readonly EntryResult[], attempt: number): Anomaly[] {
  const racers = new Map(results.map((racer) => [racer.entry.racerId, racer]));
  const widest = new Map<string, Anomaly & { readonly kind: 'readings' }>();
  const counts = new Set(Object.values(event.counting));
  for (const tap of Object.values(event.taps)) {
    const racer = racers.get(tap.racerId ?? '');
    if (racer === undefined || tap.undone || tap.attempt !== attempt || counts.has(tap.id)) continue;
    const { racerId, addedSeq } = racer.entry;
    if (tap.assignedSeq <= addedSeq || isSettled(event, tap, racerId)) continue;
    const slot = slotOf(racerId, tap.line, attempt);
    const counting = event.taps[event.counting[slot] ?? ''];
    const apart = counting === undefined ? null : Math.abs(timeOf(tap) - timeOf(counting));
    const known = widest.get(slot);
    if (known !== undefined && (apart ?? 0) <= (known.apart ?? 0)) continue;
    widest.set(slot, { id: nameFact('readings', slot, apart), kind: 'readings', racer, line: tap.line, apart });
  }
  return [...widest.values()];
}

/** Times that nobody has been named for, and so numbers that are not in the list, by line. */
function listNobodys(event: EventState): Anomaly[] {
  const counts = new Map<Line, number>();
  for (const { line } of listUnassigned(event)) counts.set(line, (counts.get(line) ?? 0) + 1);
  return [...counts].map(([line, count]) => ({ id: nameFact('nobodys', line, count), kind: 'nobodys', line, count }));
}

/** By device: a phone whose clock was wrong has that fault in all of its times. */
function listOddClocks(event: EventState): Anomaly[] {
  const byDevice = new Map<string, Tap[]>();
  for (const tapId of Object.values(event.counting)) {
    const tap = event.taps[tapId];
    // A time that a person has set rests on no clock.
    if (tap === undefined || tap.corrected !== null || tap.via === 'hand' || tap.line === ZERO_LINE) continue;
    if (tap.placed.uncertainty <= POOR_CLOCK_MS && tap.note !== 'ahead') continue;
    byDevice.set(tap.by.deviceId, [...(byDevice.get(tap.by.deviceId) ?? []), tap]);
  }
  return [...byDevice].map(([deviceId, taps]) => {
    const worst = Math.max(...taps.map(({ placed }) => placed.uncertainty));
    const { by } = taps[0]!;
    const name = event.helpers.find(({ userId }) => userId === by.userId)?.name || by.name;
    const odd = { deviceId, name, count: taps.length, off: worst >= UNMEASURED ? null : worst };
    return { id: nameFact('clock', deviceId, taps.length, worst), kind: 'clock', ...odd };
  });
}
