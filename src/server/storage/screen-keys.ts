import { ok, refuse, type Result } from '../../domain/result.ts';
import type { ScreenKind } from '../../protocol/screen-address.ts';
import type { Knocking } from '../access/event-door.ts';
import type { MadeScreen } from '../journal/store.ts';
import type { Database, Storage } from './engine.ts';
import { subjectsOfPerson } from './event-doors.ts';
import { hasRoom } from './room.ts';

export interface StoredScreen extends MadeScreen {
  readonly name: string;
  readonly key: string;
  readonly createdAt: number;
  readonly kind: ScreenKind | null;
}

export async function listScreens(db: Database, eventId: string): Promise<StoredScreen[]> {
  const rows = await selectScreens(db, eventId).orderBy('createdAt').orderBy('id').execute();
  return rows.map(toScreen);
}

const selectScreens = (db: Database, eventId: string) =>
  db
    .selectFrom('screenKeys')
    .select(['id', 'name', 'key', 'createdAt', 'createdBy', 'kind'])
    .where('eventId', '=', eventId);

const toScreen = (row: Omit<StoredScreen, 'kind'> & { readonly kind: string | null }): StoredScreen => ({
  ...row,
  kind: row.kind as ScreenKind | null,
});

export async function readScreenKeys(db: Database, eventId: string): Promise<string[]> {
  const rows = await db.selectFrom('screenKeys').select('key').where('eventId', '=', eventId).execute();
  return rows.map(({ key }) => key);
}

/** Whether a key that opens the event is that of an announcer's screen. */
export async function isAnnouncerKey(db: Database, eventId: string, key: string): Promise<boolean> {
  const row = await selectScreens(db, eventId)
    .where('key', '=', key)
    .where('kind', '=', 'announcer' satisfies ScreenKind)
    .executeTakeFirst();
  return row !== undefined;
}

/** The screen as it is stored: the first one where it was sent twice. Refused where another person has this id. */
export async function addScreen(
  { db, engine }: Storage,
  eventId: string,
  screen: Omit<StoredScreen, 'createdBy'>,
  maker: Knocking,
): Promise<Result<StoredScreen, 'permission-denied' | 'invalid-argument' | 'too-many-screens'>> {
  return db.transaction().execute(async (trx) => {
    // The lock is that of commands: a maker who is being removed would otherwise leave a screen behind.
    await trx
      .selectFrom('events')
      .select('id')
      .where('id', '=', eventId)
      .$if(engine === 'postgres', (query) => query.forUpdate())
      .execute();
    const admin = await trx
      .selectFrom('eventAdmins')
      .select('subject')
      .where('eventId', '=', eventId)
      .where('subject', 'in', subjectsOfPerson(maker))
      .executeTakeFirst();
    if (admin === undefined) return refuse('permission-denied');
    const isRoom = await hasRoom(trx, 'screens', eventId, { eventId });
    const known = await trx
      .selectFrom('screenKeys')
      .select(['id', 'name', 'key', 'createdAt', 'createdBy', 'kind', 'eventId'])
      .where('id', '=', screen.id)
      .executeTakeFirst();
    if (known !== undefined) {
      const { eventId: ofEvent, ...stored } = known;
      const isSame = ofEvent === eventId && stored.createdBy === maker.userId;
      return isSame ? ok(toScreen(stored)) : refuse('invalid-argument');
    }
    if (!isRoom) return refuse('too-many-screens');
    const made = { ...screen, createdBy: maker.userId };
    await trx
      .insertInto('screenKeys')
      .values({ ...made, eventId })
      .execute();
    return ok(made);
  });
}

/** `createdBy`: only if this person made it. */
export async function removeScreen(
  db: Database,
  eventId: string,
  screenId: string,
  createdBy: string | null,
): Promise<void> {
  await db
    .deleteFrom('screenKeys')
    .where('eventId', '=', eventId)
    .where('id', '=', screenId)
    .$if(createdBy !== null, (query) => query.where('createdBy', '=', createdBy))
    .execute();
}

export async function readScreenMakers(db: Database, eventId: string): Promise<MadeScreen[]> {
  return db.selectFrom('screenKeys').select(['id', 'createdBy']).where('eventId', '=', eventId).execute();
}

export async function removeScreens(db: Database, eventId: string, screenIds: readonly string[]): Promise<void> {
  await db.deleteFrom('screenKeys').where('eventId', '=', eventId).where('id', 'in', screenIds).execute();
}

export async function giveScreens(db: Database, eventId: string, from: string, to: string): Promise<void> {
  await db
    .updateTable('screenKeys')
    .set({ createdBy: to })
    .where('eventId', '=', eventId)
    .where('createdBy', '=', from)
    .execute();
}

/** Answers the events whose screens they were. */
export async function removeScreensOf(db: Database, userId: string): Promise<string[]> {
  const rows = await db.deleteFrom('screenKeys').where('createdBy', '=', userId).returning('eventId').execute();
  return [...new Set(rows.map(({ eventId }) => eventId))];
}

/** The screens of a person's own events, and those that the person made in others', without their keys. */
export async function listOwnScreens(db: Database, userId: string) {
  return db
    .selectFrom('screenKeys')
    .innerJoin('events', 'events.id', 'screenKeys.eventId')
    .select(['screenKeys.eventId', 'screenKeys.name', 'screenKeys.kind', 'screenKeys.createdAt'])
    .where((where) => where.or([where('events.ownerId', '=', userId), where('screenKeys.createdBy', '=', userId)]))
    .orderBy('screenKeys.createdAt')
    .execute();
}
