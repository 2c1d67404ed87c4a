import { expect, test } from 'vitest';
import { checkBorn, readDetails, typedDetails } from './read-details.ts';

const now = Date.UTC(2026, 10, 17);

test('[CA3] a year of birth is said to be wrong where it is typed', () => {
  expect(checkBorn('', now)).toBeNull();
  expect(checkBorn(' 1984 ', now)).toBeNull();
  expect(checkBorn('2026', now)).toBeNull();
  expect(checkBorn('2090', now)).toBe('too-late');
  expect(checkBorn('1850', now)).toBe('too-early');
  expect(checkBorn('84', now)).toBe('not-a-year');
  expect(checkBorn('nineteen', now)).toBe('not-a-year');
});

test('details that are typed and read again are the same; a chosen category stays', () => {
  const details = { born: 1984, gender: 'F', club: 'Wheelers', category: 'Guests' } as const;
  expect(readDetails(typedDetails(details), details)).toEqual(details);
  expect(readDetails({ ...typedDetails(), team: '  ' })).toEqual({});
});
