import type { SamePersons } from '../../domain/racers/persons.ts';
import type { Database } from './engine.ts';

export async function readSamePersons(db: Database, ownerId: string): Promise<SamePersons> {
  const rows = await db
    .selectFrom('racers')
    .select(['id', 'sameAs'])
    .where('createdBy', '=', ownerId)
    .where('sameAs', 'is not', null)
    .execute();
  return new Map(rows.map(({ id, sameAs }) => [id, sameAs!]));
}

/** Deleted events say nothing: their times count nowhere. */
export async function haveMet(
  db: Database,
  ownerId: string,
  racers: readonly string[],
  others: readonly string[],
): Promise<boolean> {
  const timed = (ids: readonly string[]) =>
    db
      .selectFrom('results')
      .select('results.eventId')
      .where('results.racerId', 'in', ids)
      .where((where) =>
        where.or([
          where('results.startAt', 'is not', null),
          where('results.finishAt', 'is not', null),
          where('results.publishedMs', 'is not', null),
        ]),
      );
  const found = await db
    .selectFrom('events')
    .select('events.id')
    .where('events.ownerId', '=', ownerId)
    .where('events.deletedAt', 'is', null)
    .where('events.goneAt', 'is', null)
    .where('events.id', 'in', timed(racers))
    .where('events.id', 'in', timed(others))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
