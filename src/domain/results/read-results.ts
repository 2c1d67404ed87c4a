import { type Entry, type EventState, slotOf, type Tap } from '../events/state.ts';
import { computeResult, type EntryResult } from './entry-result.ts';
import type { Precision } from './precision.ts';
import { noRuling, type Ruling, rulingKey } from './ruling.ts';

/**
 * The result that was read of an entry last, and the keys of its parts. An entry, a tap and a ruling never change, only
 * give way to others: where all of them are the same, the result is. One tap among 500 racers makes one new object, and a
 * screen draws one row again.
 */
interface LastRead {
  readonly startSlot: string;
  readonly finishSlot: string;
  readonly ruling: Ruling;
  readonly precision: Precision;
  readonly result: EntryResult;
}
const lastRead = new WeakMap<Entry, LastRead>();

interface LastResults {
  readonly attempt: number;
  /** The server goes on with the same object where nobody else has it. */
  readonly seq: number;
  readonly results: readonly EntryResult[];
}
const lastResults = new WeakMap<EventState, LastResults>();

/** The results of every racer in the event. The same object for a racer until something about it has changed. */
export function readResults(event: EventState, attempt = 1): readonly EntryResult[] {
  const known = lastResults.get(event);
  if (known?.attempt === attempt && known.seq === event.seq) return known.results;
  const hasRulings = isAnythingRuled(event);
  const results: EntryResult[] = [];
  for (const entry of Object.values(event.entries)) {
    if (!entry.removed) results.push(resultOf(event, entry, attempt, hasRulings));
  }
  lastResults.set(event, { attempt, seq: event.seq, results });
  return results;
}

export function readResult(event: EventState, entry: Entry, attempt = 1): EntryResult {
  return resultOf(event, entry, attempt, isAnythingRuled(event));
}

/** In most events nothing is: then 500 look-ups with every tap are spared. */
function isAnythingRuled({ rulings }: EventState): boolean {
  return Object.keys(rulings).length > 0;
}

function resultOf(event: EventState, entry: Entry, attempt: number, hasRulings: boolean): EntryResult {
  const last = lastRead.get(entry);
  const known = last?.result.attempt === attempt ? last : undefined;
  // Slots are kept: a name that is put together anew has to be hashed anew before anything can be found under it.
  const startSlot = known?.startSlot ?? slotOf(entry.racerId, 'start', attempt);
  const finishSlot = known?.finishSlot ?? slotOf(entry.racerId, 'finish', attempt);
  const start = countingTap(event, startSlot);
  const finish = countingTap(event, finishSlot);
  const ruling = hasRulings ? (event.rulings[rulingKey(entry.racerId, attempt)] ?? noRuling) : noRuling;
  const { precision } = event;
  if (known !== undefined && known.ruling === ruling && known.precision === precision) {
    const { result } = known;
    if (result.start === start && result.finish === finish) return result;
  }
  const result = computeResult(entry, attempt, start, finish, ruling, precision);
  lastRead.set(entry, { startSlot, finishSlot, ruling, precision, result });
  return result;
}

export function countingTap(event: EventState, slot: string): Tap | null {
  const tapId = event.counting[slot];
  return tapId === undefined ? null : (event.taps[tapId] ?? null);
}
