import { expect, test, vi } from 'vitest';
import { addReloadGuard, isReloadHeld } from './reload-guards.ts';

test('a page without guards may be reloaded', () => {
  expect(isReloadHeld()).toBe(false);
});

test('one guard among many holds, for as long as it says so', () => {
  let pending = 1;
  const removals = [addReloadGuard(() => false), addReloadGuard(() => pending > 0), addReloadGuard(() => false)];
  expect(isReloadHeld()).toBe(true);
  pending = 0;
  expect(isReloadHeld()).toBe(false);
  for (const remove of removals) remove();
});

test('taking away a guard leaves the others, even the same function', () => {
  const guard = () => true;
  const first = addReloadGuard(guard);
  const second = addReloadGuard(guard);
  first();
  expect(isReloadHeld()).toBe(true);
  second();
  expect(isReloadHeld()).toBe(false);
});

test('a guard that fails holds: what cannot say that all is safe is not safe', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const remove = addReloadGuard(() => {
    throw new Error('the database is closed');
  });
  expect(isReloadHeld()).toBe(true);
  expect(warn).toHaveBeenCalledOnce();
  remove();
  warn.mockRestore();
});
