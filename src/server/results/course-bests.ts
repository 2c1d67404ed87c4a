import { type EarlierBest, readEarlierBests } from '../../domain/history/earlier-bests.ts';
import { personOf, type SamePersons } from '../../domain/racers/persons.ts';
import { countedAs, joinPersons } from '../../domain/results/join-persons.ts';
import type { Requester } from '../fair-turns.ts';
import type { Lane } from '../reads/lane.ts';
import { SharedWork } from '../reads/shared-work.ts';
import type { Database } from '../storage/engine.ts';
import { type CourseEvent, listCourseEvents } from '../storage/history.ts';
import { countMerges, readSamePersons } from '../storage/same-persons.ts';
import { CourseIndex } from './course-index.ts';
import type { EventRows } from './event-rows.ts';

/** Bests are those of the newest events on the course: 500 events are a race a week for ten years. */
const MOST_EVENTS = 500;
const MOST_RESULTS = 50_000;
/** Most events on all courses of a series together. */
export const MOST_ON_COURSES = 5_000;
/** Results of all indexed courses together: two of the largest. */
const MOST_INDEXED = 2 * MOST_RESULTS;
/** Bests are kept of as many events as a series has, and more. */
const MOST_KEPT = 200;

/** The events of one course that bests are read from, the newest first. */
export interface CourseOfEvents {
  readonly key: string;
  readonly ownerId: string;
  readonly events: readonly CourseEvent[];
}

export interface CourseBests {
  /** The earlier bests of the racers in an event, on its course; none where the event has no course. */
  read(eventId: string, reader: Requester): Promise<BestsOfEvent>;
  /**
   * Racers of each event who were faster than ever before on its course; a person with several racers is named by the one that
   * stands for it.
   */
  readBeaten(courses: readonly CourseOfEvents[], reader: Requester): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
}

interface BestsOfEvent {
  /** True where the owner lets viewers see bests. */
  readonly areShown: boolean;
  readonly bests: ReadonlyMap<string, EarlierBest>;
}

interface KeptBests {
  readonly state: string;
  readonly made: SharedWork<BestsOfEvent>;
}

interface Indexed {
  readonly index: CourseIndex;
  /** Merges, and the position of the event, with which each event is in the index. */
  readonly positions: Map<string, string>;
}

/** A course's index that was brought up to date, with the racers who are one person in it. */
interface Brought {
  readonly index: CourseIndex;
  readonly same: SamePersons;
}

const NONE: BestsOfEvent = { areShown: false, bests: new Map() };

/**
 * Bests are made at most once for each change of an event, however many readers ask: a reader costs one look at the
 * events of the course. A corrected result in another of them is a change as well.
 */
export function createCourseBests(db: Database, rows: EventRows, lane: Lane): CourseBests {
  const kept = new Map<string, KeptBests>();
  /** Indexes by owner and course; the one asked for last is at the end, and the first goes when there are too many. */
  const indexes = new Map<string, Indexed>();
  /** A course is brought up to date by one reader after the other: two at once would read the same rows. */
  const bringing = new Map<string, SharedWork<Brought>>();

  async function listCourse(eventId: string): Promise<readonly CourseOfEvents[]> {
    const events = await listCourseEvents(db, eventId, MOST_EVENTS);
    return events.length === 0 ? [] : gatherCourses(events[0]!.ownerId, events, new Set([eventId]));
  }

  async function bring(course: CourseOfEvents, reader: Requester): Promise<Brought> {
    const before = bringing.get(course.key);
    const brought = new SharedWork(reader, async (all) => {
      // The one before goes on for this reader, too: its rows are needed here.
      await before?.wait(all).catch(() => undefined);
      return bringNow(course, all);
    });
    bringing.set(course.key, brought);
    try {
      return await brought.wait(reader);
    } finally {
      if (bringing.get(course.key) === brought) bringing.delete(course.key);
    }
  }

  async function bringNow({ key, ownerId, events }: CourseOfEvents, reader: Requester): Promise<Brought> {
    const merges = await countMerges(db, ownerId);
    const same = await readSamePersons(db, ownerId);
    const { index, positions } = indexes.get(key) ?? { index: new CourseIndex(), positions: new Map<string, string>() };
    indexes.delete(key);
    indexes.set(key, { index, positions });
    const listed = new Set(events.map(({ id }) => id));
    for (const id of positions.keys()) {
      if (listed.has(id)) continue;
      positions.delete(id);
      index.delete(id);
    }
    for (const event of events) {
      if (positions.get(event.id) === `${merges} ${positionOf(event)}`) continue;
      const held = await rows.read(event, reader);
      // An event that is gone by now, or behind its log, has no results to compare with.
      if (held === null) continue;
      index.put(event.id, event.createdAt, joinPersons(held.rows, same));
      const position = positionOf({ id: event.id, seq: held.seq, rewrites: held.rewrites });
      positions.set(event.id, `${merges} ${position}`);
    }
    makeRoom(key);
    return { index, same };
  }

  function makeRoom(asked: string): void {
    let results = 0;
    for (const { index } of indexes.values()) results += index.size;
    for (const [key, { index }] of indexes) {
      if (results <= MOST_INDEXED || key === asked) break;
      results -= index.size;
      indexes.delete(key);
    }
  }

  async function make(event: CourseEvent, course: CourseOfEvents, reader: Requester): Promise<BestsOfEvent> {
    const { index, same } = await bring(course, reader);
    const here = (await rows.read(event, reader))?.rows ?? [];
    return lane.run(reader, () => {
      const counted = countedAs(here, same);
      const idOf = (racerId: string) => counted.get(racerId) ?? personOf(same, racerId);
      const others = new Map(here.map(({ racerId }) => [racerId, index.listOthers(idOf(racerId), event.id)]));
      return { areShown: event.showsBests === 1, bests: readEarlierBests(here, others) };
    });
  }

  return {
    async read(eventId, reader) {
      const [course] = await listCourse(eventId);
      const event = course?.events.find(({ id }) => id === eventId);
      if (course === undefined || event === undefined) return NONE;
      const state = [await countMerges(db, course.ownerId), ...course.events.map(positionOf)].join();
      const known = kept.get(eventId);
      const isGood = known?.state === state && !known.made.isLost;
      const fresh = isGood ? known : { state, made: new SharedWork(reader, (all) => make(event, course, all)) };
      kept.delete(eventId);
      kept.set(eventId, fresh);
      if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!);
      return fresh.made.wait(reader);
    },
    async readBeaten(courses, reader) {
      const beaten = new Map<string, ReadonlySet<string>>();
      for (const course of courses) {
        const { index } = await bring(course, reader);
        for (const { id } of course.events) beaten.set(id, new Set(index.beatenIn(id)));
      }
      return beaten;
    },
  };
}

const positionOf = ({ id, seq, rewrites }: Pick<CourseEvent, 'id' | 'seq' | 'rewrites'>): string =>
  `${id} ${rewrites} ${seq}`;

/** The events of each course that count, from those of one owner, the newest first. Those of `wanted` always do. */
export function gatherCourses(
  ownerId: string,
  events: readonly CourseEvent[],
  wanted: ReadonlySet<string>,
): readonly CourseOfEvents[] {
  const byCourse = new Map<string, CourseEvent[]>();
  let results = 0;
  for (const event of events) {
    const course = byCourse.get(event.courseKey) ?? [];
    byCourse.set(event.courseKey, course);
    results += event.total;
    if (wanted.has(event.id) || (results <= MOST_RESULTS && course.length < MOST_EVENTS)) course.push(event);
  }
  return [...byCourse].map(([key, own]) => ({ key: `${ownerId} ${key}`, ownerId, events: own }));
}
