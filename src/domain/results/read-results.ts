import type { RaceSettings } from '../model/race-settings.ts';
import { attemptNow, type Entry, type EventState, slotOf, type Tap, timeOf } from '../model/state.ts';
import { computeResult, type EntryResult } from './entry-result.ts';
import { meanTimes } from './mean-times.ts';
import type { EpochMs } from '../units.ts';
import type { Precision } from '../model/precision.ts';
import { noRuling, type Ruling, rulingKey } from '../model/ruling.ts';

/**
 * The last result read of an entry, and the keys of its parts. An entry, a tap and a ruling are never altered, only
 * replaced: where all of them are the same objects, so is the result. One tap among 500 racers makes one new object,
 * and a screen draws one row again.
 */
interface LastRead {
  readonly startSlot: string;
  readonly finishSlot: string;
  readonly ruling: Ruling;
  readonly precision: Precision;
  readonly race: RaceSettings;
  /** The time of the start's tap: the result may have another from the start list. */
  readonly startTime: EpochMs | null;
  readonly result: EntryResult;
}

interface LastResults {
  /** `seq` is compared as well: the server extends the same state object in place. */
  readonly seq: number;
  readonly results: readonly EntryResult[];
}

/** Results that were read last, by attempt: a board of several attempts reads them all, again and again. */
const kept: { readonly read: WeakMap<Entry, LastRead>; readonly results: WeakMap<EventState, LastResults> }[] = [];
const keptOf = (attempt: number) => (kept[attempt] ??= { read: new WeakMap(), results: new WeakMap() });

/** The results of every racer in the event. A racer's result is the same object until something in it has changed. */
export function readResults(event: EventState, attempt = attemptNow(event)): readonly EntryResult[] {
  const lastResults = keptOf(attempt).results;
  const known = lastResults.get(event);
  if (known?.seq === event.seq) return known.results;
  const hasRulings = isAnythingRuled(event);
  const results: EntryResult[] = [];
  for (const entry of Object.values(event.entries)) {
    if (!entry.removed) results.push(resultOf(event, entry, attempt, hasRulings));
  }
  lastResults.set(event, { seq: event.seq, results });
  return results;
}

/** Looks its ruling up: counting the rulings first would cost as much as there are, for every racer of a command. */
export function readResult(event: EventState, entry: Entry, attempt = attemptNow(event)): EntryResult {
  return resultOf(event, entry, attempt, true);
}

/** False for most events, which saves 500 look-ups with every tap. */
const isAnythingRuled = ({ rulings }: EventState): boolean => Object.keys(rulings).length > 0;

function resultOf(event: EventState, entry: Entry, attempt: number, hasRulings: boolean): EntryResult {
  const lastRead = keptOf(attempt).read;
  const known = lastRead.get(entry);
  // Slots are kept: a newly built string has to be hashed again before it can be looked up.
  const startSlot = known?.startSlot ?? slotOf(entry.racerId, 'start', attempt);
  const finishSlot = known?.finishSlot ?? slotOf(entry.racerId, 'finish', attempt);
  const start = countingTap(event, startSlot);
  const finish = countingTap(event, finishSlot);
  const ruling = hasRulings ? (event.rulings[rulingKey(entry.racerId, attempt)] ?? noRuling) : noRuling;
  const { precision, race } = event;
  const means = meanTimes(event);
  const startTime = start && (means?.get(startSlot) ?? timeOf(start));
  const finishTime = finish && (means?.get(finishSlot) ?? timeOf(finish));
  if (known !== undefined && known.ruling === ruling && known.precision === precision && known.race === race) {
    const { result } = known;
    const isSame = known.startTime === startTime && result.finishTime === finishTime;
    if (isSame && result.start === start && result.finish === finish) return result;
  }
  const measured = { start, finish, startTime, finishTime };
  const result = computeResult(entry, attempt, measured, ruling, precision, race);
  lastRead.set(entry, { startSlot, finishSlot, ruling, precision, race, startTime, result });
  return result;
}

export function countingTap(event: EventState, slot: string): Tap | null {
  const tapId = event.counting[slot];
  return tapId === undefined ? null : (event.taps[tapId] ?? null);
}
