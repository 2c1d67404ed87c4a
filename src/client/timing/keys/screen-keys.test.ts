import { expect, test, vi } from 'vitest';
import { listBoardKeys } from './board-keys.ts';
import { findKey, type KeyPlace, type PressedKey, walkKeys } from './screen-keys.ts';

const bare = { ctrlKey: false, metaKey: false, altKey: false };
const did = vi.fn<(what: string) => void>();
const walk = (by: 1 | -1) => did(by === 1 ? 'next' : 'previous');
const board = listBoardKeys(walk, {
  onSearch: () => did('search'),
  onList: () => did('list'),
  onUndo: () => did('undo'),
});

function press(pressed: Partial<PressedKey>, place: KeyPlace, keys = board): string | null {
  did.mockClear();
  findKey(keys, { ...bare, key: '', ...pressed }, place)?.run(0);
  return did.mock.lastCall?.[0] ?? null;
}

test.each<[string, KeyPlace, string | null]>([
  ['ArrowDown', 'timing-button', 'next'],
  ['ArrowUp', 'timing-button', 'previous'],
  // The page scrolls, as arrows do everywhere.
  ['ArrowDown', 'page', null],
  ['ArrowDown', 'control', null],
  ['ArrowDown', 'search', 'next'],
  ['Enter', 'search', 'next'],
  ['Enter', 'timing-button', null],
  ['/', 'page', 'search'],
  ['/', 'timing-button', 'search'],
  ['/', 'search', null],
  ['u', 'timing-button', 'undo'],
  ['U', 'outside', 'undo'],
  ['u', 'search', null],
  ['u', 'typing', null],
  ['?', 'control', 'list'],
  ['?', 'typing', null],
  ['x', 'page', null],
])('[HD17] %s with the focus on %s: %s', (key, place, step) => {
  expect(press({ key }, place)).toBe(step);
});

test('[HD17] shortcuts of the browser stay its own', () => {
  expect(press({ key: 'u', ctrlKey: true }, 'page')).toBeNull();
  expect(press({ key: '/', metaKey: true }, 'page')).toBeNull();
  expect(press({ key: '/', altKey: true }, 'page')).toBeNull();
});

test('[HD17] a key that is held down undoes one step, and walks on through the list', () => {
  expect(board['u']!.repeats).toBeUndefined();
  expect(board['ArrowDown']!.repeats).toBe(true);
  expect(walkKeys(walk).ArrowUp.repeats).toBe(true);
});
