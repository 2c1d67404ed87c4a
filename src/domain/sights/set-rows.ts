import type { RaceFormat } from '../model/race-format.ts';
import type { RaceSettings } from '../model/race-settings.ts';
import { type Entry, type EventState, type Rehearsed, slotOf, type Stop, type Tap } from '../model/state.ts';
import type { Corrections, Official } from '../model/official.ts';
import type { Precision } from '../model/precision.ts';
import { readRulingKey } from '../model/ruling.ts';
import type { TeamRow } from '../model/teams.ts';
import type { EpochMs } from '../units.ts';
import { unnamed, unread } from '../privacy/unseen.ts';

/** Values that most taps have, and that are left out of frames: a frame goes to every viewer. */
const usualTap = { attempt: 1, corrected: null, note: null };
const usualEntry = { groups: [], bib: null, removed: false };

type Usual<Value, Keys extends keyof Value> = Omit<Value, Keys> & Partial<Pick<Value, Keys>>;

/** An entry of a row; fields that are absent have their usual values. */
export type PublicEntry = Usual<Entry, keyof typeof usualEntry>;

/** A tap as viewers get it, without what is the same in all of them or said by its row. Absent: as usual; `assignedSeq`: `seq`. */
export interface PublicTap extends Usual<
  Omit<Tap, 'racerId' | 'run' | 'captured' | 'by' | 'undone'>,
  keyof typeof usualTap | 'assignedSeq'
> {
  /** Absent: the tap counts. Where the mean counts, readings beside the counting one are part of the result. */
  readonly counts?: false;
}

/** Everything that viewers see of one racer, whole and never as a difference: a page replaces the racer's former row by it. */
export interface PublicRow {
  readonly entry: PublicEntry;
  readonly taps: readonly PublicTap[];
  /** By `rulingKey`; absent: none. */
  readonly rulings?: EventState['rulings'];
  /** By `rulingKey`; absent: none. */
  readonly corrections?: Corrections;
}

/** Everything that viewers see of an event besides its racers. */
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
  readonly stops?: readonly Stop[];
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
  /** The teams that have changed since `after`, where viewers cannot make them; null: a team that is no more. */
  readonly teams?: Readonly<Record<string, TeamRow | null>>;
}

/**
 * A viewer's state with the rows of a frame in place of what it had of these racers. Everything else keeps its identity:
 * results are kept by it.
 */
export function setRows(event: EventState, { seq, head, rows, gone, ...frame }: RowsFrame): EventState {
  const { official, rehearsal, ...said } = head ?? event;
  const isGone = new Set(gone);
  const replaced = new Set([...gone, ...rows.map(({ entry }) => entry.racerId)]);
  const isOfOther = (racerId: string | null | undefined) => !replaced.has(racerId ?? '');
  const isKeyOfOther = (key: string) => isOfOther(readRulingKey(key).racerId);
  // A racer whose row is replaced keeps the place in the order.
  const entries = pick(event.entries, (racerId) => !isGone.has(racerId));
  const taps = pick(event.taps, (_tapId, { racerId }) => isOfOther(racerId));
  const counting = pick(event.counting, (_slot, tapId) => isOfOther(event.taps[tapId]?.racerId));
  const rulings = pick(event.rulings, isKeyOfOther);
  const corrections = pick(event.official?.corrections ?? {}, isKeyOfOther);
  for (const { entry, taps: given, ...row } of rows) {
    const { racerId } = entry;
    entries[racerId] = { ...usualEntry, ...entry };
    for (const { counts, ...sent } of given) {
      const tap = { ...usualTap, assignedSeq: sent.seq, ...sent };
      taps[tap.id] = { ...tap, run: tap.attempt, racerId, captured: unread, by: unnamed, undone: false };
      if (counts !== false) counting[slotOf(racerId, tap.line, tap.attempt)] = tap.id;
    }
    Object.assign(rulings, row.rulings);
    Object.assign(corrections, row.corrections);
  }
  const teams = frame.teams === undefined ? event.teams : replaceTeams(event.teams, frame.teams);
  return {
    ...event,
    ...said,
    ...(teams && { teams }),
    seq,
    entries,
    taps,
    counting,
    rulings,
    official: official && { ...official, corrections },
    rehearsal: rehearsal && { taps: {}, counting: {}, rulings: {}, ...rehearsal },
  };
}

function replaceTeams(before: EventState['teams'], teams: NonNullable<RowsFrame['teams']>): EventState['teams'] {
  const given = Object.entries({ ...before, ...teams });
  return Object.fromEntries(given.flatMap(([key, team]) => (team === null ? [] : [[key, team]])));
}

function pick<Value>(
  from: Readonly<Record<string, Value>>,
  isWanted: (key: string, value: Value) => boolean,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(from).filter(([key, value]) => isWanted(key, value)));
}
