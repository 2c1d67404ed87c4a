import { type EarlierBest, readCourseResults, readEarlierBests } from '../../domain/history/earlier-bests.ts';
import type { EventResult, HistoryRow } from '../../domain/history/event-result.ts';
import type { Lane } from '../reads/lane.ts';
import { catchUpResults } from '../storage/catch-up-results.ts';
import type { Storage } from '../storage/database.ts';
import { type CourseEvent, listCourseEvents, listCourseResults } from '../storage/history.ts';

/** Bests are those of the newest events on the course: 500 events are a race a week for ten years. */
const MOST_EVENTS = 500;
const MOST_RESULTS = 50_000;
const MOST_KEPT = 50;
/** Upkeep catches the rest up: one reader does not wait for years of events. */
const MOST_CAUGHT_UP = 20;

export interface CourseBests {
  /** The earlier bests of the racers in an event, on its course; none where the event has no course. */
  read(eventId: string): Promise<BestsOfEvent>;
}

export interface BestsOfEvent {
  /** The owner's word: viewers are told of them. */
  readonly areShown: boolean;
  readonly bests: ReadonlyMap<string, EarlierBest>;
  /** Racers whose time in this event is faster than all before. */
  readonly beaten: ReadonlySet<string>;
  /** Changes with every change of an event on the course. */
  readonly tag: string;
}

interface Kept {
  readonly tag: string;
  readonly made: Promise<BestsOfEvent>;
}

/** Results of the other events, which taps in this event do not change. */
interface KeptOthers {
  readonly tag: string;
  readonly racers: ReadonlySet<string>;
  readonly results: ReadonlyMap<string, readonly EventResult[]>;
}

const NONE: BestsOfEvent = { areShown: false, bests: new Map(), beaten: new Set(), tag: '' };

/**
 * Bests are made at most once for each change of an event, however many readers ask: a reader costs one look at the
 * events of the course. A corrected result in another of them is a change as well.
 */
export function createCourseBests(storage: Storage, lane: Lane): CourseBests {
  const { db } = storage;
  const kept = new Map<string, Kept>();
  const others = new Map<string, KeptOthers>();

  async function listEvents(eventId: string): Promise<readonly CourseEvent[]> {
    const events = withinBounds(await listCourseEvents(db, eventId, MOST_EVENTS));
    const behind = events.filter(({ seq, resultsSeq }) => resultsSeq < seq);
    for (const event of behind.slice(0, MOST_CAUGHT_UP)) await lane.run(() => catchUpResults(storage, event.id));
    return behind.length === 0 ? events : withinBounds(await listCourseEvents(db, eventId, MOST_EVENTS));
  }

  async function make(eventId: string, events: readonly CourseEvent[]): Promise<BestsOfEvent> {
    const here = await listCourseResults(db, [eventId], eventId);
    const racers = new Set(here.map(({ racerId }) => racerId));
    const rest = events.filter(({ id }) => id !== eventId);
    const tag = tagOf(rest);
    let known = others.get(eventId);
    if (known?.tag !== tag || [...racers].some((racerId) => !known!.racers.has(racerId))) {
      const ids = rest.map(({ id }) => id);
      const createdAt = new Map(rest.map((event) => [event.id, event.createdAt]));
      const rows = await listCourseResults(db, ids, eventId);
      known = { tag, racers, results: readCourseResults(rows, (id) => createdAt.get(id)!) };
      keep(others, eventId, known);
    }
    const areShown = events.some(({ id, showsBests }) => id === eventId && showsBests === 1);
    const bests = readEarlierBests(here, known.results);
    const isFaster = ({ racerId, publishedMs }: HistoryRow) =>
      publishedMs !== null && publishedMs < (bests.get(racerId)?.ms ?? 0);
    const beaten = new Set(here.filter(isFaster).map(({ racerId }) => racerId));
    return { areShown, bests, beaten, tag: tagOf(events) };
  }

  return {
    async read(eventId) {
      const events = await listEvents(eventId);
      if (events.length === 0) return NONE;
      const tag = tagOf(events);
      const known = kept.get(eventId);
      if (known?.tag === tag) return known.made;
      const made = lane.run(() => make(eventId, events));
      keep(kept, eventId, { tag, made });
      made.catch(() => kept.delete(eventId));
      return made;
    },
  };
}

/** The event itself is the first. */
function withinBounds(events: readonly CourseEvent[]): readonly CourseEvent[] {
  let results = 0;
  return events.filter(({ total }, index) => {
    results += total;
    return index === 0 || results <= MOST_RESULTS;
  });
}

const tagOf = (events: readonly CourseEvent[]): string => events.map(({ id, seq }) => `${id} ${seq}`).join();

function keep<Value>(shelf: Map<string, Value>, name: string, value: Value): void {
  shelf.delete(name);
  shelf.set(name, value);
  if (shelf.size > MOST_KEPT) shelf.delete(shelf.keys().next().value!);
}
