import { ZERO_LINE } from '../model/lines.ts';
import type { EventState, Tap } from '../model/state.ts';
import { POOR_CLOCK_MS } from '../timing/clock-quality.ts';
import { UNMEASURED } from '../timing/place-reading.ts';
import { listClosePairs } from './close-calls.ts';
import type { EntryResult } from './entry-result.ts';
import { byEntry } from './lists.ts';
import { attemptsOf, listLooks, type Look, nameFact, nameResult, type OfRacer } from './looks.ts';
import { type Hand, handOf } from './marks.ts';
import { readLeaderboard } from './read-leaderboard.ts';
import { readResults } from './read-results.ts';

/** Facts to look at before results are declared official: those that need a look at any time, and these. */
export type BeforeOfficial =
  | Look
  | ({ readonly id: string } & (
      | OfRacer<'no-finish'>
      | (OfRacer<'close'> & { readonly other: EntryResult })
      | (OfRacer<'by-hand'> & { readonly hands: readonly Hand[] })
      | { readonly kind: 'not-started'; readonly racers: readonly EntryResult[]; readonly attempt: number }
      | ({ readonly kind: 'clock' } & OddClock)
      | { readonly kind: 'rehearsal' }
      | { readonly kind: 'waiting' | 'refused'; readonly count: number }
    ));

/** Finished times by a clock that was not measured well enough, and that nobody has found right. */
interface OddClock {
  readonly deviceId: string;
  /** The name of the timekeeper; empty where none is known. */
  readonly name: string;
  readonly racers: readonly EntryResult[];
  /** How far the times can be off; null: the clock was never measured. */
  readonly off: number | null;
}

/** Facts that only the device knows. */
export interface OnDevice {
  /** Commands that the server has not answered. */
  readonly waiting: number;
  readonly refused: number;
}

/** Lists the facts, the most harmful first; those that need a look at any time stand in the middle. */
export function listBeforeOfficial(event: EventState, { waiting, refused }: OnDevice): BeforeOfficial[] {
  const attempts = attemptsOf(event);
  const racers = attempts.flatMap((attempt) => readResults(event, attempt).toSorted(byEntry));
  const finished = racers.filter(({ state, isChecked }) => state === 'finished' && !isChecked);
  return [
    ...(event.rehearsal === null ? [] : [{ id: 'rehearsal', kind: 'rehearsal' } as const]),
    ...(refused === 0 ? [] : [{ id: nameFact('refused', refused), kind: 'refused', count: refused } as const]),
    ...(waiting === 0 ? [] : [{ id: nameFact('waiting', waiting), kind: 'waiting', count: waiting } as const]),
    ...listLooks(event),
    ...racers
      .filter(({ state }) => state === 'on-course')
      .map((racer) => ({ id: nameResult('no-finish', racer), kind: 'no-finish', racer }) as const),
    ...attempts.flatMap((attempt) => listNotStarted(event, attempt)),
    ...listOddClocks(event, finished),
    ...attempts.flatMap((attempt) => listClose(event, attempt)),
    ...finished.flatMap((racer) => {
      const hands = handsOf(racer);
      return hands.length === 0 ? [] : [{ id: nameResult('by-hand', racer), kind: 'by-hand', racer, hands } as const];
    }),
  ];
}

function listNotStarted(event: EventState, attempt: number): BeforeOfficial[] {
  const racers = readResults(event, attempt)
    .filter(({ state }) => state === 'inactive')
    .toSorted(byEntry);
  const ids = racers.map(({ entry }) => entry.racerId);
  return racers.length === 0
    ? []
    : [{ id: nameFact('not-started', attempt, ...ids), kind: 'not-started', racers, attempt }];
}

/** Two who are both found right are called as they stand. */
function listClose(event: EventState, attempt: number): BeforeOfficial[] {
  const { ranked } = readLeaderboard(event, { of: attempt, by: 'actual' });
  return listClosePairs(ranked).flatMap(([racer, other]) => {
    if (racer.isChecked && other.isChecked) return [];
    return [{ id: nameFact(nameResult('close', racer), nameResult('', other)), kind: 'close', racer, other }];
  });
}

/** A time that was moved with others was decided once, and a start outside of its window is the jury's. */
function handsOf({ start, finish }: EntryResult): Hand[] {
  const hands = [start, finish].map((tap) => tap && handOf(tap));
  return [...new Set(hands.filter((hand) => hand !== null))];
}

/** Clocks that are odd, one for each device: a phone whose clock was wrong has that fault in all of its times. */
function listOddClocks(event: EventState, finished: readonly EntryResult[]): BeforeOfficial[] {
  const byDevice = new Map<string, { readonly tap: Tap; readonly racer: EntryResult }[]>();
  for (const racer of finished) {
    for (const tap of [racer.start, racer.finish]) {
      if (tap === null || !isInDoubt(tap)) continue;
      byDevice.set(tap.by.deviceId, [...(byDevice.get(tap.by.deviceId) ?? []), { tap, racer }]);
    }
  }
  return [...byDevice].map(([deviceId, taps]) => {
    const worst = Math.max(...taps.map(({ tap }) => tap.placed.uncertainty));
    const { by } = taps[0]!.tap;
    const name = event.helpers.find(({ userId }) => userId === by.userId)?.name || by.name;
    const racers = [...new Set(taps.map(({ racer }) => racer))];
    const id = nameFact('clock', deviceId, racers.length, worst);
    return { id, kind: 'clock', deviceId, name, racers, off: worst >= UNMEASURED ? null : worst };
  });
}

/** A time that a person has set rests on no clock. */
const isInDoubt = ({ corrected, via, line, placed, note }: Tap): boolean =>
  corrected === null &&
  via !== 'hand' &&
  line !== ZERO_LINE &&
  (placed.uncertainty > POOR_CLOCK_MS || note === 'ahead');
