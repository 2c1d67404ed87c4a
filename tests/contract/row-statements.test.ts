import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { epochMs } from '../../src/domain/units.ts';
import type { Command } from '../../src/protocol/commands.ts';
import { createKnownSessions } from '../../src/server/accounts/known-sessions.ts';
import { sessionCookieIn } from '../../src/server/accounts/session-cookie.ts';
import { createCommandQueue } from '../../src/server/commands/command-queue.ts';
import { createCommandStore } from '../../src/server/storage/command-store.ts';
import type { Storage } from '../../src/server/storage/engine.ts';
import { giveCredits } from '../../src/server/storage/ledger.ts';
import { insertUser } from '../../src/server/storage/users.ts';
import { commandMail } from '../support/command-mail.ts';
import { addRacers, createEvent, createRacer, eventCommand, tap } from '../support/commands.ts';
import { engines, openTestStorage, quiet } from '../support/database.ts';
import { alwaysOpen } from '../support/gate.ts';

describe.each(engines)('statements with a fixed text on %s', (engine) => {
  let storage: Storage;
  const userId = randomUUID();
  beforeAll(async () => {
    storage = await openTestStorage(engine);
    const user = { id: userId, name: '', email: 'coach@example.org', passwordHash: '', accountId: userId, now: 1 };
    await insertUser(storage.db, user);
    const gift = { userId, kind: 'grant', cause: 'gift', amount: 1000, now: 1 } as const;
    await storage.db.transaction().execute((trx) => giveCredits(trx, gift));
  });
  afterAll(() => storage.close());

  async function submit(...commands: Command[]) {
    const store = createCommandStore(storage, commandMail);
    const clock = { now: () => epochMs(Date.now()) };
    const queue = createCommandQueue({ gate: alwaysOpen, store, clock, log: quiet, onCommitted: () => undefined });
    const sender = { userId, isAnonymous: false, verifiedEmail: null, name: 'Coach', keys: {} };
    return queue.submit(commands.map((command) => ({ command, sender, observations: [] })));
  }
  const rowOf = (id: string) =>
    storage.db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  test('taps into several events at once are counted in each, and nowhere else', async () => {
    const racerId = randomUUID();
    const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()];
    await submit(
      createRacer(racerId),
      ...[one, two, three].flatMap((id) => [createEvent(id, `Event ${id}`), addRacers(id, racerId)]),
    );
    const before = await rowOf(three);
    const answers = await submit(
      tap(one, 'start', racerId),
      tap(two, 'start', racerId),
      tap(one, 'finish', racerId, { at: Date.now() + 1000 }),
    );
    expect(answers.map(({ status }) => status)).toEqual(['accepted', 'accepted', 'accepted']);
    expect(await rowOf(one)).toMatchObject({ name: `Event ${one}`, seq: 4, total: 1, onCourse: 0, finished: 1 });
    expect(await rowOf(two)).toMatchObject({ name: `Event ${two}`, seq: 3, total: 1, onCourse: 1, finished: 0 });
    expect(await rowOf(three)).toEqual(before);
  });

  test('every text that may be stored comes back as it was', async () => {
    const names = ['"\\\'; drop table events; --', '{"a":[1]}', 'Zürich 🏁 𝒳', '\\u0000 \\n', '2026', 'null'];
    for (const name of names) {
      const id = randomUUID();
      await submit(createEvent(id), eventCommand(id, { type: 'event.rename', name }));
      expect((await rowOf(id)).name).toBe(name);
      const { body } = await storage.db
        .selectFrom('changes')
        .select('body')
        .where('eventId', '=', id)
        .where('seq', '=', 2)
        .executeTakeFirstOrThrow();
      expect(JSON.parse(body)).toMatchObject({ type: 'event-renamed', name });
    }
  });

  test('a column that a newer node adds meanwhile breaks no statement', async () => {
    const id = randomUUID();
    const knock = eventCommand(id, { type: 'event.rename', name: 'After' });
    await submit(createEvent(id));
    for (const table of ['events', 'changes', 'receipts']) {
      await sql`alter table ${sql.table(table)} add column ${sql.ref(`added${table}`)} text`.execute(storage.db);
    }
    for (const answer of [await submit(knock), await submit(knock)]) {
      expect(answer).toMatchObject([{ status: 'accepted', changes: [{ type: 'event-renamed', seq: 2 }] }]);
    }
  });

  test('sessions that are read together each get their own present state', async () => {
    const known = createKnownSessions(storage);
    const soon = new Date(Date.now() + 60_000);
    const moment = (date: Date) => (engine === 'sqlite' ? date.toISOString() : date);
    const openSession = async (token: string) => {
      const now = new Date();
      const times = { expiresAt: moment(soon), createdAt: moment(now), updatedAt: moment(now) };
      const row = { id: randomUUID(), token, userId, ipAddress: null, userAgent: null, ...times };
      await storage.db
        .insertInto('session')
        .values(row as never)
        .execute();
      known.remember(`session=${token}.signed`, token);
    };
    await openSession('a');
    await openSession('b');
    const ask = () =>
      Promise.all(['a.signed', 'b.signed', 'b.forged', 'c.signed'].map((value) => known.find(`session=${value}`)));
    const found = { expiresAt: soon.getTime(), sender: null };
    expect(await ask()).toEqual([found, found, undefined, undefined]);
    await storage.db.deleteFrom('session').where('token', '=', 'a').execute();
    expect(await ask()).toEqual([undefined, found, undefined, undefined]);

    // One session counts once, however its cookie is written and whatever cookies are beside it.
    for (let way = 0; way < 25_000; way += 1) {
      const header = `x=${way}; pushoff.session_token=%63.${way}; y=${'z'.repeat(100)}`;
      known.remember(sessionCookieIn(header, 'http://localhost')!, 'c');
    }
    expect(await known.find('session=b.signed')).toEqual(found);
    // Sessions beyond the limit replace the oldest ones, and no others.
    for (let index = 0; index < 20_000; index += 1) known.remember(`session=${index}.signed`, String(index));
    expect(await known.find('session=b.signed')).toBeUndefined();
    await openSession('d');
    for (let index = 0; index < 10_000; index += 1) known.remember(`session=n${index}.signed`, `n${index}`);
    expect(await known.find('session=d.signed')).toEqual(found);
  });
});
