import { SCHEMA_VERSION } from '../../protocol/schema-version.ts';
import { describe, expect, it } from 'vitest';
import type { EventCommand, EventCommandBody } from '../../domain/events/commands.ts';
import { ok } from '../../domain/result.ts';
import type { Command, RacerCommand } from '../../protocol/commands.ts';
import {
  createDisk,
  createFakePorts,
  createFakeServer,
  createFakeTransport,
  createRandom,
  createTime,
  failed,
} from '../../../tests/support/sync-device.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import type { OutboxRow, SyncStorage } from './ports.ts';

const uuid = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const captured = { wall: 1_700_000_000_000, monotonic: 5, origin: 1_700_000_000_000 };
const deviceId = uuid(999);
let made = 0;
const command = (eventId: string, body: EventCommandBody): EventCommand =>
  ({ ...body, id: uuid((made += 1)), eventId, deviceId, captured }) as EventCommand;
const create = (eventId: string) => command(eventId, { type: 'event.create', name: 'Tuesday 10', timeZone: 'UTC' });
const rename = (eventId: string, name: string) => command(eventId, { type: 'event.rename', name });
const createRacer = (racerId: string): RacerCommand => ({
  type: 'racer.create',
  name: 'Ada',
  groups: [],
  id: uuid((made += 1)),
  racerId,
  deviceId,
  captured,
});
const add = (eventId: string, racerId: string) =>
  command(eventId, { type: 'entries.add', racers: [{ racerId, name: 'Ada', groups: [], bib: null }] });

function createWorld(seed = 1) {
  const time = createTime();
  const server = createFakeServer(time);
  const transport = createFakeTransport(server, time);
  const random = createRandom(seed);
  const { disk, open } = createDisk();
  const outboxes: Outbox[] = [];
  function start(storage: SyncStorage = open(), userId = 'coach'): Outbox {
    const { ports } = createFakePorts({ time, transport, storage, random });
    const outbox = createOutbox({
      ports,
      userId,
      attach: async () => ({ observations: [], keys: {} }),
      confirm: async (accepted) => ({ settled: accepted.map(({ id }) => id), events: [] }),
      onRows: () => {},
    });
    outboxes.push(outbox);
    return outbox;
  }
  return { time, server, transport, random, disk, open, start };
}

const idsOf = (rows: readonly { readonly command: Command }[]) => rows.map(({ command: { id } }) => id);
const handledIds = (handled: readonly Command[]) => handled.map(({ id }) => id);

describe('outbox', () => {
  it('[EN11] writes a tap at once, also while the rows are being read', async () => {
    const { time, disk, open, start } = createWorld();
    const outbox = start({ ...open(), listRows: () => new Promise(() => {}) });
    void outbox.refresh();
    const first = create('a');
    void outbox.record(first);
    await time.pass(0);
    expect(idsOf(await disk.listRows('coach'))).toEqual([first.id]);
  });

  it('says recorded once the row is on disk, and sends it at once', async () => {
    const { time, server, disk, start } = createWorld();
    const first = create('a');
    const outbox = start();
    expect(await outbox.record(first)).toBe(true);
    expect(idsOf(await disk.listRows('coach'))).toEqual([first.id]);
    await time.pass(0);
    expect(handledIds(server.handled)).toEqual([first.id]);
    expect(await disk.listRows('coach')).toEqual([]);
    expect(outbox.rows()).toEqual([]);
  });

  it('never sends the rows of another user', async () => {
    const { time, transport, disk, start } = createWorld();
    await disk.addRows('somebody', [create('a')]);
    start().drain('now');
    await time.pass(60_000);
    expect(transport.batches).toEqual([]);
    expect(await disk.listRows('somebody')).toHaveLength(1);
  });

  it.each([
    'unavailable',
    'unauthenticated',
    'client-outdated',
    'too-many-requests',
    'internal',
    'not-found',
    'origin-refused',
  ] as const)('keeps everything when a batch comes back with %s, and sends it again', async (code) => {
    const { time, server, transport, disk, start } = createWorld();
    transport.onSend = async () => failed(code);
    const commands = [create('a'), rename('a', 'Wednesday 10'), create('b')];
    const outbox = start();
    for (const each of commands) await outbox.record(each);
    await time.pass(120_000);
    expect(transport.batches.length).toBeLessThan(30);
    expect((await disk.listRows('coach')).map(({ state }) => state)).toEqual(['pending', 'pending', 'pending']);
    transport.onSend = async (batch) => ok(server.handle(batch));
    await time.pass(20_000);
    expect(handledIds(server.handled)).toEqual(handledIds(commands));
    expect(await disk.listRows('coach')).toEqual([]);
  });

  it.each([
    ['a node that says later', () => ({ status: 'later' }) as const, SCHEMA_VERSION],
    [
      'a node of the release before, which knows no such kind',
      () => ({ status: 'refused', code: 'invalid-argument' }) as const,
      undefined,
    ],
  ])('keeps a command of a newer kind than the server knows for one that does: %s', async (_, answerOf, schema) => {
    const { time, server, transport, disk, start } = createWorld();
    const newer = { ...create('a'), type: 'x.from-the-future' } as never as Command;
    const plain = create('b');
    transport.onSend = async (batch) => {
      const known = server.handle({ ...batch, commands: batch.commands.filter(({ id }) => id !== newer.id) });
      const asked = batch.commands.filter(({ id }) => id === newer.id);
      return ok({
        answers: [...known.answers, ...asked.map(({ id }) => ({ id, ...answerOf() }))],
        ...(schema && { schema }),
      });
    };
    const outbox = start();
    await outbox.record(newer);
    await outbox.record(plain);
    await time.pass(300_000);
    expect((await disk.listRows('coach')).map(({ command: { id }, state }) => [id, state])).toEqual([
      [newer.id, 'pending'],
    ]);
    expect(handledIds(server.handled)).toEqual([plain.id]);
    transport.onSend = async ({ commands }) =>
      ok({ answers: commands.map(({ id }) => ({ id, status: 'accepted', changes: [] })) });
    await time.pass(300_000);
    expect(await disk.listRows('coach')).toEqual([]);
  });

  it('waits as long as the server asks', async () => {
    const { time, transport, start } = createWorld();
    transport.onSend = async () => ({ ok: false, error: { code: 'too-many-requests', retryAfterSeconds: 300 } });
    await start().record(create('a'));
    await time.pass(299_000);
    expect(transport.batches).toHaveLength(1);
    await time.pass(2_000);
    expect(transport.batches).toHaveLength(2);
  });

  it('[C2] keeps a refused row with its reason, and still sends what stands on it', async () => {
    const { time, disk, start } = createWorld();
    const outbox = start();
    const blank = command('a', { type: 'event.create', name: ' ', timeZone: 'UTC' });
    const dependent = rename('a', 'Wednesday 10');
    await outbox.record(blank);
    await outbox.record(dependent);
    await time.pass(0);
    const codes = (await disk.listRows('coach')).map(({ command: { id }, state, code }) => [id, state, code]);
    expect(codes).toEqual([
      [blank.id, 'refused', 'event-name-blank'],
      [dependent.id, 'refused', 'event-not-found'],
    ]);
    await outbox.dismiss(blank.id);
    expect(idsOf(outbox.rows())).toEqual([dependent.id]);
  });

  it('keeps a row that a newer server refused for a reason that this page has no words for', async () => {
    const { time, transport, disk, start } = createWorld();
    transport.onSend = async ({ commands }) =>
      ok({ answers: commands.map(({ id }) => ({ id, status: 'refused', code: 'from-the-future' as never })) });
    await start().record(create('a'));
    await time.pass(0);
    expect((await disk.listRows('coach')).map(({ state, code }) => [state, code])).toEqual([
      ['refused', 'client-outdated'],
    ]);
  });

  it('does not let a pending row be dismissed', async () => {
    const { transport, disk, start } = createWorld();
    transport.isOnline = false;
    const outbox = start();
    const waiting = create('a');
    await outbox.record(waiting);
    await outbox.dismiss(waiting.id);
    expect(idsOf(outbox.rows())).toEqual([waiting.id]);
    expect(idsOf(await disk.listRows('coach'))).toEqual([waiting.id]);
  });

  it('goes on with other events while one is told to come later', async () => {
    const { time, server, transport, disk, start } = createWorld();
    transport.onSend = async (batch) => {
      const [stuck, others] = [batch.commands.filter(isStuck), batch.commands.filter((each) => !isStuck(each))];
      const { answers } = server.handle({ ...batch, commands: others });
      return ok({ answers: [...stuck.map(({ id }) => ({ id, status: 'later' as const })), ...answers] });
    };
    const isStuck = (each: Command) => 'eventId' in each && each.eventId === 'stuck';
    const outbox = start();
    await outbox.record(create('stuck'));
    await outbox.record(create('b'));
    await outbox.record(rename('stuck', 'Stuck'));
    await outbox.record(rename('b', 'Moving'));
    await time.pass(1_000);
    expect(server.states.get('b')?.name).toBe('Moving');
    expect(await disk.listRows('coach')).toHaveLength(2);
    transport.onSend = async (batch) => ok(server.handle(batch));
    await time.pass(130_000);
    expect(server.states.get('stuck')?.name).toBe('Stuck');
    expect(await disk.listRows('coach')).toEqual([]);
  });

  it('sends no entry before the racer that it names', async () => {
    const { time, server, transport, start } = createWorld();
    transport.onSend = async (batch) => {
      const answers = batch.commands.map((each) =>
        each.type === 'racer.create'
          ? { id: each.id, status: 'later' as const }
          : server.handle({ ...batch, commands: [each] }).answers[0]!,
      );
      return ok({ answers });
    };
    const outbox = start();
    await outbox.record(create('a'));
    await outbox.record(createRacer('ada'));
    await time.pass(0);
    await outbox.record(add('a', 'ada'));
    await outbox.record(rename('a', 'After the entry'));
    await outbox.record(create('b'));
    await time.pass(0);
    expect(server.handled.map(({ type }) => type)).toEqual(['event.create', 'event.create']);
    transport.onSend = async (batch) => ok(server.handle(batch));
    await time.pass(10_000);
    const types = server.handled.map(({ type }) => type);
    expect(types).toEqual(['event.create', 'event.create', 'racer.create', 'entries.add', 'event.rename']);
  });

  it('finds the one command that the server cannot read, keeps it, and sends all others', async () => {
    const { time, server, transport, disk, start } = createWorld();
    const commands = Array.from({ length: 230 }, (_, index) => create(`event-${index}`));
    const poison = commands[77]!;
    transport.isOnline = false;
    const outbox = start();
    for (const each of commands) await outbox.record(each);
    transport.isOnline = true;
    transport.onSend = async (batch) =>
      batch.commands.some(({ id }) => id === poison.id) ? failed('invalid-argument') : ok(server.handle(batch));
    await time.pass(300_000);
    expect(server.handled).toHaveLength(229);
    expect(idsOf(await disk.listRows('coach'))).toEqual([poison.id]);
    expect(transport.batches.every(({ commands: { length } }) => length <= 100)).toBe(true);
    expect(outbox.rows()[0]!.state).toBe('pending');
  });

  it('writes commands that are recorded together at once, all or none', async () => {
    const { transport, disk, open, start } = createWorld();
    const storage = open();
    const writes: string[][] = [];
    let isFull = false;
    const outbox = start({
      ...storage,
      addRows: (userId, each) => {
        writes.push(each.map(({ id }) => id));
        return isFull ? Promise.reject(new Error('full')) : storage.addRows(userId, each);
      },
    });
    transport.isOnline = false;
    const team = [create('a'), rename('a', 'Second'), rename('a', 'Third')];
    expect(await outbox.record(...team)).toBe(true);
    expect(writes).toEqual([team.map(({ id }) => id)]);
    expect(idsOf(await disk.listRows('coach'))).toEqual(team.map(({ id }) => id));
    isFull = true;
    const others = [rename('a', 'Fourth'), rename('a', 'Fifth')];
    expect(await outbox.record(...others)).toBe(false);
    expect(outbox.rows().map(({ command }) => command.id)).toEqual([...team, ...others].map(({ id }) => id));
    expect(await disk.listRows('coach')).toHaveLength(3);
  });

  it('holds what the disk will not take, sends it, and says that it is not safe', async () => {
    const { time, server, transport, disk, open, start } = createWorld();
    const storage = open();
    let isFull = true;
    const outbox = start({
      ...storage,
      addRows: (userId, each) => (isFull ? Promise.reject(new Error('full')) : storage.addRows(userId, each)),
    });
    transport.isOnline = false;
    const [first, second, third] = [create('a'), rename('a', 'Second'), rename('a', 'Third')];
    expect(await outbox.record(first)).toBe(false);
    expect(await outbox.record(second)).toBe(false);
    expect(outbox.isAllStored()).toBe(false);
    isFull = false;
    expect(await outbox.record(third)).toBe(true);
    expect(outbox.isAllStored()).toBe(true);
    expect(idsOf(await disk.listRows('coach'))).toEqual([first.id, second.id, third.id]);
    isFull = true;
    const fourth = rename('a', 'Fourth');
    expect(await outbox.record(fourth)).toBe(false);
    transport.isOnline = true;
    await time.pass(20_000);
    expect(handledIds(server.handled)).toEqual(handledIds([first, second, third, fourth]));
    expect(outbox.isAllStored()).toBe(true);
    expect(outbox.rows()).toEqual([]);
  });

  it('takes an answer that leaves commands out, or that is about others, for no answer to them', async () => {
    const { time, server, transport, disk, start } = createWorld();
    transport.onSend = async () => ok({ answers: [{ id: uuid(12345), status: 'accepted', changes: [] }] });
    await start().record(create('a'));
    await time.pass(1_000);
    expect(await disk.listRows('coach')).toHaveLength(1);
    transport.onSend = async (batch) => ok(server.handle(batch));
    await time.pass(10_000);
    expect(await disk.listRows('coach')).toHaveLength(0);
  });
});

describe('outbox under faults', () => {
  const seeds = Array.from({ length: 60 }, (_, index) => index + 1);
  it.each(seeds)('loses nothing, doubles nothing and keeps the order (seed %i)', async (seed) => {
    const { time, server, transport, random, disk, open, start } = createWorld(seed);
    const acknowledged: Command[] = [];
    const recorded: Command[] = [];
    let isHealing = false;
    async function recordAndNote(into: Outbox, each: Command): Promise<void> {
      await into.record(each);
      acknowledged.push(each);
    }
    const chance = (probability: number) => !isHealing && random() < probability;

    transport.onSend = async (batch) => {
      if (chance(0.15)) return failed('unavailable');
      if (chance(0.05)) return failed('unauthenticated');
      if (chance(0.05)) return failed('invalid-argument');
      if (chance(0.2)) time.after(random() * 20_000, () => server.handle(batch));
      if (chance(0.1)) return failed('deadline-exceeded');
      const answer = server.handle(batch);
      if (chance(0.15)) return failed('unavailable');
      if (chance(0.3)) await new Promise<void>((resolve) => time.after(random() * 5_000, resolve));
      return ok(answer);
    };

    const openStorage = () => open(() => (chance(0.04) ? (random() < 0.5 ? 'before' : 'after') : null));
    let storage = openStorage();
    let outbox = start(storage);
    for (let step = 0; step < 60; step += 1) {
      const eventId = `event-${Math.floor(random() * 3)}`;
      const next = recorded.some((each) => 'eventId' in each && each.eventId === eventId)
        ? rename(eventId, `Name ${step}`)
        : create(eventId);
      recorded.push(next);
      void recordAndNote(outbox, next);
      if (random() < 0.5) await time.pass(random() * 3_000);
      else await time.settle();
      if (storage.isDead() || chance(0.05)) {
        outbox.stop();
        storage = openStorage();
        outbox = start(storage);
        outbox.drain('now');
      }
    }
    isHealing = true;
    outbox.stop();
    outbox = start(open());
    outbox.drain('now');
    await time.pass(300_000);

    const handled = handledIds(server.handled);
    expect(new Set(handled).size).toBe(handled.length);
    expect(handled).toEqual(expect.arrayContaining(handledIds(acknowledged)));
    expect(handledIds(recorded)).toEqual(expect.arrayContaining(handled));
    const rows: readonly OutboxRow[] = await disk.listRows('coach');
    // A creation that was never acknowledged and is lost leaves its followers refused, and they are kept.
    expect(rows.filter(({ state }) => state === 'pending')).toEqual([]);
    for (const eventId of ['event-0', 'event-1', 'event-2']) {
      const inLane = (each: Command) => 'eventId' in each && each.eventId === eventId;
      const order = handledIds(recorded.filter(inLane)).filter((id) => handled.includes(id));
      expect(handledIds(server.handled.filter(inLane))).toEqual(order);
    }
  });
});
