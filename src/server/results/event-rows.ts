import type { ResultRow } from '../../domain/results/rows.ts';
import type { Requester } from '../fair-turns.ts';
import type { LogPosition } from '../reads/known-events.ts';
import type { Lane } from '../reads/lane.ts';
import { type SharedWork, shareWork } from '../reads/shared-work.ts';
import { catchUpResults } from '../storage/catch-up-results.ts';
import type { Storage } from '../storage/engine.ts';
import { type EventResults, readResultsSince, type ResultsSince } from '../storage/results.ts';

/** Limit on the held rows of all events together: about 100,000 of the usual ones, which are two of the largest series. */
const MOST_BYTES = 80 * 1024 * 1024;
/** An object with its numbers and ids; its texts are counted as they are. */
const ROW_BYTES = 600;
/** All rows of an event with a longer log are read in the lane: a series reads a hundred events, one after the other. */
const LONG = 200;
const MOST_TRIES = 5;

/** The stored results of an event, in one order on every engine: by racer, then by attempt. */
export interface HeldResults extends EventResults {
  /**
   * A number that changes with everything but times: a name, what is shown of a racer, the words of the event, a racer who was
   * taken out. A kept answer with an earlier number shows what nobody may see any more.
   */
  readonly shown: number;
}

/**
 * Stored results as this node's readers have read them, one copy for all outputs. After a change only the rows that it
 * wrote are read: a row carries the seq of its change. Nodes tell each other nothing: every reader brings the position
 * at which its own look found the event.
 */
export interface EventRows {
  /**
   * Results at least as far as the position says; null when there is no such event, or when its rows stay behind its log. The
   * read waits in the lane: work that has the lane would wait for itself.
   */
  read(position: LogPosition, reader: Requester): Promise<HeldResults | null>;
}

interface Held {
  readonly results: HeldResults;
  /** Places of the rows, by racer and attempt. */
  readonly places: ReadonlyMap<string, number>;
  readonly bytes: number;
}

export function createEventRows(storage: Storage, lane: Lane): EventRows {
  const { db } = storage;
  /** Results by event; those asked for last are at the end, and the first go when memory is short. */
  const kept = new Map<string, Held>();
  const moving = new Map<string, SharedWork<HeldResults | null>>();

  function find({ id, seq, rewrites }: LogPosition): HeldResults | undefined {
    const held = kept.get(id);
    if (held === undefined || held.results.seq < seq || held.results.rewrites < rewrites) return undefined;
    kept.delete(id);
    kept.set(id, held);
    return held.results;
  }

  function keep(id: string, held: Held): HeldResults {
    kept.delete(id);
    kept.set(id, held);
    let bytes = 0;
    for (const each of kept.values()) bytes += each.bytes;
    for (const [oldest, each] of kept) {
      if (bytes <= MOST_BYTES || oldest === id) break;
      bytes -= each.bytes;
      kept.delete(oldest);
    }
    return held.results;
  }

  async function move({ id, seq }: LogPosition, reader: Requester): Promise<HeldResults | null> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const held = kept.get(id);
      const after = held?.results.seq ?? 0;
      const readSince = () => readResultsSince(db, id, after);
      const found = await (after === 0 && seq > LONG ? lane.run(reader, readSince) : readSince());
      if (found === null) {
        await lane.run(reader, () => catchUpResults(storage, id));
        continue;
      }
      const next = held === undefined ? holdAll(found) : moveOn(held, found);
      if (next !== null) return keep(id, next);
      kept.delete(id);
    }
    // A node of the release before adds changes as quickly as rows are written: no answer, rather than half of one.
    return null;
  }

  return {
    async read(position, reader) {
      const { id } = position;
      const there = find(position);
      if (there !== undefined) return there;
      // A move that is under way may have begun before the change that this reader asks about.
      await moving
        .get(id)
        ?.wait(reader)
        .catch(() => undefined);
      const moved = find(position);
      if (moved !== undefined) return moved;
      return shareWork(moving, id, reader, (all) => move(position, all));
    },
  };
}

let lastShown = 0;

const keyOf = ({ racerId, attempt }: ResultRow): string => `${racerId} ${attempt}`;

const byKey = (one: ResultRow, other: ResultRow): number =>
  one.racerId < other.racerId ? -1 : one.racerId > other.racerId ? 1 : one.attempt - other.attempt;

function holdAll({ count: _count, ...found }: ResultsSince): Held {
  lastShown += 1;
  const rows = found.rows.toSorted(byKey);
  const bytes = rows.reduce((sum, row) => sum + bytesOf(row), 0);
  return { results: { ...found, rows, shown: lastShown }, places: placesOf(rows), bytes };
}

const placesOf = (rows: readonly ResultRow[]) => new Map(rows.map((row, index) => [keyOf(row), index]));

/** Null where rows are gone, or the log was rewritten: everything is read anew. */
function moveOn({ results: before, places, bytes }: Held, { count, ...found }: ResultsSince): Held | null {
  if (found.rewrites !== before.rewrites) return null;
  let rows = [...before.rows];
  let isShownAlike = saidOf(before) === saidOf(found);
  let size = bytes;
  for (const row of found.rows) {
    const place = places.get(keyOf(row));
    size += bytesOf(row);
    if (place === undefined) rows.push(row);
    else {
      const was = rows[place]!;
      size -= bytesOf(was);
      isShownAlike &&= shownOf(was) === shownOf(row);
      rows[place] = row;
    }
  }
  // Every new row was read, so that as many rows as there are now are the rows that there are now.
  if (rows.length !== count) return null;
  const hasNew = count > before.rows.length;
  if (hasNew) rows = rows.toSorted(byKey);
  if (!isShownAlike) lastShown += 1;
  return {
    results: { ...found, rows, shown: isShownAlike ? before.shown : lastShown },
    places: hasNew ? placesOf(rows) : places,
    bytes: size,
  };
}

/** The fields of a row that are not its time. */
const shownOf = ({ name, publicName, bib, groups, category, details, publicDetails, handicapMs }: ResultRow): string =>
  JSON.stringify([name, publicName, bib, groups, category, details, publicDetails, handicapMs]);

const saidOf = ({ name, points, official, teamRules, ranking, course, conditions }: EventResults): string =>
  JSON.stringify([name, points, official?.at, official?.note, teamRules, ranking, course, conditions]);

function bytesOf({ name, publicName, groups, splits, details, publicDetails }: ResultRow): number {
  const texts = [name, publicName, ...groups, ...detailsIn(details), ...detailsIn(publicDetails)];
  return ROW_BYTES + splits.length * 80 + texts.reduce((sum, text) => sum + text.length + 20, 0);
}

const detailsIn = (details: ResultRow['details']): string[] =>
  Object.values(details ?? {}).flatMap((value) => (typeof value === 'string' ? [value] : []));
