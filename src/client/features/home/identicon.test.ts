import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IDENTICON_SIZE, identiconOf } from './identicon.ts';

test('the same address has the same picture, however it is written', () => {
  expect(identiconOf(' Coach@Example.org ')).toEqual(identiconOf('coach@example.org'));
});

test('a picture stays as it is from release to release', () => {
  const { hue, cells } = identiconOf('coach@example.org');
  const grid = Array.from({ length: IDENTICON_SIZE }, () => Array.from({ length: IDENTICON_SIZE }, () => '.'));
  for (const { x, y } of cells) grid[y]?.splice(x, 1, '#');
  expect({ hue, grid: grid.map((row) => row.join('')) }).toMatchInlineSnapshot(`
    {
      "grid": [
        "#####",
        "..#..",
        "#.#.#",
        "..#..",
        ".#.#.",
      ],
      "hue": 196,
    }
  `);
});

test('neighbouring addresses look different', () => {
  const pictures = Array.from({ length: 100 }, (_, n) => JSON.stringify(identiconOf(`racer${n}@example.org`)));
  expect(new Set(pictures).size).toBe(100);
});

test('every picture has cells, inside the grid, once each, the same left and right', () => {
  fc.assert(
    fc.property(fc.string(), (email) => {
      const { cells, hue } = identiconOf(email);
      const keys = new Set(cells.map(({ x, y }) => `${x},${y}`));
      expect(cells.length).toBeGreaterThan(0);
      expect(keys.size).toBe(cells.length);
      expect(hue >= 0 && hue < 360).toBe(true);
      for (const { x, y } of cells) {
        expect(x >= 0 && x < IDENTICON_SIZE && y >= 0 && y < IDENTICON_SIZE).toBe(true);
        expect(keys.has(`${IDENTICON_SIZE - 1 - x},${y}`)).toBe(true);
      }
    }),
  );
});
