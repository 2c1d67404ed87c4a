import { expect, test } from 'vitest';
import { epochMs } from '../../src/domain/units.ts';
import type { Command, CommandAnswer } from '../../src/protocol/commands.ts';
import type { Sender } from '../../src/server/access/sender.ts';
import { type CommandQueue, createCommandQueue, type QueueParts } from '../../src/server/commands/command-queue.ts';
import { NoDatabase } from '../../src/server/journal/store.ts';
import { createRacer } from '../support/commands.ts';
import { quiet } from '../support/database.ts';
import { alwaysOpen } from '../support/gate.ts';
import { commandDatabases } from './command-databases.ts';

async function openQueue(parts: Partial<QueueParts> = {}) {
  const database = await commandDatabases['memory']!();
  const sender: Sender = {
    userId: await database.addUser(1000),
    isAnonymous: false,
    verifiedEmail: null,
    name: 'Coach',
    keys: {},
  };
  const { store } = database;
  const clock = { now: () => epochMs(Date.now()) };
  const queue = createCommandQueue({
    store,
    clock,
    log: quiet,
    gate: alwaysOpen,
    onCommitted: () => undefined,
    ...parts,
  });
  const submit = (commands: readonly Command[], bytes = 0, to: CommandQueue = queue) =>
    to.submit(
      commands.map((command) => ({ command, sender, observations: [] })),
      bytes,
    );
  return { store, queue, submit };
}

const statusesOf = (answers: readonly CommandAnswer[]) => answers.map(({ status }) => status);

/** A database that accepts every query and answers none until it is released. */
function createSilence() {
  let release = (): void => undefined;
  const silent = new Promise<void>((resolve) => (release = resolve));
  return { silent, release };
}

test('[UK2] commands wait for a silent database up to the bound, and no more', async () => {
  const { silent, release } = createSilence();
  const { store } = await openQueue();
  const { queue, submit } = await openQueue({
    store: { transaction: async (work) => (await silent, store.transaction(work)) },
    mostWaiting: { commands: 10 },
  });
  const commands = Array.from({ length: 40 }, () => createRacer());
  const answers = commands.map((command) => submit([command]));
  expect(queue.isFull).toBe(true);
  expect(queue.backlog.commands).toBe(10);
  // Commands beyond the bound are answered at once, while the database is still silent.
  for (const later of answers.slice(10)) expect(statusesOf(await later)).toEqual(['later']);
  release();
  await Promise.all(answers);
  expect(queue.isFull).toBe(false);
  expect(queue.backlog.commands).toBe(0);
});

test('[DF2] without a database all who wait are told at once, and not each after a wait of its own', async () => {
  let tries = 0;
  const { queue, submit } = await openQueue({
    store: {
      transaction: async () => {
        tries += 1;
        throw new NoDatabase('Nobody is there');
      },
    },
  });
  const answers = await Promise.all(Array.from({ length: 20 }, () => submit([createRacer()], 0, queue)));
  expect(answers.flatMap(statusesOf)).toEqual(Array.from({ length: 20 }, () => 'later'));
  expect(tries).toBe(1);
});

test('[UK2] bytes wait up to their bound too, and there is room again when they are answered', async () => {
  const { silent, release } = createSilence();
  const { store } = await openQueue();
  const { queue, submit } = await openQueue({
    store: { transaction: async (work) => (await silent, store.transaction(work)) },
    mostWaiting: { bytes: 1000 },
  });
  const first = [submit([createRacer()], 600), submit([createRacer()], 600)];
  expect(queue.isFull).toBe(true);
  expect(statusesOf(await submit([createRacer()], 1))).toEqual(['later']);
  release();
  await Promise.all(first);
  expect(queue.isFull).toBe(false);
});

const fails = (): never => {
  throw new Error('fails');
};
const failingLog = { debug: fails, info: fails, warn: fails, error: fails, with: fails };
const oddPlaces: Record<string, Partial<QueueParts>> = {
  'while commands are gathered': { gather: async () => fails() },
  'when changes are told': { onCommitted: fails },
  'when the commit is measured': { meter: { committed: fails, failed: fails } as unknown as QueueParts['meter'] },
  'when the clock is read': { clock: { now: fails } },
  'at the start of a transaction': { store: { transaction: fails } },
  'when the transaction and the log fail together': { store: { transaction: async () => fails() }, log: failingLog },
  'when everything does': {
    gather: async () => fails(),
    onCommitted: fails,
    store: { transaction: async () => fails() },
    log: failingLog,
    meter: { committed: fails, failed: fails } as unknown as QueueParts['meter'],
  },
};

test.each(Object.entries(oddPlaces))('[UK3] after a failure %s the queue goes on', async (_place, broken) => {
  const parts: { -readonly [Name in keyof QueueParts]?: QueueParts[Name] } = {};
  const { store } = await openQueue();
  let isBroken = true;
  const from = <Name extends keyof QueueParts>(name: Name, whole: QueueParts[Name]): QueueParts[Name] =>
    isBroken && broken[name] !== undefined ? (broken[name] as QueueParts[Name]) : whole;
  Object.assign(parts, {
    store: { transaction: (work) => from('store', store).transaction(work) },
    clock: { now: () => from('clock', { now: () => epochMs(Date.now()) }).now() },
    gather: async () => from('gather', async () => undefined)!(),
    onCommitted: (...args) => from('onCommitted', () => undefined)(...args),
    log: { ...quiet, warn: (text) => from('log', quiet).warn(text), error: (text) => from('log', quiet).error(text) },
    meter: {
      committed: (...args) => from('meter', undefined)?.committed(...args),
      failed: (count) => from('meter', undefined)?.failed(count),
    } as QueueParts['meter'],
  } satisfies Partial<QueueParts>);
  const { queue, submit } = await openQueue(parts);
  const command = createRacer();
  const isStored = broken.store === undefined && broken.clock === undefined;
  expect(statusesOf(await submit([command]))).toEqual([isStored ? 'accepted' : 'later']);
  isBroken = false;
  // The device sends the command again, and it is accepted.
  expect(statusesOf(await submit([command]))).toEqual(['accepted']);
  expect(queue.backlog.commands).toBe(0);
});
