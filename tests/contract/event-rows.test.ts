import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EventCommandBody } from '../../src/domain/events/commands.ts';
import { rowsOf } from '../../src/domain/results/rows.ts';
import type { Command } from '../../src/protocol/commands.ts';
import { systemClock } from '../../src/server/clock.ts';
import { createCommandQueue } from '../../src/server/commands/command-queue.ts';
import { createLane } from '../../src/server/reads/lane.ts';
import { createEventRows } from '../../src/server/results/event-rows.ts';
import { createCommandStore } from '../../src/server/storage/command-store.ts';
import type { Storage } from '../../src/server/storage/engine.ts';
import { readEvent } from '../../src/server/storage/event-reads.ts';
import { giveCredits } from '../../src/server/storage/ledger.ts';
import { insertUser } from '../../src/server/storage/users.ts';
import { commandMail } from '../support/command-mail.ts';
import { addRacers, createEvent, createRacer, eventCommand, tap } from '../support/commands.ts';
import { engines, openTestStorage, quiet } from '../support/database.ts';
import { alwaysOpen } from '../support/gate.ts';
import { aReader } from '../support/readers.ts';

const AT = 1_800_000_000_000;

describe.each(engines)('held results on %s', (engine) => {
  let storage: Storage;
  let queue: ReturnType<typeof createCommandQueue>;
  const userId = randomUUID();
  const racerIds = Array.from({ length: 4 }, () => randomUUID()).toSorted();
  const [one, two, three, four] = racerIds as [string, string, string, string];

  beforeAll(async () => {
    storage = await openTestStorage(engine);
    const user = { id: userId, name: '', email: 'coach@example.org', passwordHash: '', accountId: userId, now: 1 };
    await insertUser(storage.db, user);
    const gift = { userId, kind: 'grant', cause: 'gift', amount: 1000, now: 1 } as const;
    await storage.db.transaction().execute((trx) => giveCredits(trx, gift));
    const store = createCommandStore(storage, commandMail);
    queue = createCommandQueue({ store, clock: systemClock, log: quiet, gate: alwaysOpen, onCommitted: () => {} });
    await send(...racerIds.map((racerId) => createRacer(racerId)));
  });
  afterAll(() => storage.close());

  async function send(...commands: Command[]): Promise<void> {
    const sender = { userId, isAnonymous: false, verifiedEmail: null, name: 'Coach', keys: {} };
    const answers = await queue.submit(commands.map((command) => ({ command, sender, observations: [] })));
    expect(answers.filter(({ status }) => status !== 'accepted')).toEqual([]);
  }

  async function openRace() {
    const eventId = randomUUID();
    await send(createEvent(eventId), addRacers(eventId, one, two, three));
    const nodes = [createEventRows(storage, createLane()), createEventRows(storage, createLane())] as const;
    const positionOf = () =>
      storage.db
        .selectFrom('events')
        .select(['id', 'seq', 'rewrites'])
        .where('id', '=', eventId)
        .executeTakeFirstOrThrow();
    async function read(node = nodes[0]) {
      const position = await positionOf();
      const held = (await node.read(position, aReader))!;
      const made = rowsOf((await readEvent(storage.db, eventId))!, 'all').rows;
      const inOrder = made.toSorted((a, b) =>
        a.racerId < b.racerId ? -1 : a.racerId > b.racerId ? 1 : a.attempt - b.attempt,
      );
      expect(held.rows.map((row) => ({ ...row, seq: 0 }))).toEqual(inOrder.map((row) => ({ ...row, seq: 0 })));
      expect([held.seq, held.rewrites]).toEqual([position.seq, position.rewrites]);
      return held;
    }
    const run = (body: EventCommandBody) => send(eventCommand(eventId, body));
    return { eventId, nodes, read, run };
  }

  test('[RES14] after a tap one row is read, and all others are the same objects, on every node', async () => {
    const { eventId, nodes, read } = await openRace();
    const before = [await read(nodes[0]), await read(nodes[1])];
    await send(tap(eventId, 'start', two, { at: AT }));
    for (const [index, node] of nodes.entries()) {
      const after = await read(node);
      const isSame = after.rows.map((row) => before[index]!.rows.includes(row));
      expect(isSame).toEqual([true, false, true]);
      expect(after.shown, 'a time is nothing that could be withdrawn').toBe(before[index]!.shown);
      expect(await read(node)).toBe(after);
    }
  });

  test('[RES14] racers who come and go, runs that are added and taken back', async () => {
    const { eventId, read, run } = await openRace();
    const { shown } = await read();
    await send(addRacers(eventId, four));
    expect((await read()).rows.map(({ racerId }) => racerId)).toEqual(racerIds);
    await run({ type: 'entry.remove', racerId: two });
    const without = await read();
    expect(without.rows.map(({ racerId }) => racerId)).toEqual([one, three, four]);
    expect(without.shown).toBeGreaterThan(shown);
    // One goes and one comes between two looks: as many rows as before.
    await run({ type: 'entry.remove', racerId: one });
    await run({ type: 'entry.restore', racerId: two });
    expect((await read()).rows.map(({ racerId }) => racerId)).toEqual([two, three, four]);
    await run({ type: 'format.set', format: { attempts: { count: 2, counts: 'best', current: 2 } } });
    await read();
    const second = eventCommand(eventId, { type: 'tap.record', line: 'start', run: 2, racerId: two });
    await send(second);
    expect((await read()).rows).toHaveLength(4);
    await run({ type: 'tap.undo', tapId: second.id });
    expect((await read()).rows).toHaveLength(3);
  });

  test('[RES14] names, details and words of the event are another `shown`', async () => {
    const { eventId, read, run } = await openRace();
    let { shown } = await read();
    for (const body of [
      { type: 'event.configure', initialsOnly: true },
      { type: 'details.set', given: [{ racerId: two, details: { club: 'Wheelers' } }] },
      { type: 'format.set', format: { shows: ['club'] } },
      { type: 'format.set', format: { conditions: 'Rain' } },
      { type: 'official.set', note: 'Final' },
      { type: 'bibs.set', bibs: [{ racerId: one, bib: '7' }] },
    ] satisfies EventCommandBody[]) {
      await run(body);
      const held = await read();
      expect(held.shown, body.type).toBeGreaterThan(shown);
      shown = held.shown;
    }
    await send(tap(eventId, 'start', two, { at: AT }), tap(eventId, 'finish', two, { at: AT + 60_000 }));
    expect((await read()).shown).toBe(shown);
  });

  test('[A26] results from before the log was rewritten are read anew', async () => {
    const { eventId, read } = await openRace();
    const before = await read();
    await storage.db.updateTable('events').set({ rewrites: 1 }).where('id', '=', eventId).execute();
    const after = await read();
    expect(after.rows.some((row) => before.rows.includes(row))).toBe(false);
    expect(after.shown).toBeGreaterThan(before.shown);
  });

  test('an event that is gone has no results, and readers at the same moment share one read', async () => {
    const { eventId, nodes } = await openRace();
    const position = { id: eventId, seq: 2, rewrites: 0 };
    const all = await Promise.all(Array.from({ length: 20 }, () => nodes[0].read(position, aReader)));
    expect(new Set(all).size).toBe(1);
    expect(await nodes[0].read({ id: randomUUID(), seq: 1, rewrites: 0 }, aReader)).toBeNull();
  });
});
