import { expect, test } from 'vitest';
import type { Tap } from '../../../domain/model/state.ts';
import { epochMs } from '../../../domain/units.ts';
import { listOffers } from './offers.ts';

const T = 1_700_000_000_000;
const tap = (id: string, ms: number, more: Partial<Tap> = {}) =>
  ({
    id,
    line: 'finish',
    by: { userId: 'u', name: '', deviceId: 'phone' },
    placed: { at: epochMs(T + ms), uncertainty: 5 },
    corrected: null,
    undone: false,
    racerId: null,
    ...more,
  }) as unknown as Tap;
const crossing = (ms: number) => ({ moment: ms, at: epochMs(T + ms) });
const offer = (taps: readonly Tap[], crossings: readonly number[], declined: readonly string[] = []) =>
  listOffers(
    { taps: Object.fromEntries(taps.map((each) => [each.id, each])) },
    'phone',
    'finish',
    crossings.map(crossing),
    new Set(declined),
  ).map((each) => [each.tap.id, each.crossing.moment, each.earlier]);

test('[EYE15] each tap is offered the crossing nearest to it, and no crossing twice', () => {
  expect(offer([tap('a', 1_180), tap('b', 1_700)], [1_000, 1_520])).toEqual([
    ['a', 1_000, 180],
    ['b', 1_520, 180],
  ]);
  expect(offer([tap('a', 1_180), tap('b', 1_250)], [1_000])).toEqual([['a', 1_000, 180]]);
});

test('[EYE15] what is too far away is somebody else, and another phone’s or another line’s tap is not this camera’s', () => {
  expect(offer([tap('a', 3_000)], [1_000])).toEqual([]);
  expect(offer([tap('a', 1_000)], [1_900])).toEqual([]);
  const elsewhere = { by: { userId: 'u', name: '', deviceId: 'other' } };
  expect(offer([tap('a', 1_180, elsewhere), tap('b', 1_200, { line: 'start' })], [1_000])).toEqual([]);
});

test('[EYE15] a time that was read off the camera, set by hand, thrown away or declined gets no offer, and its crossing is nobody else’s', () => {
  const done = [tap('c', 1_150, { corrected: epochMs(T) }), tap('d', 1_160, { undone: true }), tap('e', 1_170)];
  expect(offer(done, [1_000], ['e'])).toEqual([]);
  const seen = { seen: 21 } as unknown as Partial<Tap>;
  expect(offer([tap('a', 1_010, seen), tap('b', 1_200)], [1_000])).toEqual([]);
});
