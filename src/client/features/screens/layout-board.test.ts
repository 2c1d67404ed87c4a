import { expect, test } from 'vitest';
import { layOutBoard, pageAt } from './layout-board.ts';

test('[SC4] two columns, three where there would be more than two of them, one on a phone', () => {
  expect(layOutBoard(20, 12, 60, null)).toEqual({ columns: 2, pages: 1, scale: 1 });
  expect(layOutBoard(45, 12, 60, null)).toEqual({ columns: 3, pages: 2, scale: 1 });
  expect(layOutBoard(120, 12, 60, null)).toEqual({ columns: 3, pages: 4, scale: 1 });
  expect(layOutBoard(45, 12, 24, null)).toEqual({ columns: 1, pages: 4, scale: 1 });
  expect(layOutBoard(45, 12, 60, 1)).toEqual({ columns: 1, pages: 4, scale: 1 });
  expect(layOutBoard(0, 12, 60, null).pages).toBe(1);
});

test('[SC4] a few lines are larger where there is room for two columns, and nobody has asked for columns', () => {
  expect(layOutBoard(6, 12, 60, null)).toEqual({ columns: 1, pages: 1, scale: 2 });
  expect(layOutBoard(8, 12, 60, null)).toEqual({ columns: 1, pages: 1, scale: 1.5 });
  expect(layOutBoard(9, 12, 60, null)).toEqual({ columns: 2, pages: 1, scale: 1 });
  expect(layOutBoard(6, 12, 24, null).scale).toBe(1);
  expect(layOutBoard(6, 12, 60, 2)).toEqual({ columns: 2, pages: 1, scale: 1 });
});

test('[SC4] the pages roll by the clock, and every page has its turn', () => {
  expect([0, 11_999, 12_000, 24_000, 36_000].map((now) => pageAt(now, 3, 12_000))).toEqual([0, 0, 1, 2, 0]);
});
