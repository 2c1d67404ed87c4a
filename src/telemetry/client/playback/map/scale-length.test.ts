import { expect, it } from 'vitest';
import { roundLength } from './scale-length.ts';

it('writes the longest round length that fits beside the scale', () => {
  expect(roundLength(870, false)).toEqual({ metres: 500, label: '500 m' });
  expect(roundLength(2_300, false)).toEqual({ metres: 2_000, label: '2 km' });
  expect(roundLength(0.7, false).label).toBe('50 cm');
  expect(roundLength(300, true).label).toBe('500 ft');
  expect(roundLength(9_000, true).label).toBe('5 mi');
});
