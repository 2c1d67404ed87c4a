import { sql } from 'kysely';
import type { Change } from '../../domain/model/changes.ts';
import type { Outcome } from '../journal/store.ts';
import type { Database, Storage } from './engine.ts';
import type { Audit } from './ledger-audit.ts';
import { verifyEvent } from './verify-event.ts';

const ROWS_AT_ONCE = 500;
/** Findings beyond this number are dropped: a database that is wrong everywhere would fill the memory. */
const MOST_FINDINGS = 1000;

/**
 * Replays every log and compares it with what is stored beside it; then checks that every receipt's changes and racers
 * exist. Reads a page at a time, each event at one moment, so that it can run beside a server and for any size.
 */
export async function verifyLog(storage: Storage, atOnce: number = ROWS_AT_ONCE): Promise<Audit> {
  const counts = { events: 0, changes: 0, results: 0, receipts: 0, racers: 0 };
  const findings: string[] = [];
  let more = 0;
  function report(found: readonly string[]): void {
    const room = Math.max(0, MOST_FINDINGS - findings.length);
    findings.push(...found.slice(0, room));
    more += Math.max(0, found.length - room);
  }

  for await (const ids of pages(storage, 'events', 'id', atOnce)) {
    for (const id of ids) {
      const { changes, results, findings: found } = await readAtOneMoment(storage, (db) => verifyEvent(db, id, atOnce));
      counts.events += 1;
      counts.changes += changes;
      counts.results += results;
      report(found);
    }
  }
  for await (const ids of pages(storage, 'receipts', 'commandId', atOnce)) {
    counts.receipts += ids.length;
    report(await readAtOneMoment(storage, (db) => verifyReceipts(db, ids)));
  }
  for await (const ids of pages(storage, 'racers', 'id', atOnce)) {
    counts.racers += ids.length;
    report(await readAtOneMoment(storage, (db) => verifyRacers(db, ids)));
  }
  if (more > 0) findings.push(`…and ${more} more`);
  return { counts, findings };
}

/** Keys of a table, a page at a time, in their order: keys added behind the reader are not seen. */
async function* pages({ db }: Storage, table: string, key: string, atOnce: number): AsyncGenerator<readonly string[]> {
  let last = '';
  for (;;) {
    const { rows } = await sql<{ key: string }>`
      select ${sql.ref(key)} as "key" from ${sql.table(table)}
      where ${sql.ref(key)} > ${last} order by ${sql.ref(key)} limit ${atOnce}`.execute(db);
    if (rows.length === 0) return;
    yield rows.map((row) => row.key);
    last = rows.at(-1)!.key;
  }
}

interface StoredReceipt {
  readonly commandId: string;
  readonly userId: string;
  readonly outcome: Outcome | null;
}

async function verifyReceipts(db: Database, commandIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('receipts')
    .select(['commandId', 'userId', 'outcome'])
    .where('commandId', 'in', commandIds)
    .orderBy('commandId')
    .execute();
  const receipts = rows.map((row): StoredReceipt => ({ ...row, outcome: parseOutcome(row.outcome) }));
  return [
    ...receipts.filter(({ outcome }) => outcome === null).map(({ commandId }) => unreadable(commandId)),
    ...(await findWithoutChanges(db, receipts)),
    ...(await findWithoutRacer(db, receipts)),
  ];
}

const unreadable = (commandId: string): string => `Receipt ${commandId} cannot be read`;

function parseOutcome(json: string): Outcome | null {
  try {
    return JSON.parse(json) as Outcome;
  } catch {
    return null;
  }
}

/**
 * Checks that the first and the last of a receipt's changes exist and are its own; those between follow, because seqs
 * have no gaps.
 */
async function findWithoutChanges(db: Database, receipts: readonly StoredReceipt[]): Promise<string[]> {
  const named = receipts.flatMap(({ commandId, outcome }) =>
    outcome !== null && outcome.status === 'accepted' && 'eventId' in outcome && outcome.lastSeq >= outcome.firstSeq
      ? [{ commandId, eventId: outcome.eventId, ends: [...new Set([outcome.firstSeq, outcome.lastSeq])] }]
      : [],
  );
  if (named.length === 0) return [];
  const eventIds = [...new Set(named.map(({ eventId }) => eventId))];
  const events = await db
    .selectFrom('events')
    .select('id')
    .where('id', 'in', eventIds)
    .where('goneAt', 'is', null)
    .execute();
  const isThere = new Set(events.map(({ id }) => id));
  const wanted = named.flatMap(({ eventId, ends }) => ends.map((seq) => sql`(${eventId}, cast(${seq} as bigint))`));
  const { rows } = await sql<{ eventId: string; seq: number; body: string }>`
    select "changes".* from (values ${sql.join(wanted)}) as "wanted"
    join "changes" on "changes"."eventId" = "wanted"."column1" and "changes"."seq" = "wanted"."column2"`.execute(db);
  const makers = new Map(rows.map(({ eventId, seq, body }) => [`${eventId} ${seq}`, makerOf(body)]));
  return (
    named
      // An event deleted with its owner's account leaves its receipts.
      .filter(({ eventId }) => isThere.has(eventId))
      .flatMap(({ commandId, eventId, ends }) =>
        ends
          .filter((seq) => makers.get(`${eventId} ${seq}`) !== commandId)
          .map((seq) =>
            makers.has(`${eventId} ${seq}`)
              ? `Receipt ${commandId} names change ${seq} of event ${eventId}, which another command made`
              : `Receipt ${commandId} names change ${seq} of event ${eventId}, which does not exist`,
          ),
      )
  );
}

function makerOf(body: string): string | undefined {
  try {
    return (JSON.parse(body) as Change).commandId;
  } catch {
    return undefined;
  }
}

async function findWithoutRacer(db: Database, receipts: readonly StoredReceipt[]): Promise<string[]> {
  const named = receipts.flatMap(({ commandId, userId, outcome }) =>
    outcome !== null && 'racerId' in outcome ? [{ commandId, userId, racerId: outcome.racerId }] : [],
  );
  if (named.length === 0) return [];
  const racerIds = [...new Set(named.map(({ racerId }) => racerId))];
  const userIds = [...new Set(named.map(({ userId }) => userId))];
  const racers = await db.selectFrom('racers').select('id').where('id', 'in', racerIds).execute();
  const users = await db.selectFrom('user').select('id').where('id', 'in', userIds).execute();
  const known = new Set(racers.map(({ id }) => id));
  const isThere = new Set(users.map(({ id }) => id));
  return (
    named
      // Racers are deleted with their owner's account.
      .filter(({ racerId, userId }) => !known.has(racerId) && isThere.has(userId))
      .map(({ commandId, racerId }) => `Receipt ${commandId} names racer ${racerId}, who does not exist`)
  );
}

async function verifyRacers(db: Database, racerIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('racers')
    .leftJoin('user', 'user.id', 'racers.createdBy')
    .select(['racers.id', 'racers.name', 'racers.groups', 'racers.awaitingCredits', 'user.id as creator'])
    .where('racers.id', 'in', racerIds)
    .orderBy('racers.id')
    .execute();
  return rows.flatMap(({ id, name, groups, awaitingCredits, creator }) => [
    ...(creator === null ? [`Racer ${id} was created by nobody who is known`] : []),
    ...(name.trim() === '' ? [`Racer ${id} has no name`] : []),
    ...(isGroups(groups) ? [] : [`Racer ${id} has groups that cannot be read`]),
    ...(awaitingCredits === 0 || awaitingCredits === 1 ? [] : [`Racer ${id} is neither paid for nor waiting`]),
  ]);
}

function isGroups(json: string): boolean {
  try {
    const groups = JSON.parse(json) as unknown;
    return Array.isArray(groups) && groups.every((group) => typeof group === 'string');
  } catch {
    return false;
  }
}

/**
 * All reads inside see one moment, and no writer waits for them. An ordinary transaction would take the write lock of
 * SQLite.
 */
async function readAtOneMoment<Value>({ db, engine }: Storage, work: (db: Database) => Promise<Value>): Promise<Value> {
  if (engine === 'postgres') {
    return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
  }
  return db.connection().execute(async (connection) => {
    await sql`begin`.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`commit`.execute(connection);
    }
  });
}
