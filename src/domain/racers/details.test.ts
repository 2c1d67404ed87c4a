import { expect, test } from 'vitest';
import { describeRacer } from './details.ts';

test('a class or a club that is a group as well is named once', () => {
  const details = { born: 1991, gender: 'F', class: 'Senior', club: 'Wheelers' } as const;
  expect(describeRacer(['Senior', 'Wheelers', 'Tuesday'], details)).toBe('Tuesday · 1991 · F · Senior · Wheelers');
  expect(describeRacer(['Senior'])).toBe('Senior');
});
