import * as z from 'zod/mini';
import { type Sight, viewEntries } from '../domain/sights/views.ts';
import type { EventState } from '../domain/model/state.ts';
import { listStarters } from '../domain/schedule/order.ts';
import type { ListedEvent } from './live.ts';

/** Raised when a field changes its meaning or is removed. Readers pass over fields that they do not know. */
export const API_VERSION = 1;

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
      isOwner: z.boolean(),
      racers: z.int(),
      onCourse: z.int(),
      finished: z.int(),
    }),
  ),
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
      /** Null: the racer has no place in the list yet. */
      order: z.nullable(z.number()),
      /** The planned start in milliseconds since 1970; null where only the order is known. */
      startAt: z.nullable(z.number()),
    }),
  ),
});
export type StartList = z.infer<typeof startList>;

export function toListedEvents(events: readonly ListedEvent[]): ListedEvents {
  const listed = events
    .filter(({ deletedAt }) => deletedAt === null)
    .map(({ id: eventId, name, createdAt, isOwner, total: racers, onCourse, finished }) => ({
      eventId,
      name,
      createdAt,
      isOwner,
      racers,
      onCourse,
      finished,
    }));
  return { version: API_VERSION, events: listed };
}

/** The start list as a reader with this sight sees it; racers made up for a rehearsal are not in it. */
export function toStartList(event: EventState, sight: Sight): StartList {
  const { id: eventId, seq, name, timeZone } = event;
  // The whole event as a viewer gets it would be made of all its taps, and a start list has none.
  const entries = sight === 'viewer' ? viewEntries(event) : event.entries;
  const real = Object.values(entries).filter(({ rehearsal }) => rehearsal === undefined);
  const racers = listStarters(Object.fromEntries(real.map((entry) => [entry.racerId, entry]))).map(
    ({ at, groups, ...starter }) => ({ ...starter, groups: [...groups], startAt: at }),
  );
  return { version: API_VERSION, eventId, seq, name, timeZone, racers };
}
