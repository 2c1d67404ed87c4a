import { expect, test, vi } from 'vitest';
import { findKey, type KeyPlace, type PressedKey } from '../../../timing/keys/screen-keys.ts';
import { listGateKeys } from './gate-keys.ts';

const did = vi.fn<(what: string) => void>();
const keys = listGateKeys({
  start: () => did('start'),
  hold: () => did('hold'),
  skip: () => did('skip'),
  dns: () => did('dns'),
  undo: () => did('undo'),
});

function press(pressed: Partial<PressedKey>, place: KeyPlace): string | null {
  did.mockClear();
  findKey(keys, { key: '', ctrlKey: false, metaKey: false, altKey: false, ...pressed }, place)?.run(0);
  return did.mock.lastCall?.[0] ?? null;
}

test.each([
  [' ', 'page', 'start'],
  [' ', 'timing-button', 'start'],
  ['Enter', 'page', 'start'],
  // Space on Undo must undo, and not send the next racer.
  [' ', 'control', null],
  ['Enter', 'control', null],
  [' ', 'outside', null],
  ['h', 'control', 'hold'],
  ['S', 'page', 'skip'],
  ['d', 'page', 'dns'],
  ['u', 'page', 'undo'],
  ['d', 'typing', null],
  ['x', 'page', null],
] as const)('[GATE8] %s with the focus on %s: %s', (key, place, step) => {
  expect(press({ key }, place)).toBe(step);
});

test('[GATE8] a key that is held down starts one racer, and shortcuts of the browser stay its own', () => {
  expect(Object.values(keys).some(({ repeats }) => repeats)).toBe(false);
  expect(press({ key: 'd', ctrlKey: true }, 'page')).toBeNull();
});
