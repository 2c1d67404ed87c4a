import { expect, test, vi } from 'vitest';
import type { Command } from '../../../protocol/commands.ts';
import { createObserved } from '../../sync/observable.ts';
import type { OutboxRow } from '../../sync/ports.ts';
import { watchRefusals } from './watch-refusals.ts';

const refused = (id: string): OutboxRow => ({
  command: {
    type: 'racer.delete',
    id,
    racerId: 'r',
    deviceId: 'd',
    captured: { wall: 0, monotonic: 0, origin: 0 },
  } as Command,
  userId: 'coach',
  order: 1,
  schema: 2,
  state: 'refused',
  code: 'racer-not-found',
});

test('a refusal is heard once, with its reason', () => {
  const status = createObserved({ unsynced: 2, needsAttention: [] as OutboxRow[] });
  const onRefused = vi.fn();
  const onOther = vi.fn();
  const { watch } = watchRefusals(status);
  watch('a', onRefused);
  watch('b', onOther);
  status.set({ unsynced: 1, needsAttention: [refused('a')] });
  status.set({ unsynced: 0, needsAttention: [refused('a')] });
  expect(onRefused.mock.calls).toEqual([['racer-not-found']]);
  expect(onOther).not.toHaveBeenCalled();
});

test('a refusal that came before anybody watched is heard too', () => {
  const status = createObserved({ unsynced: 0, needsAttention: [refused('a')] });
  const onRefused = vi.fn();
  watchRefusals(status).watch('a', onRefused);
  expect(onRefused).toHaveBeenCalledOnce();
});

test('nobody is called after the screen has gone', () => {
  const status = createObserved({ unsynced: 1, needsAttention: [] as OutboxRow[] });
  const onRefused = vi.fn();
  const { watch, stop } = watchRefusals(status);
  watch('a', onRefused);
  stop();
  status.set({ unsynced: 0, needsAttention: [refused('a')] });
  expect(onRefused).not.toHaveBeenCalled();
});
