import { expect, test } from 'vitest';
import type { CommandTransaction } from '../../src/server/journal/store.ts';
import { createMemoryDatabase } from './memory-store.ts';

const receipt = (commandId: string) => ({
  commandId,
  userId: 'coach',
  bodyHash: '',
  outcome: { status: 'refused', code: 'event-not-found' } as const,
  at: 1,
});

/** A transaction that continues only on request. */
function begin(store: ReturnType<typeof createMemoryDatabase>['store']) {
  const steps: { work: (tx: CommandTransaction) => Promise<unknown>; done: (value: unknown) => void }[] = [];
  let wake = (): void => {};
  let isOver = false;
  const ended = store.transaction(async (tx) => {
    for (;;) {
      while (steps.length > 0) {
        const { work, done } = steps.shift()!;
        done(await work(tx));
      }
      if (isOver) return;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  });
  return {
    ended,
    do: (work: (tx: CommandTransaction) => Promise<unknown>) =>
      new Promise((done) => {
        steps.push({ work, done });
        wake();
      }),
    commit() {
      isOver = true;
      wake();
      return ended;
    },
  };
}

const turns = async (): Promise<void> => {
  await new Promise((resolve) => setImmediate(resolve));
};

test('uncommitted changes are invisible to other transactions, and a second lock on the same event waits for the first', async () => {
  const { store, tables } = createMemoryDatabase();
  const [one, other] = [begin(store), begin(store)];
  await one.do((tx) => tx.insertReceipts([receipt('a')]));
  expect(tables.receipts.size).toBe(0);
  let second: unknown = 'waits';
  void other.do((tx) => tx.insertReceipts([receipt('a')])).then((value) => (second = value));
  await turns();
  expect(second).toBe('waits');
  await one.commit();
  await turns();
  expect(second).toBe(false);
  await other.commit();
});

test('of two transactions that wait for each other one fails with a deadlock', async () => {
  const { store } = createMemoryDatabase();
  const [one, other] = [begin(store), begin(store)];
  one.ended.catch(() => {});
  other.ended.catch(() => {});
  await one.do((tx) => tx.lockLibrary('a'));
  await other.do((tx) => tx.lockLibrary('b'));
  void one.do((tx) => tx.lockLibrary('b'));
  await turns();
  void other.do((tx) => tx.lockLibrary('a'));
  await expect(other.ended).rejects.toMatchObject({ code: '40P01' });
  await turns();
  await one.commit();
});

test('the open transaction of a killed node stores nothing and holds no lock', async () => {
  const database = createMemoryDatabase();
  const node = database.connect();
  const dead = begin(node.store);
  await dead.do((tx) => tx.insertReceipts([receipt('a')]));
  node.kill();
  const next = begin(database.store);
  expect(await next.do((tx) => tx.insertReceipts([receipt('a')]))).toBe(true);
  await next.commit();
  expect(database.tables.receipts.size).toBe(1);
});

test('a stopped database rolls back open transactions, frees every lock, and refuses until it is started', async () => {
  const database = createMemoryDatabase();
  const [one, other] = [begin(database.store), begin(database.store)];
  other.ended.catch(() => {});
  await one.do((tx) => tx.insertReceipts([receipt('a')]));
  void other.do((tx) => tx.insertReceipts([receipt('a')]));
  await turns();
  database.stop();
  await expect(one.commit()).rejects.toMatchObject({ code: '57P01' });
  await expect(database.store.transaction(async () => {})).rejects.toMatchObject({ code: '57P01' });
  database.start();
  expect(database.tables.receipts.size).toBe(0);
  const next = begin(database.store);
  expect(await next.do((tx) => tx.insertReceipts([receipt('a')]))).toBe(true);
  await next.commit();
});

test('a statement that fails outside of a savepoint rolls back the whole transaction, and its commit reports no error', async () => {
  const database = createMemoryDatabase();
  let fails = false;
  const wire = {
    step: async (what: string) => {
      if (fails && what === 'savepoint') throw new Error('cancelled');
    },
  };
  const { store } = database.connect(wire);
  await store.transaction(async (tx) => {
    await tx.insertReceipts([receipt('a')]);
    fails = true;
    await tx.savepoint(async () => {}).catch(() => {});
  });
  expect(database.tables.receipts.size).toBe(0);
});
