import { expect, test } from 'vitest';
import { gateKeyOf } from './gate-keys.ts';

const bare = { ctrlKey: false, metaKey: false, altKey: false, repeat: false };

test.each([
  [' ', 'page', 'start'],
  ['Enter', 'page', 'start'],
  // Space on Undo must undo, and not send the next racer.
  [' ', 'control', null],
  ['Enter', 'control', null],
  ['h', 'control', 'hold'],
  ['S', 'page', 'skip'],
  ['d', 'page', 'dns'],
  ['u', 'page', 'undo'],
  ['d', 'typing', null],
  ['x', 'page', null],
] as const)('[GATE8] %s with the focus on a %s: %s', (key, focus, step) => {
  expect(gateKeyOf({ ...bare, key }, focus)).toBe(step);
});

test('[GATE8] a key that is held down starts one racer, and shortcuts of the browser stay its own', () => {
  expect(gateKeyOf({ ...bare, key: ' ', repeat: true }, 'page')).toBeNull();
  expect(gateKeyOf({ ...bare, key: 'd', ctrlKey: true }, 'page')).toBeNull();
});
