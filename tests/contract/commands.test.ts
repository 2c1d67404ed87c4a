import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyAll } from '../../src/domain/events/apply.ts';
import type { Change } from '../../src/domain/model/changes.ts';
import { epochMs } from '../../src/domain/units.ts';
import type { Command, CommandAnswer } from '../../src/protocol/commands.ts';
import type { Sender } from '../../src/server/access/sender.ts';
import { type CommandQueue, createCommandQueue } from '../../src/server/commands/command-queue.ts';
import { addRacers, createEvent, createRacer, eventCommand, racerCommand, tap } from '../support/commands.ts';
import { quiet } from '../support/database.ts';
import { alwaysOpen } from '../support/gate.ts';
import { type CommandDatabase, commandDatabases } from './command-databases.ts';

/** The contract of every command store, under the real handling, with two nodes on one database. */
describe.each(Object.entries(commandDatabases))('commands on %s', (_name, open) => {
  let database: CommandDatabase;
  let nodes: CommandQueue[];
  const published: Change[] = [];
  beforeAll(async () => {
    database = await open();
    nodes = [1, 2].map(() =>
      createCommandQueue({
        gate: alwaysOpen,
        store: database.store,
        clock: { now: () => epochMs(Date.now()) },
        log: quiet,
        onCommitted: (committed) => published.push(...committed.flatMap(({ changes }) => changes)),
      }),
    );
  });
  afterAll(() => database.close());

  const submitAs = async (sender: Sender, commands: Command[], node = 0): Promise<readonly CommandAnswer[]> =>
    nodes[node]!.submit(commands.map((command) => ({ command, sender, observations: [] })));
  const statusOf = (answers: readonly CommandAnswer[]) =>
    answers.map((answer) => (answer.status === 'refused' ? answer.code : answer.status));
  const logOf = (eventId: string) => database.store.transaction((tx) => tx.readChanges(eventId, 0));
  const newSender = async (credits = 100): Promise<Sender> => {
    const userId = await database.addUser(credits);
    return { userId, isAnonymous: false, verifiedEmail: null, name: 'Coach', keys: {} };
  };

  async function newRace(racers = 1) {
    const sender = await newSender();
    const eventId = randomUUID();
    const racerIds = Array.from({ length: racers }, () => randomUUID());
    const answers = await submitAs(sender, [
      createEvent(eventId),
      ...racerIds.map((racerId) => createRacer(racerId)),
      addRacers(eventId, ...racerIds),
    ]);
    expect(new Set(statusOf(answers))).toEqual(new Set(['accepted']));
    return { sender, eventId, racerIds };
  }

  test('[V1] an event is created, filled and timed in one batch, and its log replays to its state', async () => {
    const { sender, eventId, racerIds } = await newRace(2);
    expect(await database.balanceOf(sender.userId)).toBe(100 - 20 - 6);
    await submitAs(sender, [tap(eventId, 'start', racerIds[0]!), tap(eventId, 'finish', racerIds[0]!)]);
    const log = await logOf(eventId);
    expect(log.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    const locked = await database.store.transaction((tx) => tx.readEvent(eventId));
    expect(locked?.seq).toBe(4);
    const state = applyAll(null, log)!;
    expect(Object.keys(state.taps)).toHaveLength(2);
    expect(published.filter((change) => change.eventId === eventId)).toEqual(log);
  });

  test('the same command at once on two nodes is stored once, charged once and answered alike', async () => {
    const sender = await newSender();
    const command = createEvent();
    const answers = await Promise.all([0, 1, 0, 1].map((node) => submitAs(sender, [command], node)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveProperty('size', 1);
    expect(statusOf(answers[0]!)).toEqual(['accepted']);
    expect(await logOf(command.eventId)).toHaveLength(1);
    expect(await database.balanceOf(sender.userId)).toBe(80);
  });

  test('the same id with another body is a conflict and changes nothing', async () => {
    const { sender, eventId, racerIds } = await newRace();
    const id = randomUUID();
    await submitAs(sender, [tap(eventId, 'start', racerIds[0]!, { id, at: 1_800_000_000_000 })]);
    const before = await logOf(eventId);
    const again = await submitAs(sender, [tap(eventId, 'start', racerIds[0]!, { id, at: 1_800_000_000_001 })]);
    expect(statusOf(again)).toEqual(['command-conflict']);
    expect(await logOf(eventId)).toEqual(before);
  });

  test('[M5] a refusal is remembered as well, unless the command names something that does not exist', async () => {
    const { sender, eventId, racerIds } = await newRace();
    const early = eventCommand(eventId, { type: 'tap.undo', tapId: randomUUID() });
    expect(statusOf(await submitAs(sender, [early]))).toEqual(['tap-not-found']);
    await submitAs(sender, [tap(eventId, 'start', racerIds[0]!, { id: (early as { tapId: string }).tapId })]);
    expect(statusOf(await submitAs(sender, [early]))).toEqual(['tap-not-found']);

    const stranger = await newSender();
    const knock = tap(eventId, 'start', racerIds[0]!);
    expect(statusOf(await submitAs(stranger, [knock]))).toEqual(['event-not-found']);
    expect(await database.store.transaction((tx) => tx.findReceipts([knock.id]))).toEqual(new Map());
  });

  test('a command that depends on one that must be sent again is not refused for good', async () => {
    const { sender, eventId } = await newRace();
    const racerId = randomUUID();
    let fails = true;
    const shaky = createCommandQueue({
      gate: alwaysOpen,
      store: {
        transaction: (work) =>
          database.store.transaction((tx) =>
            work(
              new Proxy(tx, {
                get(target, name) {
                  if (name === 'saveRacer' && fails) return () => Promise.reject(new Error('a passing fault'));
                  const value: unknown = Reflect.get(target, name, target);
                  return typeof value === 'function' ? (value.bind(target) as unknown) : value;
                },
              }),
            ),
          ),
      },
      clock: { now: () => epochMs(Date.now()) },
      log: quiet,
      onCommitted: () => {},
    });
    const commands = [createRacer(racerId), addRacers(eventId, racerId), tap(eventId, 'start', racerId)];
    const submit = () => shaky.submit(commands.map((command) => ({ command, sender, observations: [] })));
    expect(statusOf(await submit())).toEqual(['later', 'later', 'later']);
    fails = false;
    expect(statusOf(await submit())).toEqual(['accepted', 'accepted', 'accepted']);
  });

  test('[C3] taps from two nodes at once all get their own number, without gaps', async () => {
    const { sender, eventId, racerIds } = await newRace();
    const taps = Array.from({ length: 60 }, () => tap(eventId, 'finish', racerIds[0]!));
    const answers = await Promise.all(taps.map((command, index) => submitAs(sender, [command], index % 2)));
    expect(new Set(answers.flatMap(statusOf))).toEqual(new Set(['accepted']));
    const log = await logOf(eventId);
    expect(log.map(({ seq }) => seq)).toEqual(Array.from({ length: 62 }, (_, index) => index + 1));
    expect(new Set(log.map(({ commandId }) => commandId)).size).toBe(62);
    expect(Object.keys(applyAll(null, log)!.counting)).toHaveLength(1);
  });

  test('[C2] [C4] a forbidden command is refused alone, and the others of the batch are accepted', async () => {
    const { sender, eventId, racerIds } = await newRace();
    const stranger = await newSender();
    expect(statusOf(await submitAs(stranger, [tap(eventId, 'start', racerIds[0]!)]))).toEqual(['event-not-found']);
    const answers = await submitAs(sender, [
      tap(eventId, 'start', randomUUID()),
      tap(eventId, 'start', racerIds[0]!),
      eventCommand(eventId, { type: 'tap.undo', tapId: randomUUID() }),
    ]);
    expect(statusOf(answers)).toEqual(['racer-not-in-event', 'accepted', 'tap-not-found']);
  });

  test('[V1] racers of another account cannot be added', async () => {
    const { eventId, sender } = await newRace();
    const other = await newRace();
    expect(statusOf(await submitAs(sender, [addRacers(eventId, other.racerIds[0]!)]))).toEqual(['racer-not-found']);
  });

  test('a guest key lets a guest join its own event only, and rotating it removes the guest', async () => {
    const { sender, eventId, racerIds } = await newRace();
    const other = await newRace();
    const keysOf = (id: string) => database.store.transaction((tx) => tx.readKeys(id));
    const key = (await keysOf(eventId))!.admin;
    expect(key).toMatch(/^[a-zA-Z2-9]{8}$/);
    const guest = { ...(await newSender(0)), isAnonymous: true };
    const join = () => eventCommand(eventId, { type: 'admin.join' });
    const wrongKey = { ...guest, keys: { [eventId]: (await keysOf(other.eventId))!.admin } };
    expect(statusOf(await submitAs(wrongKey, [join()]))).toEqual(['event-not-found']);
    const withKey = { ...guest, keys: { [eventId]: key } };
    expect(statusOf(await submitAs(withKey, [join(), tap(eventId, 'start', racerIds[0]!)]))).toEqual([
      'accepted',
      'accepted',
    ]);
    await submitAs(sender, [eventCommand(eventId, { type: 'keys.rotate', which: 'admin' })]);
    expect((await keysOf(eventId))!.admin).not.toBe(key);
    expect(statusOf(await submitAs(withKey, [tap(eventId, 'finish', racerIds[0]!)]))).toEqual(['event-not-found']);
  });

  test('[V2] events and racers without credits wait, up to a limit, and their taps are stored', async () => {
    const sender = await newSender(22);
    const [paid, waits] = [randomUUID(), randomUUID()];
    const racerId = randomUUID();
    const answers = await submitAs(sender, [
      createEvent(paid),
      createEvent(waits),
      createRacer(racerId),
      addRacers(waits, racerId),
      tap(waits, 'start', racerId),
      eventCommand(waits, { type: 'group.share' }),
      createEvent(),
      createEvent(),
    ]);
    expect(statusOf(answers)).toEqual([
      'accepted',
      'accepted',
      'accepted',
      'accepted',
      'accepted',
      'awaiting-credits',
      'accepted',
      'not-enough-credits-for-event',
    ]);
    expect(await database.balanceOf(sender.userId)).toBe(2);
    expect(applyAll(null, await logOf(paid))).toMatchObject({ awaitingCredits: false });
    expect(applyAll(null, await logOf(waits))).toMatchObject({ awaitingCredits: true });
  });

  test('an event deleted while waiting for credits makes room for later ones, and comes back only if there is room', async () => {
    const sender = await newSender(2);
    const [one, two, three, four] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const remove = (eventId: string) => eventCommand(eventId, { type: 'event.delete' });
    const restore = (eventId: string) => eventCommand(eventId, { type: 'event.restore' });
    // All commands come together, as from a phone that was offline.
    const together = [createEvent(one), createEvent(two), remove(one), remove(two), createEvent(three)];
    expect(statusOf(await submitAs(sender, together))).toEqual(together.map(() => 'accepted'));
    expect(statusOf(await submitAs(sender, [createEvent(four), createEvent()]))).toEqual([
      'accepted',
      'not-enough-credits-for-event',
    ]);
    expect(statusOf(await submitAs(sender, [restore(one)]))).toEqual(['not-enough-credits-for-event']);
    expect(statusOf(await submitAs(sender, [remove(four), restore(two)]))).toEqual(['accepted', 'accepted']);

    // A racer without credits stays in the events that it was added to: deleting it makes no room.
    const racerIds = Array.from({ length: 30 }, () => randomUUID());
    const racers = racerIds.map((racerId) => createRacer(racerId));
    await submitAs(sender, [...racers, racerCommand(racerIds[0]!, { type: 'racer.delete' })]);
    expect(statusOf(await submitAs(sender, [createRacer()]))).toEqual(['not-enough-credits-for-racer']);
  });

  test('[H3] racers of the library are renamed, tagged and deleted by their creator only', async () => {
    const { sender, racerIds } = await newRace();
    const racerId = racerIds[0]!;
    const stranger = await newSender();
    expect(statusOf(await submitAs(stranger, [racerCommand(racerId, { type: 'racer.delete' })]))).toEqual([
      'racer-not-found',
    ]);
    await submitAs(sender, [
      racerCommand(racerId, { type: 'racer.rename', name: ' Ada  Swift' }),
      racerCommand(racerId, { type: 'racer.tag', group: 'U18' }),
    ]);
    const found = await database.store.transaction((tx) => tx.findRacers([racerId]));
    expect(found.get(racerId)).toMatchObject({ isDeleted: false, racer: { name: ' Ada  Swift', groups: ['U18'] } });
    expect(statusOf(await submitAs(sender, [racerCommand(racerId, { type: 'racer.delete' })]))).toEqual(['accepted']);
    expect(statusOf(await submitAs(sender, [racerCommand(racerId, { type: 'racer.tag', group: 'x' })]))).toEqual([
      'racer-not-found',
    ]);
  });

  test('two nodes that create beyond an account’s credits at once never deadlock', async () => {
    const sender = await newSender(2);
    const failures: unknown[] = [];
    const queues = [1, 2].map(() =>
      createCommandQueue({
        gate: alwaysOpen,
        store: {
          transaction: (work) =>
            database.store.transaction(work).catch((error: unknown) => {
              failures.push(error);
              throw error;
            }),
        },
        clock: { now: () => epochMs(Date.now()) },
        log: quiet,
        onCommitted: () => {},
      }),
    );
    for (let round = 0; round < 25; round += 1) {
      const commands = [createEvent(), createRacer()];
      await Promise.all(
        queues.map((queue, index) => queue.submit([{ command: commands[index]!, sender, observations: [] }])),
      );
    }
    expect(failures).toEqual([]);
  });

  test('[NM4] racers of one library become one person, but not where both have times in one event; the old ids go on working', async () => {
    const { sender, eventId, racerIds } = await newRace(2);
    const [one, other] = racerIds as [string, string];
    const merge = () => racerCommand(other, { type: 'racer.merge', into: one });
    const times = (racerId: string) => [tap(eventId, 'start', racerId), tap(eventId, 'finish', racerId)];
    await submitAs(sender, [addRacers(eventId, one, other), ...times(one)]);
    const [merged] = await submitAs(sender, [merge()]);
    expect(merged).toMatchObject({ status: 'accepted', racer: { id: other, sameAs: one } });
    const same = () => database.store.transaction((tx) => tx.findMerged(sender.userId));
    expect(await same()).toEqual(new Map([[other, one]]));
    // A phone that did not know of it has the old racer still.
    const late = randomUUID();
    const offline = [createEvent(late), addRacers(late, other), tap(late, 'start', other)];
    expect(statusOf(await submitAs(sender, offline))).toEqual(['accepted', 'accepted', 'accepted']);
    await submitAs(sender, [racerCommand(other, { type: 'racer.rename', name: 'A. Swft' })]);
    expect(await same()).toEqual(new Map([[other, one]]));
    expect(statusOf(await submitAs(sender, [racerCommand(other, { type: 'racer.separate' })]))).toEqual(['accepted']);
    expect(await same()).toEqual(new Map());
    expect(statusOf(await submitAs(sender, [...times(other), merge()]))).toEqual([
      'accepted',
      'accepted',
      'racers-met',
    ]);
    await submitAs(sender, [eventCommand(eventId, { type: 'event.delete' })]);
    expect(statusOf(await submitAs(sender, [merge()]))).toEqual(['accepted']);
  });

  test('[V15] a deleted racer comes back as it was, free of charge, for its creator only', async () => {
    const { sender, racerIds } = await newRace();
    const racerId = racerIds[0]!;
    const restore = () => racerCommand(racerId, { type: 'racer.restore' });
    const before = await database.balanceOf(sender.userId);
    expect(statusOf(await submitAs(sender, [restore()]))).toEqual(['accepted']);
    await submitAs(sender, [
      racerCommand(racerId, { type: 'racer.tag', group: 'U18' }),
      racerCommand(racerId, { type: 'racer.delete' }),
    ]);
    expect(statusOf(await submitAs(await newSender(), [restore()]))).toEqual(['racer-not-found']);
    const answers = await submitAs(sender, [restore(), racerCommand(randomUUID(), { type: 'racer.restore' })]);
    expect(statusOf(answers)).toEqual(['accepted', 'racer-not-found']);
    expect(answers[0]).toMatchObject({ racer: { id: racerId, name: 'Ada', groups: ['U18'] } });
    const found = await database.store.transaction((tx) => tx.findRacers([racerId]));
    expect(found.get(racerId)).toMatchObject({ isDeleted: false, racer: { groups: ['U18'] } });
    expect(await database.balanceOf(sender.userId)).toBe(before);
  });

  test('[V1] [V3] a copy costs 20 and has keys of its own', async () => {
    const { sender, eventId } = await newRace(2);
    const copyId = randomUUID();
    expect(
      statusOf(await submitAs(sender, [eventCommand(copyId, { type: 'event.duplicate', sourceId: eventId })])),
    ).toEqual(['accepted']);
    expect(await database.balanceOf(sender.userId)).toBe(100 - 20 - 6 - 20);
    const [one, other] = await database.store.transaction(async (tx) => [
      await tx.readKeys(eventId),
      await tx.readKeys(copyId),
    ]);
    expect(one).not.toEqual(other);
  });

  test('a snapshot and the changes after it give the same as the whole log', async () => {
    const { sender, eventId, racerIds } = await newRace();
    for (let round = 0; round < 3; round += 1) {
      await submitAs(
        sender,
        Array.from({ length: 50 }, () => tap(eventId, 'start', racerIds[0]!)),
        round % 2,
      );
    }
    const locked = await database.store.transaction((tx) => tx.readEvent(eventId));
    expect(locked!.snapshot!.seq).toBeGreaterThan(1);
    const after = await database.store.transaction((tx) => tx.readChanges(eventId, locked!.snapshot!.seq));
    expect(applyAll(locked!.snapshot, after)).toEqual(applyAll(null, await logOf(eventId)));
  });

  test('[C4] with a failing database no command is answered as accepted', async () => {
    const { sender, eventId, racerIds } = await newRace();
    const failing = createCommandQueue({
      gate: alwaysOpen,
      store: {
        transaction: async (work) => {
          await database.store.transaction(async (tx) => {
            await work(tx);
            throw new Error('power cut');
          });
          throw new Error('unreachable');
        },
      },
      clock: { now: () => epochMs(Date.now()) },
      log: quiet,
      onCommitted: () => expect.unreachable('nothing was committed'),
    });
    const command = tap(eventId, 'start', racerIds[0]!);
    expect(statusOf(await failing.submit([{ command, sender, observations: [] }]))).toEqual(['later']);
    expect(await logOf(eventId)).toHaveLength(2);
    expect(statusOf(await submitAs(sender, [command]))).toEqual(['accepted']);
  });
});
