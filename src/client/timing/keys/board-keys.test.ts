import { expect, test } from 'vitest';
import { type KeyPlace, type KeyStep, stepOf } from './board-keys.ts';

const bare = { ctrlKey: false, metaKey: false, altKey: false, repeat: false };

test.each<[string, KeyPlace, KeyStep | null]>([
  ['ArrowDown', 'timing-button', 'next'],
  ['ArrowUp', 'timing-button', 'previous'],
  // The page scrolls, as arrows do everywhere.
  ['ArrowDown', 'elsewhere', null],
  ['ArrowDown', 'search', 'next'],
  ['Enter', 'search', 'next'],
  ['Enter', 'timing-button', null],
  ['/', 'elsewhere', 'search'],
  ['/', 'timing-button', 'search'],
  ['/', 'search', null],
  ['u', 'timing-button', 'undo'],
  ['U', 'elsewhere', 'undo'],
  ['u', 'search', null],
  ['u', 'typing', null],
  ['?', 'elsewhere', 'list'],
  ['?', 'typing', null],
  ['x', 'elsewhere', null],
])('%s with the focus on %s: %s', (key, place, step) => {
  expect(stepOf({ ...bare, key }, place)).toBe(step);
});

test('shortcuts of the browser stay its own', () => {
  expect(stepOf({ ...bare, key: 'u', ctrlKey: true }, 'elsewhere')).toBeNull();
  expect(stepOf({ ...bare, key: '/', metaKey: true }, 'elsewhere')).toBeNull();
});

test('a key that is held down undoes one step, and walks on through the list', () => {
  expect(stepOf({ ...bare, key: 'u', repeat: true }, 'elsewhere')).toBeNull();
  expect(stepOf({ ...bare, key: 'ArrowDown', repeat: true }, 'timing-button')).toBe('next');
});
