import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Change } from '../../src/domain/model/changes.ts';
import { epochMs } from '../../src/domain/units.ts';
import type { Command } from '../../src/protocol/commands.ts';
import { SCHEMA_VERSION } from '../../src/protocol/schema-version.ts';
import type { Sender } from '../../src/server/access/sender.ts';
import { createCommandQueue } from '../../src/server/commands/command-queue.ts';
import { addRacers, createEvent, createRacer, eventCommand, tap } from '../support/commands.ts';
import { quiet } from '../support/database.ts';
import { type CommandDatabase, commandDatabases } from './command-databases.ts';

/** Commands of a kind that Beta 0.23 does not know. */
const disqualify = (eventId: string, racerId: string, reason = 'cut the course') =>
  eventCommand(eventId, { type: 'status.set', racerId, attempt: 1, status: 'DSQ', reason });

/** A kind is not written until every node knows it; an unreadable event is not written to. */
describe.each(Object.entries(commandDatabases))('commands that must wait, on %s', (_name, open) => {
  let database: CommandDatabase;
  let openSchema = SCHEMA_VERSION;
  const noted: string[] = [];
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  afterEach(() => {
    openSchema = SCHEMA_VERSION;
  });

  const newNode = () =>
    createCommandQueue({
      store: database.store,
      gate: { openSchema: () => openSchema },
      onUnreadable: ({ eventId, kind }) => noted.push(`${eventId} ${kind}`),
      clock: { now: () => epochMs(Date.now()) },
      log: quiet,
      onCommitted: () => undefined,
    });
  const submit = async (node: ReturnType<typeof newNode>, sender: Sender, ...commands: Command[]) => {
    const answers = await node.submit(commands.map((command) => ({ command, sender, observations: [] })));
    return answers.map((answer) => (answer.status === 'refused' ? answer.code : answer.status));
  };
  const logOf = (eventId: string) => database.store.transaction((tx) => tx.readChanges(eventId, 0));
  const typesOf = async (eventId: string) => (await logOf(eventId)).map(({ type }) => type);

  async function newRace() {
    const userId = await database.addUser(100);
    const sender: Sender = { userId, isAnonymous: false, verifiedEmail: null, name: 'Coach', keys: {} };
    const [eventId, racerId] = [randomUUID(), randomUUID()];
    await submit(newNode(), sender, createEvent(eventId), createRacer(racerId), addRacers(eventId, racerId));
    return { sender, eventId, racerId };
  }

  /** Writes a change as a node of a later release does. */
  async function addFromTheFuture(eventId: string): Promise<void> {
    await database.store.transaction(async (tx) => {
      const log = await tx.readChanges(eventId, 0);
      const { seq, ...last } = log.at(-1)!;
      await tx.appendChanges([{ ...last, seq: seq + 1, type: 'x-from-the-future' } as unknown as Change]);
      const { snapshot } = (await tx.readEvent(eventId))!;
      const event = { ...snapshot!, seq: seq + 1 };
      await tx.updateEvents([{ event, listing: false, snapshot: false, admins: false, resultsSeq: 0 }]);
    });
  }

  test('[UP2] a kind that not every node knows is answered later and stores nothing; taps beside it are stored', async () => {
    const { sender, eventId, racerId } = await newRace();
    openSchema = 1;
    const status = disqualify(eventId, racerId);
    const [start, finish] = [tap(eventId, 'start', racerId), tap(eventId, 'finish', racerId)];
    expect(await submit(newNode(), sender, start, status, finish)).toEqual(['accepted', 'later', 'accepted']);
    expect(await typesOf(eventId)).toEqual(['event-created', 'entries-added', 'tap-recorded', 'tap-recorded']);
    const receipts = await database.store.transaction((tx) => tx.findReceipts([status.id, start.id]));
    expect([...receipts.keys()]).toEqual([start.id]);

    openSchema = SCHEMA_VERSION;
    expect(await submit(newNode(), sender, status), 'once the gate is open').toEqual(['accepted']);
    expect((await typesOf(eventId)).at(-1)).toBe('status-set');
  });

  test('[UP2] what the same device did after it waits with it, so that nothing is overtaken', async () => {
    const { sender, eventId, racerId } = await newRace();
    openSchema = 1;
    const statuses = ['cut the course', 'no helmet'].map((reason) => disqualify(eventId, racerId, reason));
    const configure = eventCommand(eventId, { type: 'event.configure', initialsOnly: true });
    const added = randomUUID();
    const more = [createRacer(added), addRacers(eventId, added), tap(eventId, 'start', added)];
    const answers = await submit(newNode(), sender, ...statuses, configure, ...more);
    // A racer of the library belongs to no event; the entry waits, and the tap that stands on it.
    expect(answers.join(' ')).toBe('later later later accepted later later');
    openSchema = SCHEMA_VERSION;
    expect(new Set(await submit(newNode(), sender, ...statuses, configure, ...more))).toEqual(new Set(['accepted']));
  });

  test('[UP1] an event with a kind from the future takes no command and disturbs no other event in the batch', async () => {
    const [race, other] = [await newRace(), await newRace()];
    const remembering = newNode();
    await submit(remembering, race.sender, tap(race.eventId, 'start', race.racerId));
    await addFromTheFuture(race.eventId);
    for (const node of [remembering, newNode()]) {
      const before = noted.length;
      const mine = tap(race.eventId, 'finish', race.racerId);
      const theirs = tap(other.eventId, 'start', other.racerId);
      const answers = await Promise.all([
        submit(node, race.sender, mine),
        submit(node, other.sender, theirs),
        submit(node, other.sender, tap(race.eventId, 'start', null)),
      ]);
      expect(answers).toEqual([['later'], ['accepted'], ['event-not-found']]);
      expect(noted.slice(before)).toContain(`${race.eventId} x-from-the-future`);
    }
    expect((await typesOf(race.eventId)).at(-1)).toBe('x-from-the-future');
    const copy = eventCommand(randomUUID(), { type: 'event.duplicate', sourceId: race.eventId });
    expect(await submit(newNode(), race.sender, copy), 'a copy of it').toEqual(['later']);
    await expect(
      newNode().amend([race.eventId], { userId: '', name: '', deviceId: '' }, async () => []),
    ).rejects.toThrow('x-from-the-future');
  });
});
