import { expect, test } from 'vitest';
import { writeDay, writeMoment, writeSecond } from './moment.ts';

test('[WY9] dates have one form, whatever the browser prefers', () => {
  const at = new Date(2026, 10, 6, 14, 5, 9).getTime();
  expect(writeDay(at)).toBe('6 Nov 2026');
  expect(writeMoment(at)).toBe('6 Nov 2026, 14:05');
  expect(writeSecond(at)).toBe('6 Nov 2026, 14:05:09');
});
