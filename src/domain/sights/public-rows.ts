import { type Line, ZERO_LINE } from '../model/lines.ts';
import { type Entry, type EventState, slotOf, type Tap } from '../model/state.ts';
import type { Corrections } from '../model/official.ts';
import { rulingKey } from '../model/ruling.ts';
import { hideDevice, viewEntry, viewFormat, viewRuling, viewTap } from '../privacy/hidden.ts';
import { shownCorrection } from '../results/shown-correction.ts';
import type { PublicEntry, PublicHead, PublicRow, PublicTap, RowsFrame } from './set-rows.ts';
import { nothingMore } from '../privacy/unseen.ts';

/**
 * Viewers get the taps that results are made of, and no others: what a page is sent must not grow with every tap that
 * was taken back, or read twice. Where the mean of the readings counts, all readings of racers are part of the results.
 */
export function isForViewers(event: EventState, { id, racerId, line, attempt, undone }: Tap): boolean {
  if (racerId === null || undone || line === ZERO_LINE) return false;
  return event.race.readings === 'mean' || event.counting[slotOf(racerId, line, attempt)] === id;
}

export function tapsForViewers(event: EventState): Tap[] {
  // The counting taps are looked up: going through 20,000 taps would make every arrival of a viewer pay for the log.
  const taps = event.race.readings === 'mean' ? Object.values(event.taps) : countingTaps(event);
  return taps.filter((tap) => isForViewers(event, tap));
}

const countingTaps = ({ counting, taps }: EventState): Tap[] =>
  Object.values(counting).flatMap((tapId) => taps[tapId] ?? []);

/** The slots of taps for viewers. */
export function countingForViewers(event: EventState): EventState['counting'] {
  const taps = countingTaps(event).filter((tap) => isForViewers(event, tap));
  return Object.fromEntries(taps.map(({ id, racerId, line, attempt }) => [slotOf(racerId!, line, attempt), id]));
}

/**
 * The head of the event for viewers. Every field of the state is named: one that is added later does not compile until it
 * is decided what viewers get of it.
 */
export function headOf(event: EventState): PublicHead {
  const { needs, name, createdAt, timeZone, awaitingCredits, deletedAt, initialsOnly, isIndexed, ...others } = event;
  const { splits, attempts, precision, race, format, official, arrangedBy, rehearsal, rehearsed, stops, ...more } =
    others;
  const { id: _id, seq: _seq, entries: _entries, taps: _taps, counting: _counting, rulings: _rulings, ...rest } = more;
  const {
    ownerId: _ownerId,
    admins: _admins,
    sharedGroup: _group,
    shifts: _shifts,
    helpers: _helpers,
    teams: _teams,
    ...none
  } = rest;
  nothingMore(none);
  return {
    needs,
    name,
    createdAt,
    timeZone,
    awaitingCredits,
    deletedAt,
    initialsOnly,
    isIndexed,
    splits,
    attempts,
    precision,
    race: hideDevice(race),
    format: viewFormat(format, event, true),
    official: official && { at: official.at, seq: official.seq, note: official.note },
    arrangedBy,
    // Viewers get the beginning of a rehearsal alone: the state before it is for admins, who end the rehearsal.
    rehearsal: rehearsal && { from: rehearsal.from },
    rehearsed,
    // The list of stops is sent, empty or not, once there was a stop: a page keeps what a head leaves out, and would show a
    // stop that went with a rehearsal.
    ...(stops && { stops }),
  };
}

/** The rows of these racers, at the cost of these racers; and of all taps where every reading counts. */
export function rowsOf(event: EventState, racerIds: ReadonlySet<string>): Pick<RowsFrame, 'rows' | 'gone'> {
  const readings = event.race.readings === 'mean' ? readingsOf(event, racerIds) : null;
  const rows: PublicRow[] = [];
  const gone: string[] = [];
  for (const racerId of racerIds) {
    const row = rowOf(event, racerId, readings?.get(racerId) ?? lookUpTaps(event, racerId));
    if (row === null) gone.push(racerId);
    else rows.push(row);
  }
  return { rows, gone };
}

function rowOf(event: EventState, racerId: string, taps: readonly Tap[]): PublicRow | null {
  const entry = event.entries[racerId];
  if (entry === undefined) return null;
  const rulings: Record<string, EventState['rulings'][string]> = {};
  const corrections: Record<string, Corrections[string]> = {};
  for (let attempt = 1; attempt <= event.attempts; attempt += 1) {
    const key = rulingKey(racerId, attempt);
    const ruling = event.rulings[key];
    const declared = event.official?.corrections[key];
    const correction = declared && shownCorrection(declared, key, event);
    if (ruling !== undefined) rulings[key] = viewRuling(ruling);
    if (correction != null) corrections[key] = correction;
  }
  return {
    entry: publicEntry(event, entry),
    taps: taps.map((tap) => publicTap(event, tap)),
    ...(Object.keys(rulings).length > 0 && { rulings }),
    ...(Object.keys(corrections).length > 0 && { corrections }),
  };
}

function publicEntry(event: EventState, entry: Entry): PublicEntry {
  const { groups, bib, removed, ...seen } = viewEntry(entry, event);
  return {
    ...seen,
    ...(groups.length > 0 && { groups }),
    ...(bib !== null && { bib }),
    ...(removed && { removed }),
  };
}

function publicTap(event: EventState, tap: Tap): PublicTap {
  const { racerId: _racerId, run: _run, captured: _captured, by: _by, undone: _undone, ...more } = viewTap(tap);
  const { assignedSeq, attempt, corrected, note, ...seen } = more;
  const isCounting = event.counting[slotOf(tap.racerId!, tap.line, tap.attempt)] === tap.id;
  return {
    ...seen,
    ...(assignedSeq !== tap.seq && { assignedSeq }),
    ...(attempt !== 1 && { attempt }),
    ...(corrected !== null && { corrected }),
    ...(note !== null && { note }),
    ...(!isCounting && { counts: false }),
  };
}

function lookUpTaps(event: EventState, racerId: string): Tap[] {
  const lines: readonly Line[] = ['start', 'finish', ...event.splits];
  const taps: Tap[] = [];
  for (let attempt = 1; attempt <= event.attempts; attempt += 1) {
    for (const line of lines) {
      const tap = event.taps[event.counting[slotOf(racerId, line, attempt)] ?? ''];
      if (tap !== undefined && isForViewers(event, tap)) taps.push(tap);
    }
  }
  return taps;
}

function readingsOf(event: EventState, racerIds: ReadonlySet<string>): ReadonlyMap<string, readonly Tap[]> {
  const readings = new Map<string, Tap[]>(Array.from(racerIds, (racerId) => [racerId, []]));
  for (const tap of Object.values(event.taps)) {
    if (tap.racerId !== null && isForViewers(event, tap)) readings.get(tap.racerId)?.push(tap);
  }
  return readings;
}

/** The frame for pages that have the event at `after` or later. `withHead`: the head may have changed since. */
export function frameOf(
  event: EventState,
  after: number,
  touched: ReadonlySet<string>,
  withHead: boolean,
  teams?: RowsFrame['teams'],
): RowsFrame {
  const { id: eventId, seq } = event;
  return {
    type: 'rows',
    eventId,
    after,
    seq,
    ...(withHead && { head: headOf(event) }),
    ...rowsOf(event, touched),
    ...(teams && { teams }),
  };
}
