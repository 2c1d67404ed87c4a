import { expect, test } from 'vitest';
import { eventCommand } from './commands.ts';

const id = '0b8f5c1e-58d5-4f0c-9d3e-0d6a3a1f7a11';
const envelope = { id, eventId: id, deviceId: id, captured: { wall: 1, monotonic: 1, origin: 0 } };
const of = { racerId: id, attempt: 1 };
const isTaken = (body: object) => eventCommand.safeParse({ ...envelope, ...body }).success;

test('[RES2] a status is one of the codes, with a reason of one short line', () => {
  const set = { type: 'status.set', ...of, status: 'DSQ', reason: 'short cut' };
  expect(isTaken(set)).toBe(true);
  expect(isTaken({ ...set, reason: 'x'.repeat(100) })).toBe(true);
  for (const wrong of [
    { status: 'dsq' },
    { status: 'PUL' },
    { status: null },
    { reason: 'x'.repeat(101) },
    { reason: 'two\nlines' },
    { reason: null },
    { attempt: 0 },
    { attempt: 11 },
    { attempt: '1' },
    { racerId: 'somebody' },
  ]) {
    expect(isTaken({ ...set, ...wrong }), JSON.stringify(wrong)).toBe(false);
  }
});

test('[RES4] a penalty or bonus is whole milliseconds, not zero and not more than a day', () => {
  const add = { type: 'adjustment.add', ...of, ms: 5000, reason: '' };
  for (const ms of [1, -1, 86_400_000, -86_400_000]) expect(isTaken({ ...add, ms }), String(ms)).toBe(true);
  for (const ms of [0, 1.5, 86_400_001, -86_400_001, 1e300, Infinity, NaN, '5000', null]) {
    expect(isTaken({ ...add, ms }), String(ms)).toBe(false);
  }
  expect(isTaken({ type: 'adjustment.remove', ...of, adjustmentId: id })).toBe(true);
  expect(isTaken({ type: 'adjustment.remove', ...of })).toBe(false);
});

test('[RES5] a precision is a unit that boards can show, and a direction', () => {
  const set = (precision: unknown) => isTaken({ type: 'precision.set', precision });
  for (const unit of [10, 100, 1000]) expect(set({ unit, direction: 'halfEven' })).toBe(true);
  for (const wrong of [
    { unit: 1, direction: 'up' },
    { unit: 0, direction: 'up' },
    { unit: 10 },
    { unit: 10, direction: 'left' },
    null,
  ]) {
    expect(set(wrong), JSON.stringify(wrong)).toBe(false);
  }
});
