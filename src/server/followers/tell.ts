import type { EventState } from '../../domain/model/state.ts';
import { stopNow } from '../../domain/model/stops.ts';
import { findNews, type News, nothingKnown, type KnownResult, knownOf } from '../../domain/followers/find-news.ts';
import { groupBy } from '../../domain/history/event-result.ts';
import type { SamePersons } from '../../domain/racers/persons.ts';
import { findPersons, joinPersons } from '../../domain/results/join-persons.ts';
import type { ResultRow } from '../../domain/results/rows.ts';
import type { Clock } from '../clock.ts';
import type { Requester } from '../fair-turns.ts';
import type { Database } from '../storage/engine.ts';
import type { EventResults } from '../storage/results.ts';
import { wordsIn } from '../words/in-language.ts';
import { isEveryoneIn, type NamedEvent } from '../words/news-texts.ts';
import { deleteFollowed, deleteLockedOut } from '../storage/followers.ts';
import { type NewMessage, queueMessages, readFollowed, readTold } from '../storage/follower-messages.ts';
import {
  findSeriesNews,
  lookAtSeries,
  nameSeriesMessage,
  nothingKnownOfSeries,
  type ReadSeries,
  toldAfter,
  type KnownOfSeries,
} from './series-news.ts';

/** Position at which a look has found an event. */
interface EventPosition {
  readonly id: string;
  readonly seq: number;
  readonly rewrites: number;
}

export interface TellingParts {
  readonly db: Database;
  readonly clock: Clock;
  /** The event at least as far as its seq says; null when there is none. Without a reader it is read for the news. */
  readEvent(position: EventPosition, reader?: Requester): Promise<EventState | null>;
  /** Its results, at least as far; null when they are behind the log. */
  readResults(position: EventPosition, reader?: Requester): Promise<EventResults | null>;
  /**
   * The racer's best published time on this course before this event, in ms; null where none is known. Without this
   * port no personal best is told.
   */
  readBest?(eventId: string, racerId: string): Promise<number | null>;
  /** Racers of an owner who are one person; without this port nobody is. */
  readSamePersons?(ownerId: string): Promise<SamePersons>;
  /** Without this port nothing is told of series. */
  readonly readSeries?: ReadSeries;
}

/** Followers of the whole event: told once everyone is in, and when the results are declared official. */
interface KnownOfEvent {
  readonly isIn: boolean;
  /** Seq of the declaration. */
  readonly official: number | null;
  readonly stopped?: string;
  readonly series: KnownOfSeries;
}

/** News of a racer that were told, by attempt; `series` and `stopped` stand beside the attempts. */
type KnownOfRacer = Readonly<Record<string, KnownResult>>;

interface Followed {
  readonly racerId: string;
  /** The racer of the event whose times are told: another one, where the two are one person. */
  readonly standIn: string;
}

/** What a new follower of a racer is taken to know: the results as they are. */
export function knownNow(
  racerId: string,
  rows: readonly ResultRow[],
  event: Pick<EventState, 'format' | 'official' | 'rehearsal' | 'stops'>,
  series: KnownOfSeries = nothingKnownOfSeries,
): string {
  const stop = event.rehearsal === null ? stopNow(event) : null;
  const stopped = stop && { stopped: stop.id };
  if (racerId === '') {
    const official = event.official?.seq ?? null;
    return JSON.stringify({ isIn: isEveryoneIn(rows, event), official, ...stopped, series } satisfies KnownOfEvent);
  }
  const own = rows.filter((row) => row.racerId === racerId);
  const attempts: KnownOfRacer = Object.fromEntries(own.map((row) => [row.attempt, knownOf(row)]));
  return JSON.stringify({ ...attempts, ...stopped, series });
}

const HOUR_MS = 3_600_000;
/** How long a message is worth sending: a start is no news any more when the racer is in. */
const useful: Readonly<Record<News['kind'], number>> = {
  started: HOUR_MS / 2,
  split: HOUR_MS / 2,
  'start-undone': HOUR_MS / 2,
  finished: 12 * HOUR_MS,
  'finish-undone': 12 * HOUR_MS,
  corrected: 12 * HOUR_MS,
  status: 12 * HOUR_MS,
};

/**
 * Queues messages for everything in an event's results that its followers were not told. Runs after the commit and
 * apart from it: no tap waits for a follower. Reading comes first, without a lock; `queueMessages` then moves the
 * event's position on, and only one node can.
 */
export async function tellFollowers(parts: TellingParts, eventId: string): Promise<void> {
  const { db, clock } = parts;
  const followed = await readFollowed(db, eventId);
  if (followed === undefined) return;
  const { viewerKey, toldSeq } = followed;
  if (followed.deletedAt !== null || viewerKey === null) return deleteFollowed(db, eventId);
  await deleteLockedOut(db, eventId, viewerKey);
  if (toldSeq >= followed.seq) return;
  const before = await readTold(db, eventId);
  const results = await parts.readResults({ id: eventId, seq: followed.seq, rewrites: followed.rewrites });
  // Results that are behind the log are told later.
  if (results === null || results.seq <= toldSeq) return;
  const event = await parts.readEvent({ id: eventId, seq: results.seq, rewrites: followed.rewrites });
  if (event === null) return;
  const { seq: to, rows } = results;
  const toldSeries = new Map([...before].map(([racerId, text]) => [racerId, toldSeriesIn(text)]));
  const look = await lookAtSeries(parts.readSeries, event, rows, toldSeries.values());
  // Standings that were read meanwhile may be of a later state, with somebody out again: that state is told as a whole.
  if (look?.series.length && (await readFollowed(db, eventId))?.seq !== to) return;
  const told = new Map<string, string>();
  const messages: NewMessage[] = [];
  const now = clock.now();
  const byRacer = groupBy(rows, ({ racerId }) => racerId);
  const same = (await parts.readSamePersons?.(event.ownerId)) ?? new Map<string, string>();
  const findPerson = findPersons(rows, same);
  const joined = joinPersons(rows, same);
  for (const [racerId, text] of before) {
    // Followers of the results have an empty racer's id.
    const { standIn, person } = findPerson(racerId);
    const own = racerId === '' ? rows : byRacer.get(standIn);
    // A racer who was taken out of the event has no rows: followers hear of them again when they are back.
    if (own === undefined) continue;
    const series = toldAfter(person, toldSeries.get(racerId), look);
    const after = knownNow(standIn, own, event, series);
    if (after === text) continue;
    told.set(racerId, after);
    if (racerId === '') messages.push(...tellOfEvent(text, after, rows, event, to, now));
    else messages.push(...(await tellOfRacer(parts, { racerId, standIn }, text, rows, event, now)));
    messages.push(...tellOfStop(racerId, text, event, now));
    if (look === null) continue;
    for (const raced of findSeriesNews(toldSeries.get(racerId), series, look)) {
      const name = nameSeriesMessage(raced.answer.id, to);
      const write = (language: string | null) => wordsIn(language).describeSeries(person, raced, joined, event);
      messages.push({ racerId, name, write, expiresAt: now + 12 * HOUR_MS });
    }
  }
  await queueMessages(db, { eventId, viewerKey, from: toldSeq, to, told, racers: before.size, messages }, now);
}

/** Undefined in a text that the release before has stored. */
const toldSeriesIn = (text: string) => (JSON.parse(text) as { readonly series?: KnownOfSeries }).series;

function tellOfEvent(
  before: string,
  after: string,
  rows: readonly ResultRow[],
  event: NamedEvent,
  seq: number,
  now: number,
): NewMessage[] {
  const [told, is] = [before, after].map((text) => JSON.parse(text) as KnownOfEvent) as [KnownOfEvent, KnownOfEvent];
  const kind =
    told.official !== is.official ? (is.official === null ? 'provisional' : 'official') : is.isIn ? 'in' : null;
  if (kind === null || (kind === 'in' && told.isIn)) return [];
  const write = (language: string | null) => wordsIn(language).describeResults(kind, rows, event);
  return [{ racerId: '', name: `${kind}.${seq}`, write, expiresAt: now + 12 * HOUR_MS }];
}

/** Tells of a stop once, under the name of the stop: a node of the release before forgets that it was told. */
function tellOfStop(racerId: string, before: string, event: EventState, now: number): NewMessage[] {
  const stop = event.rehearsal === null ? stopNow(event) : null;
  const { stopped } = JSON.parse(before) as { readonly stopped?: string };
  if (stop === null || stop.id === stopped) return [];
  const write = (language: string | null) => wordsIn(language).describeStop(event, stop);
  return [{ racerId, name: `stopped-${stop.id}`, write, expiresAt: now + HOUR_MS }];
}

async function tellOfRacer(
  parts: TellingParts,
  { racerId, standIn }: Followed,
  before: string,
  rows: readonly ResultRow[],
  event: EventState,
  now: number,
): Promise<NewMessage[]> {
  const told = JSON.parse(before) as KnownOfRacer;
  const messages: NewMessage[] = [];
  for (const row of rows.filter((each) => each.racerId === standIn)) {
    for (const news of findNews(told[row.attempt] ?? nothingKnown, row)) {
      const best = news.kind === 'finished' ? await readBestBefore(parts, row, rows, event) : null;
      const write = (language: string | null) => wordsIn(language).describeNews(news, row, rows, event, best);
      const line = news.kind === 'split' ? `-${news.line}` : '';
      const name = `${news.kind}${line}-${row.attempt}.${row.seq}`;
      messages.push({ racerId, name, write, expiresAt: now + useful[news.kind] });
    }
  }
  return messages;
}

/** Null where the owner does not show bests. Earlier runs of the same event count: a second run has to beat the first. */
async function readBestBefore(
  { readBest }: TellingParts,
  { racerId, attempt }: ResultRow,
  rows: readonly ResultRow[],
  { id, format }: EventState,
): Promise<number | null> {
  const best = format.shows.includes('bests') ? ((await readBest?.(id, racerId)) ?? null) : null;
  if (best === null) return null;
  const earlier = rows.filter((row) => row.racerId === racerId && row.attempt < attempt);
  return Math.min(best, ...earlier.flatMap(({ publishedMs }) => publishedMs ?? []));
}
