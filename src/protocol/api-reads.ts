import * as z from 'zod/mini';
import { type Sight, viewEntries } from '../domain/sights/views.ts';
import type { EventState } from '../domain/model/state.ts';
import { categoryOf } from '../domain/results/categories.ts';
import { genders } from '../domain/racers/details.ts';
import { listStarters } from '../domain/schedule/order.ts';
import { formatIsoDate } from '../domain/timing/local-time.ts';
import { epochMs } from '../domain/units.ts';
import type { ListedEvent } from './live.ts';

/** Raised when a field changes its meaning or is removed. Readers pass over fields that they do not know. */
const API_VERSION = 1;

const version = z.literal(API_VERSION);
const moment = z.int();

export const listedEvents = z.object({
  version,
  /** The newest first. */
  events: z.array(
    z.object({
      eventId: z.string(),
      name: z.string(),
      /** Milliseconds since 1970-01-01T00:00Z. */
      createdAt: moment,
      /** The first start. Null: nobody has started. */
      startedAt: z.nullable(moment),
      /** The day of the first start in the event's time zone, such as 2026-05-31. */
      date: z.nullable(z.string()),
      timeZone: z.string(),
      isOwner: z.boolean(),
      racers: z.int(),
      onCourse: z.int(),
      finished: z.int(),
    }),
  ),
  /** Value of `after` with which the next page is asked for. Null: this is the last page. */
  next: z.nullable(z.string()),
});
export type ListedEvents = z.infer<typeof listedEvents>;

export const startList = z.object({
  version,
  eventId: z.string(),
  /** The number of the last change of the event: a greater number is newer. */
  seq: z.int(),
  name: z.string(),
  /** A name of the IANA database, such as Europe/Zurich. */
  timeZone: z.string(),
  /** In the order in which they start; racers without a place stand at the end. */
  racers: z.array(
    z.object({
      racerId: z.string(),
      name: z.string(),
      bib: z.nullable(z.string()),
      groups: z.array(z.string()),
      /** Details are null too where the owner does not show them; gender and year of birth are for admins alone. */
      category: z.nullable(z.string()),
      club: z.nullable(z.string()),
      team: z.nullable(z.string()),
      class: z.nullable(z.string()),
      gender: z.nullable(z.enum(genders)),
      born: z.nullable(z.int()),
      /** Null: the racer has no place in the list yet. */
      order: z.nullable(z.number()),
      /** The planned start in milliseconds since 1970; null where only the order is known. */
      startAt: z.nullable(z.number()),
    }),
  ),
});
export type StartList = z.infer<typeof startList>;

/** An event of a list, and when its race began. */
export interface RaceOfList extends Pick<ListedEvent, 'id' | 'name' | 'createdAt' | 'total' | 'onCourse' | 'finished'> {
  readonly ownerId: string;
  readonly startedAt: number | null;
  readonly timeZone: string;
}

export function toListedEvents(
  events: readonly RaceOfList[],
  { userId, next }: { readonly userId: string; readonly next: string | null },
): ListedEvents {
  const listed = events.map(
    ({ id: eventId, name, createdAt, startedAt, timeZone, total, onCourse, finished, ownerId }) => ({
      eventId,
      name,
      createdAt,
      startedAt,
      date: startedAt === null ? null : formatIsoDate(epochMs(startedAt), timeZone),
      timeZone,
      isOwner: ownerId === userId,
      racers: total,
      onCourse,
      finished,
    }),
  );
  return { version: API_VERSION, events: listed, next };
}

/** The start list as a reader with this sight sees it; racers made up for a rehearsal are not in it. */
export function toStartList(event: EventState, sight: Sight): StartList {
  const { id: eventId, seq, name, timeZone } = event;
  // The whole event as a viewer gets it would be made of all its taps, and a start list has none.
  const entries = sight === 'viewer' ? viewEntries(event) : event.entries;
  const real = Object.values(entries).filter(({ rehearsal }) => rehearsal === undefined);
  const racers = listStarters(Object.fromEntries(real.map((entry) => [entry.racerId, entry]))).map(
    ({ at, groups, ...starter }) => {
      const entry = entries[starter.racerId]!;
      const { club = null, team = null, class: ofClass = null, gender = null, born = null } = entry.details ?? {};
      // What viewers get of an entry has its category, and no more to find it by, where the owner shows it.
      const category = sight === 'viewer' ? (entry.details?.category ?? null) : categoryOf(event, entry);
      const told = { category, club, team, class: ofClass, gender, born };
      return { ...starter, groups: [...groups], ...told, startAt: at };
    },
  );
  return { version: API_VERSION, eventId, seq, name, timeZone, racers };
}
