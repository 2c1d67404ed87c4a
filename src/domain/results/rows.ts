import { initialsOf } from '../access/initials.ts';
import type { Line } from '../model/lines.ts';
import { type Entry, type EventState, type Tap, timeOf } from '../model/state.ts';
import type { Details } from '../racers/details.ts';
import { adjust, type Adjusted, adjustTotal } from './adjusted.ts';
import { categoryOf, shownDetailsOf } from './categories.ts';
import { shownCorrection } from './shown-correction.ts';
import type { Correction } from '../model/official.ts';
import type { EntryResult } from './entry-result.ts';
import { readResult } from './read-results.ts';
import { type ResultStatus, rulingKey } from '../model/ruling.ts';
import { createSplitReader } from './splits.ts';
import { type Total, totalOf } from './totals.ts';
import { uncertaintyOf } from './uncertainty.ts';

/** The racers whose results, and rows for viewers, may have changed. */
export type TouchedRacers = ReadonlySet<string> | 'all';

/**
 * The stored result of one attempt of one entry, for readers of the results of many events, who do not read logs. The
 * rank is not stored: a finish moves the ranks of all who are slower, and one tap would write hundreds of rows.
 */
export interface ResultRow extends RowKey {
  readonly name: string;
  /** The name for viewers: initials, where the event shows no names. */
  readonly publicName: string;
  readonly bib: string | null;
  readonly groups: readonly string[];
  readonly category: string | null;
  readonly details: Details | null;
  /** The details that the owner shows to viewers, and the category if it is among them. */
  readonly publicDetails: Details | null;
  readonly handicapMs: number | null;
  /** This attempt's time with the handicap; null without a handicap, a time, or a rule. */
  readonly adjusted: Adjusted | null;
  readonly status: ResultStatus;
  readonly startAt: number | null;
  readonly finishAt: number | null;
  readonly splits: readonly SplitTime[];
  readonly grossMs: number | null;
  readonly penaltyMs: number;
  readonly netMs: number | null;
  /** The net time at the event's precision, by which ranks are given. Null for entries without a rank. */
  readonly publishedMs: number | null;
  readonly uncertaintyMs: number | null;
  /** The gross time that somebody has said to be right: see `Ruling.checked`. */
  readonly checkedMs: number | null;
  /** The result as it was declared official, where it is another now. */
  readonly correction: Correction | null;
  /** The total of all attempts, alike in each row of the racer; null in an event of one attempt. */
  readonly total: RowTotal | null;
  /** The number of the event's last change when the row was written. */
  readonly seq: number;
}

interface RowTotal extends Total {
  readonly adjusted?: Adjusted;
}

export interface SplitTime {
  readonly line: Line;
  readonly at: number;
}

export interface RowKey {
  readonly eventId: string;
  readonly racerId: string;
  readonly attempt: number;
}

export interface TouchedRows {
  readonly rows: readonly ResultRow[];
  /** Attempts of those racers that have no row, or none any more. */
  readonly gone: readonly RowKey[];
}

/**
 * The rows of the touched racers, as the event is now. Every racer in the event has a row for the first attempt, and
 * one for each other attempt that has a tap, a ruling or a correction; removed racers have none.
 */
export function rowsOf(now: EventState, touched: TouchedRacers): TouchedRows {
  // Nothing of a rehearsal reaches a result: the rows are those of the event before it.
  const event = now.rehearsal === null ? now : { ...now, ...now.rehearsal };
  const rows: ResultRow[] = [];
  const gone: RowKey[] = [];
  const racerIds = touched === 'all' ? Object.keys(event.entries) : [...touched];
  const splitsOf = createSplitReader(event, racerIds.length);
  for (const racerId of racerIds) {
    const entry = event.entries[racerId];
    if (entry === undefined || entry.rehearsal) continue;
    const total = readTotal(event, entry);
    for (let attempt = 1; attempt <= event.attempts; attempt += 1) {
      const row = rowOf(event, entry, attempt, total, splitsOf(racerId, attempt));
      if (row === null) gone.push({ eventId: event.id, racerId, attempt });
      else rows.push(row);
    }
  }
  return { rows, gone };
}

function readTotal(event: EventState, entry: Entry): RowTotal | null {
  const { attempts } = event.format;
  if (attempts.count === 1) return null;
  const runs = Array.from({ length: attempts.count }, (_, index) => readResult(event, entry, index + 1));
  const total = totalOf(
    runs.map(({ duration, status }) => ({ ms: duration, status })),
    attempts,
    event.precision,
  );
  const adjusted = adjustTotal(event, total, entry);
  return adjusted === null ? total : { ...total, adjusted };
}

function rowOf(
  event: EventState,
  entry: Entry,
  attempt: number,
  total: RowTotal | null,
  splits: readonly Tap[],
): ResultRow | null {
  if (entry.removed) return null;
  const result = readResult(event, entry, attempt);
  const key = rulingKey(entry.racerId, attempt);
  const correction = event.official?.corrections[key];
  if (attempt > 1 && splits.length === 0 && correction === undefined && !isKnown(event, result)) return null;
  const { racerId, name, bib, groups } = entry;
  const { status, startTime, finishTime, gross, penalty, net, duration } = result;
  return {
    eventId: event.id,
    racerId,
    attempt,
    name,
    publicName: event.initialsOnly ? initialsOf(name) : name,
    bib,
    groups,
    category: categoryOf(event, entry),
    details: entry.details ?? null,
    publicDetails: shownDetailsOf(event, entry) ?? null,
    handicapMs: entry.handicap?.ms ?? null,
    adjusted: adjust(event, duration, entry),
    status,
    startAt: whole(startTime),
    finishAt: whole(finishTime),
    splits: splits.map((tap) => ({ line: tap.line, at: Math.round(timeOf(tap)) })),
    grossMs: whole(gross),
    penaltyMs: penalty,
    netMs: whole(net),
    publishedMs: duration,
    uncertaintyMs: whole(uncertaintyOf(result)),
    checkedMs: event.rulings[key]?.checked ?? null,
    correction: correction === undefined ? null : shownCorrection(correction, key, event),
    total,
    seq: event.seq,
  };
}

function isKnown(event: EventState, { entry, attempt, start, finish }: EntryResult): boolean {
  if (start !== null || finish !== null) return true;
  return event.rulings[rulingKey(entry.racerId, attempt)] !== undefined;
}

/**
 * A number that fits an integer column. A correction may be a fraction of a millisecond, and a clock that was far off
 * makes an uncertainty beyond all integers: the database would refuse the row, and the tap with it.
 */
function whole(ms: number | null): number | null {
  return ms === null ? null : Math.min(Number.MAX_SAFE_INTEGER, Math.round(ms));
}
