import type { SamePersons } from '../../domain/racers/persons.ts';
import { sql } from 'kysely';
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

/** Count of the owner's merges and separations: answers made under an earlier count are out of date. */
export async function countMerges(db: Database, ownerId: string): Promise<number> {
  const row = await db.selectFrom('libraries').select('merges').where('userId', '=', ownerId).executeTakeFirst();
  return row?.merges ?? 0;
}

/** Deleted events say nothing: their times count nowhere. */
export async function haveMet(
  db: Database,
  ownerId: string,
  racers: readonly string[],
  others: readonly string[],
): Promise<boolean> {
  return (await listMet(db, ownerId, racers, others, 1)).length > 0;
}

/** Names of events in which both have times. */
export async function listMet(
  db: Database,
  ownerId: string,
  racers: readonly string[],
  others: readonly string[],
  most: number,
): Promise<string[]> {
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
  const rows = await db
    .selectFrom('events')
    .select('events.name')
    .where('events.ownerId', '=', ownerId)
    .where('events.deletedAt', 'is', null)
    .where('events.goneAt', 'is', null)
    .where('events.id', 'in', timed(racers))
    .where('events.id', 'in', timed(others))
    .orderBy('events.createdAt', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ name }) => name);
}

/** Counts of entries, times and results that racers have in one owner's events. */
export async function countBelongings(
  db: Database,
  ownerId: string,
  racerIds: readonly string[],
): Promise<{ readonly events: number; readonly followers: number; readonly runs: number }> {
  const ids = sql.join(racerIds);
  const { rows } = await sql<Record<'events' | 'followers' | 'runs', number | string>>`
    with own as (
      select distinct "eventId" as id from results join events on events.id = results."eventId"
      where results."racerId" in (${ids}) and "ownerId" = ${ownerId} and "deletedAt" is null and "goneAt" is null
    )
    select
      (select count(*) from own) as events,
      (select count(*) from followers where "eventId" in (select id from own) and "racerId" in (${ids})) as followers,
      (
        select count(*) from "runSummaries"
        where "eventId" in (select id from own) and "racerId" in (${ids})
          and "ownerId" = ${ownerId} and "deletedAt" is null
      ) as runs`.execute(db);
  const { events, followers, runs } = rows[0]!;
  return { events: Number(events), followers: Number(followers), runs: Number(runs) };
}
