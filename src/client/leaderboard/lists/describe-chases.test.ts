import { expect, test } from 'vitest';
import { durationMs } from '../../../domain/units.ts';
import { describeChase } from './describe-chases.ts';

const bridge = { line: 'p1', name: 'Bridge' };
const top = { line: 'p2', name: 'Top' };

test('[SR3] a row tells the place at the last point and the time that would lead at the next', () => {
  expect(
    describeChase({
      place: { point: bridge, rank: 2, of: 7, gap: durationMs(4_200) },
      needs: { elapsed: durationMs(372_000), point: top },
    }),
  ).toEqual({ place: '2nd of 7 at Bridge +4.20', until: 372_000, where: 'at Top ' });
  expect(describeChase({ place: null, needs: { elapsed: durationMs(751_000), point: null } })).toEqual({
    place: '',
    until: 751_000,
    where: '',
  });
});

test.each([
  [1, '1st'],
  [3, '3rd'],
  [11, '11th'],
  [22, '22nd'],
])('[SR3] place %d is said as %s', (rank, word) => {
  expect(describeChase({ place: { point: bridge, rank, of: 30, gap: durationMs(0) }, needs: null }).place).toBe(
    `${word} of 30 at Bridge`,
  );
});
