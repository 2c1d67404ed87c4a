import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyAll } from '../../src/domain/events/apply.ts';
import { SCHEMA_VERSION } from '../../src/protocol/schema-version.ts';
import { systemClock } from '../../src/server/clock.ts';
import { createCommandQueue } from '../../src/server/commands/command-queue.ts';
import { createCommandStore, readChanges } from '../../src/server/storage/command-store.ts';
import type { Storage } from '../../src/server/storage/engine.ts';
import { readEvent, readEventOnce } from '../../src/server/storage/event-reads.ts';
import { giveCredits } from '../../src/server/storage/ledger.ts';
import { insertUser } from '../../src/server/storage/users.ts';
import { verifyLog } from '../../src/server/storage/verify-log.ts';
import { commandMail } from '../support/command-mail.ts';
import { createEvent, tap } from '../support/commands.ts';
import { engines, openTestStorage, quiet } from '../support/database.ts';
import { alwaysOpen } from '../support/gate.ts';

describe.each(engines)('snapshots of another schema version, on %s', (engine) => {
  let storage: Storage;
  let eventId: string;
  const userId = randomUUID();
  beforeAll(async () => {
    storage = await openTestStorage(engine);
    const { db } = storage;
    const person = { id: userId, name: '', email: 'ada@example.org', passwordHash: '', accountId: userId, now: 1 };
    await insertUser(db, person);
    const gift = { userId, kind: 'grant', cause: 'gift', amount: 100, now: 1 } as const;
    await db.transaction().execute((trx) => giveCredits(trx, gift));
  });
  afterAll(() => storage.close());

  /** Sends to a node with nothing in memory. */
  const send = (...commands: ReturnType<typeof tap>[]) =>
    createCommandQueue({
      gate: alwaysOpen,
      store: createCommandStore(storage, commandMail),
      clock: systemClock,
      log: quiet,
      onCommitted: () => {},
    }).submit(
      commands.map((command) => ({
        command,
        sender: { userId, isAnonymous: false, verifiedEmail: null, name: 'Ada', keys: {} },
        observations: [],
      })),
    );
  const snapshots = () => storage.db.selectFrom('stateSnapshots').selectAll().where('eventId', '=', eventId).execute();
  const makeOld = () =>
    storage.db
      .updateTable('stateSnapshots')
      .set({ schema: SCHEMA_VERSION - 1, state: '{"shape":"of another release"}' })
      .where('eventId', '=', eventId)
      .execute();

  test('[UP6] such a snapshot is not read: the state is built from the log, and the next command stores it', async () => {
    eventId = randomUUID();
    await send(createEvent(eventId), tap(eventId, 'start', null), tap(eventId, 'finish', null));
    const log = await readChanges(storage.db, eventId, 0);
    await makeOld();
    expect(await readEvent(storage.db, eventId)).toEqual(applyAll(null, log));
    expect((await verifyLog(storage)).findings, 'nothing hangs on it').toEqual([]);
    await send(tap(eventId, 'start', null));
    const [snapshot] = await snapshots();
    expect(snapshot?.schema).toBe(SCHEMA_VERSION);
    expect(JSON.parse(snapshot!.state)).toEqual(applyAll(null, await readChanges(storage.db, eventId, 0)));
    expect((await verifyLog(storage)).findings).toEqual([]);
  });

  test('[UP6] an event that nobody changes is built from its log by one reader, and not again', async () => {
    await makeOld();
    const event = await readEventOnce(storage, eventId, 0);
    const [snapshot] = await snapshots();
    expect(snapshot?.schema).toBe(SCHEMA_VERSION);
    expect(JSON.parse(snapshot!.state)).toEqual(event);
  });

  test('[UP6] a reader stores no snapshot of a log that was rewritten meanwhile', async () => {
    await makeOld();
    await storage.db.updateTable('events').set({ rewrites: 1 }).where('id', '=', eventId).execute();
    await readEventOnce(storage, eventId, 0);
    expect((await snapshots())[0]?.schema).toBe(SCHEMA_VERSION - 1);
  });

  test('[UP6] the snapshot for Beta 0.23 is a state from which the log can be replayed', async () => {
    const row = await storage.db
      .selectFrom('snapshots')
      .select('state')
      .where('eventId', '=', eventId)
      .executeTakeFirst();
    const first = JSON.parse(row!.state) as NonNullable<ReturnType<typeof applyAll>>;
    const log = await readChanges(storage.db, eventId, 0);
    expect(applyAll(first, log.slice(first.seq))).toEqual(applyAll(null, log));
  });
});
