import { expect, it } from 'vitest';
import { tileAddress } from './tiles.ts';

it('puts level, column and row into the address of a tile, as often as they stand there', () => {
  expect(tileAddress('https://t.example.org/{z}/{x}/{y}.png?again={z}', 3, 4, 5)).toBe(
    'https://t.example.org/3/4/5.png?again=3',
  );
});
