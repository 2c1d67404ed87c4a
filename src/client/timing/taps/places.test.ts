import { expect, test } from 'vitest';
import { createPlaces, MOVED_MS, type Spot } from './places.ts';

/** Buttons one below the other, 100 apart. */
const column = (racers: string, from = 0): Spot[] =>
  [...racers].map((racerId, index) => {
    const top = from + index * 100;
    return { racerId, line: 'finish', left: 0, right: 50, top, bottom: top + 90 };
  });
const meant = (places: ReturnType<typeof createPlaces>, y: number, at: number) =>
  places
    .meantAt(10, y, at)
    .map(({ racerId }) => racerId)
    .join('');

test('[HD3] a touch under which nothing has moved means the button that is there', () => {
  const places = createPlaces();
  places.note(column('abc'), 0);
  expect(meant(places, 150, 0)).toBe('b');
  expect(meant(places, 95, 0), 'between two buttons').toBe('');
  places.note(column('abc'), 500);
  expect(meant(places, 150, 510), 'the same places again are no move').toBe('b');
});

test('[HD3] for 700 ms after a move a touch can mean who was there, or who is there by now', () => {
  const places = createPlaces();
  places.note(column('abc'), 0);
  places.note(column('bc'), 1_000);
  expect(meant(places, 50, 1_000 + MOVED_MS - 1)).toBe('ab');
  expect(meant(places, 50, 1_000 + MOVED_MS)).toBe('b');
  expect(meant(places, 250, 1_200), 'nothing is there any more').toBe('c');
  expect(meant(places, 250, 1_000 + MOVED_MS)).toBe('');
});

test('[HD3] a button that appears where none was is meant by a touch on it', () => {
  const places = createPlaces();
  places.note(column('ab'), 0);
  places.note(column('abc'), 1_000);
  expect(meant(places, 250, 1_001)).toBe('c');
});

test('[HD3] two moves in 700 ms: all that were there, the latest last', () => {
  const places = createPlaces();
  places.note(column('abc'), 0);
  places.note(column('bc'), 1_000);
  places.note(column('c'), 1_300);
  expect(meant(places, 50, 1_400)).toBe('abc');
  expect(meant(places, 50, 1_800)).toBe('bc');
  places.note(column('abc'), 1_850);
  expect(meant(places, 50, 1_860), 'back again').toBe('bca');
});

test('[HD3] a hand that moves the rows itself knows where they are', () => {
  const places = createPlaces();
  places.note(column('abc'), 0);
  places.note(column('bc'), 1_000, true);
  expect(meant(places, 50, 1_001)).toBe('b');
});

test('[HD3] a touch that a busy page hears of a second later means what was there when the finger came down', () => {
  const places = createPlaces();
  places.note(column('abc'), 0);
  places.note(column('b'), 1_050);
  places.note(column('b', 10), 2_000);
  expect(meant(places, 50, 1_000)).toBe('ab');
  expect(meant(places, 250, 1_000), 'nothing is there any more').toBe('c');
});
