import type { EventScreen } from '../../protocol/screens.ts';
import type { Database } from './database.ts';
import { hasRoom } from './room.ts';

export async function listScreens(db: Database, eventId: string): Promise<EventScreen[]> {
  return db
    .selectFrom('screenKeys')
    .select(['id', 'name', 'key', 'createdAt'])
    .where('eventId', '=', eventId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

export async function readScreenKeys(db: Database, eventId: string): Promise<string[]> {
  const rows = await db.selectFrom('screenKeys').select('key').where('eventId', '=', eventId).execute();
  return rows.map(({ key }) => key);
}

/** The screen as it is stored: the first one where it was sent twice. */
export async function addScreen(
  db: Database,
  eventId: string,
  screen: EventScreen,
): Promise<EventScreen | 'too-many' | 'of-another-event'> {
  return db.transaction().execute(async (trx) => {
    const isRoom = await hasRoom(trx, 'screens', eventId, { eventId });
    const known = await trx
      .selectFrom('screenKeys')
      .select(['id', 'name', 'key', 'createdAt', 'eventId'])
      .where('id', '=', screen.id)
      .executeTakeFirst();
    if (known !== undefined) {
      const { eventId: ofEvent, ...stored } = known;
      return ofEvent === eventId ? stored : 'of-another-event';
    }
    if (!isRoom) return 'too-many';
    await trx
      .insertInto('screenKeys')
      .values({ ...screen, eventId })
      .execute();
    return screen;
  });
}

export async function removeScreen(db: Database, eventId: string, screenId: string): Promise<void> {
  await db.deleteFrom('screenKeys').where('eventId', '=', eventId).where('id', '=', screenId).execute();
}

/** The screens of a person's own events, without their keys. */
export async function listOwnScreens(db: Database, userId: string) {
  return db
    .selectFrom('screenKeys')
    .innerJoin('events', 'events.id', 'screenKeys.eventId')
    .select(['screenKeys.eventId', 'screenKeys.name', 'screenKeys.createdAt'])
    .where('events.ownerId', '=', userId)
    .orderBy('screenKeys.createdAt')
    .execute();
}
