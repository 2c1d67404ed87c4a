import { expect, test, vi } from 'vitest';
import type { EventCommand } from '../../domain/events/commands.ts';
import { awaitAnswer } from './await-answer.ts';
import { createObserved } from './observable.ts';
import type { SyncStatus } from './sync-status.ts';

const command = { id: 'c', type: 'group.share' } as EventCommand;

function createSync(...ids: readonly string[]) {
  const waiting = new Set(ids);
  const status = createObserved({ needsAttention: [] } as unknown as SyncStatus);
  return {
    status,
    waitingIds: () => waiting,
    settle(id: string, refused: Partial<SyncStatus> = {}) {
      waiting.delete(id);
      status.set({ ...status.getSnapshot(), ...refused });
    },
  };
}

test('commands that wait no more were accepted, all of them', async () => {
  const sync = createSync('c', 'd');
  const told = vi.fn();
  const outcome = awaitAnswer(sync, ['c', 'd'], 1000);
  void outcome.then(told);
  sync.settle('c');
  await Promise.resolve();
  expect(told).not.toHaveBeenCalled();
  sync.settle('d');
  expect(await outcome).toEqual({ kind: 'accepted' });
});

test('a refused one is told with its reason, although another still waits', async () => {
  const sync = createSync('c', 'd');
  const outcome = awaitAnswer(sync, ['c', 'd'], 1000);
  sync.settle('c', {
    needsAttention: [{ command, userId: 'u', order: 1, schema: 2, state: 'refused', code: 'awaiting-credits' }],
  });
  expect(await outcome).toEqual({ kind: 'refused', code: 'awaiting-credits' });
});

test('without an answer it waits, and nobody listens any longer', async () => {
  vi.useFakeTimers();
  const sync = createSync('c');
  const outcome = awaitAnswer(sync, ['c'], 1000);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await outcome).toEqual({ kind: 'waiting' });
  vi.useRealTimers();
});
