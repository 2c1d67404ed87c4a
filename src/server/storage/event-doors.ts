import type { Admin } from '../../domain/access/can.ts';
import type { EventDoor, Knocking } from '../access/event-door.ts';
import type { Database } from './engine.ts';

export const userSubject = (userId: string): string => `user:${userId}`;
export const emailSubject = (email: string): string => `email:${email}`;

/** Subjects under which a person may be an admin. */
export function subjectsOfPerson({ userId, verifiedEmail }: Knocking): string[] {
  return [userSubject(userId), ...(verifiedEmail === null ? [] : [emailSubject(verifiedEmail)])];
}

/** Reads in one look-up: a stranger's request must cost as little as one about an event that does not exist. */
export async function readDoor(db: Database, eventId: string, knocking: Knocking): Promise<EventDoor | undefined> {
  const subjects = subjectsOfPerson(knocking);
  const rows = await db
    .selectFrom('events')
    .innerJoin('eventKeys', 'eventKeys.eventId', 'events.id')
    .leftJoin('eventAdmins', (join) =>
      join.onRef('eventAdmins.eventId', '=', 'events.id').on('eventAdmins.subject', 'in', subjects),
    )
    .leftJoin('screenKeys', 'screenKeys.eventId', 'events.id')
    .select([
      'events.seq',
      'events.rewrites',
      'events.rewrittenSeq',
      'events.ownerId',
      'events.deletedAt',
      'eventKeys.admin',
      'eventKeys.viewer',
    ])
    .select(['eventAdmins.subject', 'screenKeys.key as screenKey'])
    .where('events.id', '=', eventId)
    .execute();
  const [row] = rows;
  if (row === undefined) return undefined;
  const { admin, viewer, subject, screenKey: _, ...event } = row;
  const screenKeys = [...new Set(rows.flatMap(({ screenKey }) => screenKey ?? []))];
  const person: Admin = { kind: 'user', userId: knocking.userId, via: 'invitation', isAnonymous: false };
  return { id: eventId, ...event, admins: subject === null ? [] : [person], keys: { admin, viewer }, screenKeys };
}
