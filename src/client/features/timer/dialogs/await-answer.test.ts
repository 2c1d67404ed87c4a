import { expect, test, vi } from 'vitest';
import type { EventCommand } from '../../../../domain/events/commands.ts';
import type { ShownEvent } from '../../../sync/event-store.ts';
import { createObserved } from '../../../sync/observable.ts';
import type { SyncStatus } from '../../../sync/sync-status.ts';
import { awaitAnswer, hearRefusal } from './await-answer.ts';

const command = { id: 'c', type: 'group.share' } as EventCommand;

function createSync() {
  const event = createObserved({ pendingIds: new Set(['c']) } as unknown as ShownEvent);
  const status = createObserved({ needsAttention: [] } as unknown as SyncStatus);
  return { event: () => event, status, shown: event };
}

test('a command that waits no more was accepted', async () => {
  const sync = createSync();
  const outcome = awaitAnswer(sync, 'e', 'c', 1000);
  sync.shown.set({ pendingIds: new Set() } as unknown as ShownEvent);
  expect(await outcome).toEqual({ kind: 'accepted' });
});

test('a refused one is told with its reason, although it stops waiting a moment earlier', async () => {
  const sync = createSync();
  const outcome = awaitAnswer(sync, 'e', 'c', 1000);
  await Promise.resolve();
  sync.shown.set({ pendingIds: new Set() } as unknown as ShownEvent);
  sync.status.set({
    needsAttention: [{ command, userId: 'u', order: 1, schema: 2, state: 'refused', code: 'awaiting-credits' }],
  } as unknown as SyncStatus);
  expect(await outcome).toEqual({ kind: 'refused', code: 'awaiting-credits' });
});

test('without an answer it waits, and nobody listens any longer', async () => {
  vi.useFakeTimers();
  const sync = createSync();
  const outcome = awaitAnswer(sync, 'e', 'c', 1000);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await outcome).toEqual({ kind: 'waiting' });
  vi.useRealTimers();
});

test('a refusal is heard once, and nothing is heard of what the server takes', () => {
  const told = vi.fn();
  const status = createObserved({ needsAttention: [], unsynced: 1 } as unknown as SyncStatus);
  hearRefusal(status, 'c', told);
  const refused = {
    needsAttention: [{ command, userId: 'u', order: 1, schema: 2, state: 'refused' as const }],
    unsynced: 0,
  };
  status.set(refused as unknown as SyncStatus);
  status.set({ ...refused, unsynced: 1 } as unknown as SyncStatus);
  expect(told).toHaveBeenCalledTimes(1);

  const other = createObserved({ needsAttention: [], unsynced: 1 } as unknown as SyncStatus);
  hearRefusal(other, 'c', told);
  other.set({ needsAttention: [], unsynced: 0 } as unknown as SyncStatus);
  other.set(refused as unknown as SyncStatus);
  expect(told).toHaveBeenCalledTimes(1);
});
