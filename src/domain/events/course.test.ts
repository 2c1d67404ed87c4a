import { expect, test } from 'vitest';
import { describeCourse, describeDistance, distanceOf, metersOf, readDistance } from './course.ts';

test('[OF1] a distance is shown in the unit in which it was given', () => {
  for (const [typed, unit, shown] of [
    ['10', 'mi', '10 mi'],
    ['25.08', 'mi', '25.08 mi'],
    ['125', 'mi', '125 mi'],
    ['40', 'km', '40 km'],
    ['16,1', 'km', '16.1 km'],
    ['0.4', 'km', '0.4 km'],
    ['21.0975', 'km', '21.098 km'],
  ] as const) {
    expect(describeDistance(readDistance(typed, unit)!)).toBe(shown);
  }
});

test('[OF1] a distance that is edited again stays the same', () => {
  const meters = readDistance('10.002', 'mi')!;
  expect(metersOf(distanceOf(meters))).toBe(meters);
});

test('[OF1] what is no distance is read as none', () => {
  for (const text of ['', '0', '-3', 'ten', '1e9', '1.2.3', '99999999']) expect(readDistance(text, 'km')).toBeNull();
});

test('[OF1] only what the owner gave is told', () => {
  expect(describeCourse({ course: null, conditions: '' })).toEqual([]);
  expect(describeCourse({ course: { name: 'V10', meters: null }, conditions: '' })).toEqual(['V10']);
  expect(describeCourse({ course: { name: 'V10', meters: 16_093.44 }, conditions: 'Wind from the west' })).toEqual([
    'V10',
    '10 mi',
    'Wind from the west',
  ]);
});
