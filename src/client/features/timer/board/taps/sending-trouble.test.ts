import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ErrorCode } from '../../../../../protocol/errors.ts';
import type { ShownEvent } from '../../../../sync/event-store.ts';
import { createObserved } from '../../../../sync/observable.ts';
import type { SyncStatus } from '../../../../sync/sync-status.ts';
import { createSendingTrouble } from './sending-trouble.ts';

const START = 'Failed to start race. Changes may be synced later.';

function open() {
  const sending: Omit<SyncStatus, 'failure' | 'unsynced'> = {
    needsAttention: [],
    connection: 'connecting',
    isDurable: true,
    mustSignIn: false,
  };
  const status = createObserved<SyncStatus>({ ...sending, unsynced: 1, failure: null });
  const shown = createObserved({ pendingIds: new Set(['tap']) } as unknown as ShownEvent);
  const network = new EventTarget();
  const told: string[] = [];
  const refused: string[] = [];
  let isOnline = true;
  const trouble = createSendingTrouble({
    sync: { status, event: () => shown },
    network,
    isOnline: () => isOnline,
    tell: (message) => told.push(message),
    onRefused: (tapIds) => refused.push(...tapIds),
  });
  return {
    told,
    refused,
    trouble,
    fail: (failure: ErrorCode | null) => status.set({ ...sending, unsynced: 1, failure }),
    refuse() {
      const needsAttention = [
        { command: { id: 'tap' }, code: 'event-full' },
      ] as unknown as SyncStatus['needsAttention'];
      shown.set({ pendingIds: new Set() } as unknown as ShownEvent);
      status.set({ ...sending, needsAttention, unsynced: 0, failure: null });
      status.set({ ...sending, needsAttention, unsynced: 0, failure: null });
    },
    confirm() {
      shown.set({ pendingIds: new Set() } as unknown as ShownEvent);
      status.set({ ...sending, unsynced: 0, failure: null });
    },
    setOnline(next: boolean) {
      isOnline = next;
      network.dispatchEvent(new Event(next ? 'online' : 'offline'));
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('[HD7] a tap that waits for a signal is never reported as failed', () => {
  const { told, trouble, setOnline, fail } = open();
  setOnline(false);
  trouble.watch('start', 'tap', 'event');
  fail('unavailable');
  vi.advanceTimersByTime(600_000);
  expect(told).toEqual([]);
  setOnline(true);
  vi.advanceTimersByTime(69_000);
  expect(told, 'the wait begins with the signal').toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(told).toEqual([START]);
});

test('[HD7] with a signal, an answer that is a failure is reported at once, and once', () => {
  const { told, trouble, fail } = open();
  trouble.watch('start', 'tap', 'event');
  fail('internal');
  fail('unavailable');
  fail('internal');
  vi.advanceTimersByTime(200_000);
  expect(told).toEqual([START]);
});

test('[HD7] a tap that the server has taken in time is not reported', () => {
  const { told, trouble, confirm } = open();
  trouble.watch('start', 'tap', 'event');
  vi.advanceTimersByTime(60_000);
  confirm();
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([]);
});

test('WY5 a refused tap is said once, and never to be synced later: it does not count', () => {
  const { told, refused, trouble, refuse } = open();
  trouble.watch('start', 'tap', 'event');
  refuse();
  vi.advanceTimersByTime(200_000);
  expect(refused).toEqual(['tap']);
  expect(told).toEqual([]);
});
