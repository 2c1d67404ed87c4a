import type { Official, RaceFormat } from '../events/race-format.ts';
import type { RaceSettings } from '../events/race-settings.ts';
import { attemptOf, type Entry, type EventState, type Rehearsed, slotOf, type Tap } from '../events/state.ts';
import type { Corrections } from '../results/corrections.ts';
import type { Precision } from '../results/precision.ts';
import { readRulingKey } from '../results/ruling.ts';
import type { EpochMs } from '../units.ts';
import { unnamed, unread } from './unseen.ts';

/** A tap as viewers get it, without what is the same in all of them or said by its row. */
export interface PublicTap extends Omit<Tap, 'racerId' | 'run' | 'captured' | 'by' | 'undone'> {
  /** Absent: the tap counts. Where the mean counts, readings beside the counting one are part of the result. */
  readonly counts?: false;
}

/**
 * Everything that viewers see of one racer, as it stands and never as a difference: a page that has a row holds nothing
 * else of that racer.
 */
export interface PublicRow {
  readonly entry: Entry;
  readonly taps: readonly PublicTap[];
  /** By `rulingKey`; absent: none. */
  readonly rulings?: EventState['rulings'];
  /** By `rulingKey`; absent: none. */
  readonly corrections?: Corrections;
}

/** Everything that viewers see of an event and that is no racer's. */
export interface PublicHead {
  readonly needs: number;
  readonly name: string;
  readonly createdAt: EpochMs;
  readonly timeZone: string;
  readonly awaitingCredits: boolean;
  readonly deletedAt: EpochMs | null;
  readonly initialsOnly: boolean;
  readonly isIndexed: boolean;
  readonly splits: EventState['splits'];
  readonly attempts: number;
  readonly precision: Precision;
  readonly race: RaceSettings;
  readonly format: RaceFormat;
  readonly official: Omit<Official, 'corrections'> | null;
  readonly arrangedBy: string | null;
  readonly rehearsal: { readonly from: EpochMs } | null;
  readonly rehearsed: readonly Rehearsed[];
}

/** The rows that may have changed after one number, as they stand at another. */
export interface RowsFrame {
  readonly type: 'rows';
  readonly eventId: string;
  /** A page with this number, or a later one, has everything when it has taken the frame. */
  readonly after: number;
  readonly seq: number;
  /** Absent: it has not changed since `after`. */
  readonly head?: PublicHead;
  readonly rows: readonly PublicRow[];
  /** Racers who are not in the event any more. */
  readonly gone: readonly string[];
}

/** What an event has of its racers, for viewers. */
export interface PublicRacers extends Pick<EventState, 'entries' | 'taps' | 'counting' | 'rulings'> {
  readonly corrections: Corrections;
}

/** The state that a viewer's page has: of the same shape as everybody's, so that one program reads both. */
export function joinRows(
  { id, seq }: Pick<EventState, 'id' | 'seq'>,
  { official, rehearsal, ...head }: PublicHead,
  { corrections, ...racers }: PublicRacers,
): EventState {
  return {
    id,
    seq,
    ...head,
    ...racers,
    official: official && { ...official, corrections },
    rehearsal: rehearsal && { ...rehearsal, taps: {}, counting: {}, rulings: {} },
    ownerId: '',
    admins: [],
    sharedGroup: null,
    shifts: {},
    helpers: [],
  };
}

/**
 * A viewer's state with the rows of a frame in place of what it had of these racers. Everything else keeps its identity:
 * results are kept by it.
 */
export function setRows(event: EventState, { seq, head, rows, gone }: RowsFrame): EventState {
  const racers = replaceRacers(event, rows, gone);
  return joinRows({ id: event.id, seq }, head ?? headIn(event), racers);
}

function replaceRacers(event: EventState, rows: readonly PublicRow[], gone: readonly string[]): PublicRacers {
  const { entries, taps, counting, rulings, official } = event;
  const corrections = official?.corrections ?? {};
  if (rows.length === 0 && gone.length === 0) return { entries, taps, counting, rulings, corrections };
  const left = new Set(gone);
  const replaced = new Set([...gone, ...rows.map(({ entry }) => entry.racerId)]);
  const isOfOther = (racerId: string | null | undefined) => racerId == null || !replaced.has(racerId);
  const isKeyOfOther = (key: string) => isOfOther(readRulingKey(key).racerId);
  const kept = {
    // A racer whose row is replaced keeps the place in the order.
    entries: pick(entries, (racerId) => !left.has(racerId)),
    taps: pick(taps, (_tapId, { racerId }) => isOfOther(racerId)),
    counting: pick(counting, (_slot, tapId) => isOfOther(taps[tapId]?.racerId)),
    rulings: pick(rulings, isKeyOfOther),
    corrections: pick(corrections, isKeyOfOther),
  };
  for (const row of rows) {
    const { racerId } = row.entry;
    kept.entries[racerId] = row.entry;
    for (const { counts, ...tap } of row.taps) {
      kept.taps[tap.id] = { ...tap, ...attemptOf(tap), racerId, captured: unread, by: unnamed, undone: false };
      if (counts !== false) kept.counting[slotOf(racerId, tap.line, tap.attempt)] = tap.id;
    }
    Object.assign(kept.rulings, row.rulings);
    Object.assign(kept.corrections, row.corrections);
  }
  return kept;
}

/** The head of a state that viewers have. */
function headIn(event: EventState): PublicHead {
  const { needs, name, createdAt, timeZone, awaitingCredits, deletedAt, initialsOnly, isIndexed, splits } = event;
  const { attempts, precision, race, format, official, arrangedBy, rehearsal, rehearsed } = event;
  const of = { needs, name, createdAt, timeZone, awaitingCredits, deletedAt, initialsOnly, isIndexed, splits };
  return { ...of, attempts, precision, race, format, official, arrangedBy, rehearsal, rehearsed };
}

function pick<Value>(
  from: Readonly<Record<string, Value>>,
  isWanted: (key: string, value: Value) => boolean,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(from).filter(([key, value]) => isWanted(key, value)));
}
