import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test.each([
  ['Ada Swift', 'A. S.'],
  ['  ada \t swift\n', 'A. S.'],
  ['Chioma Okafor-Lindqvist', 'C. O.'],
  ['Ada', 'A.'],
  ['Élodie', 'É.'],
  ['E\u{301}lodie', 'E\u{301}.'],
  ['"Speedy" (Ada)', 'S. A.'],
  ['Ludwig Mies van der Rohe', 'L. M. V. D.'],
  ['张伟', '张.'],
  ['Θεανώ Μακρή', 'Θ. Μ.'],
  ['\u{200F}נועה לוי', 'נ. ל.'],
  ['Racer 7', 'R. 7'],
  ['20100304', '2.'],
])('%j becomes %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test.each(['🚀', '👨‍👩‍👧', '🇨🇭', '👍🏽'])('the picture %s stays whole', (picture) => {
  expect(initialsOf(picture)).toBe(picture);
  expect(initialsOf(`Ada ${picture}${picture}`)).toBe(`A. ${picture}`);
});

test('a name without a sign in it is not empty', () => {
  expect(initialsOf('—')).toBe('?');
  expect(initialsOf(' ')).toBe('?');
});
