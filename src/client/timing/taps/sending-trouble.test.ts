import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Line } from '../../../domain/model/lines.ts';
import type { ShownEvent } from '../../sync/event-store.ts';
import { createObserved } from '../../sync/observable.ts';
import type { SyncStatus } from '../../sync/sync-status.ts';
import { createSendingTrouble } from './sending-trouble.ts';

const START = 'Failed to start race. Changes may be synced later.';
const FINISH = 'Failed to finish race. Changes will sync when online.';
const OTHER = 'This phone hasn’t sent your times yet. It keeps them and sends them later.';

const tap = (line: Line, tapId: string, racerId: string | null = 'ada') => ({ tapId, eventId: 'event', line, racerId });

const shownWith = (pending: readonly string[], undone: readonly string[] = []) =>
  ({
    event: { taps: Object.fromEntries(undone.map((id) => [id, { undone: true }])) },
    pendingIds: new Set(pending),
  }) as unknown as ShownEvent;

function open() {
  const sending: Omit<SyncStatus, 'failure' | 'unsynced'> = {
    needsAttention: [],
    connection: 'connecting',
    isDurable: true,
    mustSignIn: false,
  };
  const status = createObserved<SyncStatus>({ ...sending, unsynced: 1, failure: null });
  const shown = createObserved(shownWith(['tap', 'second', 'third']));
  const network = new EventTarget();
  const told: string[] = [];
  const refused: string[] = [];
  let isOnline = true;
  const trouble = createSendingTrouble({
    sync: { status, event: () => shown },
    network,
    isOnline: () => isOnline,
    tell: (message) => told.push(message),
    onFinished: (tapId) => told.push(`${tapId} finished`),
    onRefused: (tapIds) => refused.push(...tapIds),
  });
  return {
    told,
    refused,
    trouble,
    fail: (failure: SyncStatus['failure']) => status.set({ ...sending, unsynced: 1, failure }),
    refuse() {
      const needsAttention = [
        { command: { id: 'tap' }, code: 'event-full' },
      ] as unknown as SyncStatus['needsAttention'];
      shown.set(shownWith([]));
      status.set({ ...sending, needsAttention, unsynced: 0, failure: null });
      status.set({ ...sending, needsAttention, unsynced: 0, failure: null });
    },
    confirm() {
      shown.set(shownWith([]));
      status.set({ ...sending, unsynced: 0, failure: null });
    },
    undo: (tapId: string) => shown.set(shownWith(['tap'], [tapId])),
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
  trouble.watch(tap('start', 'tap'));
  fail('unanswered');
  vi.advanceTimersByTime(600_000);
  expect(told).toEqual([]);
  setOnline(true);
  vi.advanceTimersByTime(69_000);
  expect(told, 'the wait begins with the signal').toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(told).toEqual([START]);
});

test('[HD7] with a signal, an answer that is a failure is reported at once, and of starts once', () => {
  const { told, trouble, fail } = open();
  trouble.watch(tap('start', 'tap'));
  fail('answered');
  fail('unanswered');
  trouble.watch(tap('start', 'second'));
  fail('answered');
  vi.advanceTimersByTime(200_000);
  expect(told).toEqual([START]);
});

test('[HD7] a start that the server has taken in time is not reported', () => {
  const { told, trouble, confirm } = open();
  trouble.watch(tap('start', 'tap'));
  vi.advanceTimersByTime(60_000);
  confirm();
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([]);
});

test('[HD7] a finish is reported with the answer: finished once it is taken, however late', () => {
  const { told, trouble, fail, confirm } = open();
  trouble.watch(tap('finish', 'tap'));
  fail('unanswered');
  vi.advanceTimersByTime(60_000);
  expect(told, 'not before the answer').toEqual([]);
  confirm();
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual(['tap finished']);
});

test('[HD7] each finish of an outage is reported as failed, in place of finished, also after a start', () => {
  const { told, trouble, fail, confirm } = open();
  trouble.watch(tap('start', 'tap'));
  fail('answered');
  trouble.watch(tap('finish', 'second'));
  fail('answered');
  trouble.watch(tap('finish', 'third'));
  confirm();
  vi.advanceTimersByTime(200_000);
  expect(told).toEqual([START, FINISH, FINISH]);
});

test('[HD7] each finish without an answer is reported as failed 70 s after it was made', () => {
  const { told, trouble } = open();
  trouble.watch(tap('finish', 'tap'));
  vi.advanceTimersByTime(30_000);
  trouble.watch(tap('finish', 'second'));
  vi.advanceTimersByTime(40_000);
  expect(told).toEqual([FINISH]);
  vi.advanceTimersByTime(30_000);
  expect(told).toEqual([FINISH, FINISH]);
});

test('[HD7] with no signal a finish is finished at once, and nothing is said of it later', () => {
  const { told, trouble, fail, setOnline, confirm } = open();
  setOnline(false);
  trouble.watch(tap('finish', 'tap'));
  expect(told).toEqual(['tap finished']);
  setOnline(true);
  fail('answered');
  vi.advanceTimersByTime(100_000);
  confirm();
  expect(told).toEqual(['tap finished']);
});

test('[HD7] a finish whose signal is lost before the answer is finished then', () => {
  const { told, trouble, setOnline } = open();
  trouble.watch(tap('finish', 'tap'));
  setOnline(false);
  expect(told).toEqual(['tap finished']);
});

test('[HD7] a finish that was taken back before the answer is not reported as failed', () => {
  const { told, trouble, fail, undo } = open();
  trouble.watch(tap('finish', 'tap'));
  undo('tap');
  fail('answered');
  expect(told).toEqual([]);
});

test('[WY5] a refused tap is said once, and never to be synced later: it does not count', () => {
  const { told, refused, trouble, refuse } = open();
  trouble.watch(tap('start', 'tap'));
  refuse();
  vi.advanceTimersByTime(200_000);
  expect(refused).toEqual(['tap']);
  expect(told).toEqual([]);

  const later = open();
  later.setOnline(false);
  later.trouble.watch(tap('finish', 'tap'));
  later.setOnline(true);
  later.refuse();
  expect(later.refused, 'a finish that was said to be finished without a signal').toEqual(['tap']);
});

test('[HD7] times at a point or without a racer are no finish: said once until they are sent, never as finished', () => {
  const { told, trouble, fail, confirm } = open();
  trouble.watch(tap('finish', 'tap', null));
  trouble.watch(tap('split-1', 'second'));
  fail('answered');
  trouble.watch(tap('start', 'third', null));
  expect(told).toEqual([OTHER]);
  confirm();
  expect(told).toEqual([OTHER]);
});
