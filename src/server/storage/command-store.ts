import type { Details } from '../../domain/racers/details.ts';
import { sql, type Transaction } from 'kysely';
import type { Change } from '../../domain/model/changes.ts';
import type { Official } from '../../domain/model/official.ts';
import type { EventState } from '../../domain/model/state.ts';
import { howRanked } from '../../domain/results/rank-rows.ts';
import { readRulingKey } from '../../domain/model/ruling.ts';
import { courseKeyOf } from '../../domain/history/course-key.ts';
import { countersOf } from '../../domain/board/counts.ts';
import { epochMs } from '../../domain/units.ts';
import {
  type CommandStore,
  type CommandTransaction,
  type CountedInvitation,
  type EventUpdate,
  type Invitation,
  type InvitationCount,
  type StoredRacer,
  TransactionLost,
} from '../journal/store.ts';
import type { Database, Storage } from './engine.ts';
import { emailSubject, readDoor, userSubject } from './event-doors.ts';
import { takeCredits } from './ledger.ts';
import { createRowStatements } from './row-statements.ts';
import type { Schema } from './schema.ts';
import { haveMet, readSamePersons } from './same-persons.ts';
import { giveScreens, readScreenMakers, removeScreens } from './screen-keys.ts';
import { readSnapshot, writeFirstState, writeSnapshot } from './snapshots.ts';
import { findAccounts } from './users.ts';

/** Mails for the invitations of a transaction. Their words depend on a language, which storage knows nothing of. */
export interface InvitationMail {
  store(trx: Transaction<Schema>, invitation: Invitation): Promise<void>;
  count(trx: Transaction<Schema>, invitation: CountedInvitation, inMs: number): Promise<InvitationCount>;
  withdraw(trx: Transaction<Schema>, eventId: string, email: string): Promise<void>;
}

export interface CommandMail {
  readonly invitations: InvitationMail;
  /** Called after the commit. */
  onMailQueued(): void;
}

export function createCommandStore(storage: Storage, { onMailQueued, invitations }: CommandMail): CommandStore {
  return {
    async transaction(work) {
      let isMailQueued = false;
      const mail = { invitations, onMailQueued: () => (isMailQueued = true) };
      const value = await storage.db.transaction().execute((trx) => work(createTransaction(trx, storage, mail)));
      if (isMailQueued) onMailQueued();
      return value;
    },
  };
}

function createTransaction(trx: Transaction<Schema>, storage: Storage, mail: CommandMail): CommandTransaction {
  const statements = createRowStatements(trx, storage);
  let savepoints = 0;
  return {
    async savepoint(work) {
      savepoints += 1;
      const name = sql.id(`s${savepoints}`);
      await sql`savepoint ${name}`.execute(trx);
      try {
        const value = await work();
        await sql`release savepoint ${name}`.execute(trx);
        return value;
      } catch (error) {
        try {
          await sql`rollback to savepoint ${name}`.execute(trx);
          await sql`release savepoint ${name}`.execute(trx);
        } catch {
          // A full disk makes SQLite undo the whole transaction by itself. Further commands would store what builds on
          // nothing.
          throw new TransactionLost('The transaction is gone', { cause: error });
        }
        throw error;
      }
    },

    async lockEvents(eventIds) {
      if (eventIds.length === 0) return new Map();
      const rows = await statements.lockEvents(eventIds);
      return new Map(rows.map(({ id, ...locked }) => [id, locked]));
    },
    readDoor: (eventId, person) => readDoor(trx, eventId, person),
    async readEvent(eventId) {
      const row = await trx.selectFrom('events').select('seq').where('id', '=', eventId).executeTakeFirst();
      return row && { seq: row.seq, snapshot: await readSnapshot(trx, eventId) };
    },
    readChanges: (eventId, after, upTo) => readChanges(trx, eventId, after, upTo),
    async insertEvent(event, keys) {
      const inserted = await trx
        .insertInto('events')
        .values({ id: event.id, ...columnsOf(event), resultsSeq: event.seq })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (inserted === undefined) return false;
      await trx
        .insertInto('eventKeys')
        .values({ eventId: event.id, ...keys })
        .execute();
      await writeSnapshot(trx, event);
      await writeFirstState(trx, event);
      await writeAdmins(trx, event);
      return true;
    },
    appendChanges: (changes) => statements.insertChanges(changes),
    async updateEvents(updates) {
      const rowOf = ({ event, resultsSeq }: EventUpdate) => ({ id: event.id, ...columnsOf(event), resultsSeq });
      const countsOf = ({ event, resultsSeq }: EventUpdate) => ({
        id: event.id,
        ...countersOf(event),
        seq: event.seq,
        resultsSeq,
      });
      const [listed, counted] = [updates.filter(({ listing }) => listing), updates.filter(({ listing }) => !listing)];
      if (listed.length > 0) await statements.updateEvents(listed.map(rowOf));
      if (counted.length > 0) await statements.countEvents(counted.map(countsOf));
      for (const { event, snapshot, admins } of updates) {
        if (snapshot) await writeSnapshot(trx, event);
        if (!admins) continue;
        await trx.deleteFrom('eventAdmins').where('eventId', '=', event.id).execute();
        await writeAdmins(trx, event);
      }
    },
    writeResults: (touched) => statements.writeResults(touched),
    async readKeys(eventId) {
      const rows = await trx
        .selectFrom('eventKeys')
        .leftJoin('screenKeys', 'screenKeys.eventId', 'eventKeys.eventId')
        .select(['admin', 'viewer', 'screenKeys.key as screenKey'])
        .where('eventKeys.eventId', '=', eventId)
        .execute();
      const screens = rows.flatMap(({ screenKey }) => screenKey ?? []);
      return rows[0] && { admin: rows[0].admin, viewer: rows[0].viewer, screens };
    },
    async replaceKey(eventId, which, newKey) {
      await trx
        .updateTable('eventKeys')
        .set({ [which]: newKey })
        .where('eventId', '=', eventId)
        .execute();
    },
    readScreenMakers: (eventId) => readScreenMakers(trx, eventId),
    removeScreens: (eventId, screenIds) => removeScreens(trx, eventId, screenIds),
    giveScreens: (eventId, from, to) => giveScreens(trx, eventId, from, to),

    async findReceipts(commandIds) {
      if (commandIds.length === 0) return new Map();
      const receipts = await statements.findReceipts(commandIds);
      return new Map(receipts.map((receipt) => [receipt.commandId, receipt]));
    },
    insertReceipts: async (receipts) => (await statements.insertReceipts(receipts)) === receipts.length,

    lockLibrary: (userId) => lockLibrary(trx, userId),
    async findRacers(racerIds) {
      if (racerIds.length === 0) return new Map();
      const rows = await trx.selectFrom('racers').selectAll().where('id', 'in', racerIds).execute();
      return new Map(rows.map((row) => [row.id, toRacer(row)]));
    },
    async saveRacer(racer) {
      const columns = {
        createdBy: racer.createdBy,
        name: racer.name,
        groups: JSON.stringify(racer.groups),
        createdAt: racer.createdAt,
        details: racer.details === undefined ? null : JSON.stringify(racer.details),
        sameAs: racer.sameAs ?? null,
      };
      await trx
        .insertInto('racers')
        .values({ id: racer.id, ...columns, awaitingCredits: Number(racer.awaitingCredits) })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...columns, deletedAt: null }))
        .execute();
    },
    async deleteRacer(racerId, now) {
      await trx.updateTable('racers').set({ deletedAt: now }).where('id', '=', racerId).execute();
      await trx.deleteFrom('historyLinks').where('racerId', '=', racerId).execute();
    },
    findMerged: (userId) => readSamePersons(trx, userId),
    async countMerge(userId) {
      await trx
        .updateTable('libraries')
        .set(({ eb }) => ({ merges: eb('merges', '+', 1) }))
        .where('userId', '=', userId)
        .execute();
    },
    haveMet: (ownerId, racers, others) => haveMet(trx, ownerId, racers, others),

    charge: (charge) => takeCredits(trx, charge),
    async countAwaiting(userId) {
      const events = await trx
        .selectFrom('events')
        .select((column) => column.fn.countAll().as('count'))
        .where('ownerId', '=', userId)
        .where('awaitingCredits', '=', 1)
        .where('deletedAt', 'is', null)
        .executeTakeFirstOrThrow();
      const racers = await trx
        .selectFrom('racers')
        .select((column) => column.fn.countAll().as('count'))
        .where('createdBy', '=', userId)
        .where('awaitingCredits', '=', 1)
        .executeTakeFirstOrThrow();
      return { events: Number(events.count), racers: Number(racers.count) };
    },

    async queueInvitation(invitation) {
      await mail.invitations.store(trx, invitation);
      mail.onMailQueued();
    },
    countInvitations: (invitation, inMs) => mail.invitations.count(trx, invitation, inMs),
    withdrawInvitation: (eventId, email) => mail.invitations.withdraw(trx, eventId, email),
    findAccounts: (userIds, emails) => findAccounts(trx, userIds, emails),
  };
}

export async function lockLibrary(trx: Transaction<Schema>, userId: string): Promise<void> {
  await trx
    .insertInto('libraries')
    .values({ userId })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ userId }))
    .execute();
}

export async function readChanges(
  db: Database,
  eventId: string,
  after: number,
  upTo: number = Number.MAX_SAFE_INTEGER,
): Promise<readonly Change[]> {
  const rows = await db
    .selectFrom('changes')
    .select('body')
    .where('eventId', '=', eventId)
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .execute();
  return rows.map(({ body }) => JSON.parse(body) as Change);
}

/** Columns by which an event is found and listed. */
export function columnsOf(event: EventState) {
  const { course, conditions, shows } = event.format;
  return {
    ownerId: event.ownerId,
    name: event.name,
    createdAt: event.createdAt,
    timeZone: event.timeZone,
    deletedAt: event.deletedAt,
    sharedGroupId: event.sharedGroup?.id ?? null,
    awaitingCredits: Number(event.awaitingCredits),
    teamRules: event.format.teams && JSON.stringify(event.format.teams),
    ranking: JSON.stringify(howRanked(event)),
    ...countersOf(event),
    seq: event.seq,
    official: event.official && JSON.stringify(withoutRows(event, event.official)),
    course: course && JSON.stringify(course),
    courseKey: courseKeyOf(course),
    points: event.race.points.length === 0 ? null : JSON.stringify(event.race.points),
    conditions: conditions || null,
    // Null and not 0: a row that a release before this one has written is then like one of this release.
    showsBests: shows.includes('bests') ? 1 : null,
  };
}

/** Corrections of racers in the event are in their rows. */
function withoutRows({ entries }: EventState, { corrections, ...official }: Official): Official {
  const isGone = ([key]: readonly [string, unknown]) => entries[readRulingKey(key).racerId]?.removed !== false;
  return { ...official, corrections: Object.fromEntries(Object.entries(corrections).filter(isGone)) };
}

export async function writeAdmins(trx: Transaction<Schema>, event: EventState): Promise<void> {
  const rows = subjectsOf(event).map((subject) => ({ eventId: event.id, subject }));
  await trx.insertInto('eventAdmins').values(rows).execute();
}

/** All admins of the event, the owner included. */
export function subjectsOf(event: EventState): string[] {
  const subjects = event.admins.map((admin) =>
    admin.kind === 'user' ? userSubject(admin.userId) : emailSubject(admin.email),
  );
  return [...new Set([userSubject(event.ownerId), ...subjects])];
}

export function toRacer(row: {
  id: string;
  name: string;
  groups: string;
  createdBy: string;
  createdAt: number;
  deletedAt: number | null;
  awaitingCredits: number;
  details: string | null;
  sameAs: string | null;
}): StoredRacer {
  const { id, name, createdBy, deletedAt } = row;
  return {
    racer: {
      id,
      name,
      groups: JSON.parse(row.groups) as string[],
      ...(row.details !== null && { details: JSON.parse(row.details) as Details }),
      createdBy,
      createdAt: epochMs(row.createdAt),
      awaitingCredits: row.awaitingCredits === 1,
      ...(row.sameAs !== null && { sameAs: row.sameAs }),
    },
    isDeleted: deletedAt !== null,
  };
}
