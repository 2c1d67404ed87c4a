import { expect, test } from 'vitest';
import { createRace } from '../../../tests/support/event-history.ts';
import { epochMs } from '../units.ts';
import { readPaper } from './read-paper.ts';

const race = createRace('a', 'b');
race.run({
  type: 'bibs.set',
  bibs: [
    { racerId: 'a', bib: '7' },
    { racerId: 'b', bib: '12' },
  ],
});
const entries = Object.values(race.event.entries);
const noon = epochMs(Date.UTC(2026, 10, 17, 12, 0, 0));
const clock = { kind: 'clock', near: noon } as const;

test('[BR1] a number and a time, in either order, with any usual separator', () => {
  const text = '7 12:01:02.5\n12:03:04;12\r\n\n 7\t12:05:06,25 ';
  const { times, problems } = readPaper(text, entries, 'UTC', clock);
  expect(problems).toEqual([]);
  expect(times.map(({ entry, at }) => [entry.bib, at - noon])).toEqual([
    ['7', 62_500],
    ['12', 184_000],
    ['7', 306_250],
  ]);
});

test('[BR2] a line that cannot be used is named with its reason, and the others are kept', () => {
  const { times, problems } = readPaper('7 12:01:02\n9 12:01:03\n12\n12 12:61:00\n12 12:02:00', entries, 'UTC', clock);
  expect(times.map(({ line }) => line)).toEqual([1, 5]);
  expect(problems.map(({ line, why }) => [line, why])).toEqual([
    [2, 'No racer has number 9.'],
    [3, 'Write a number and a time, for example: 12 10:31:48.2'],
    [4, '12:61:00 isn’t a time.'],
  ]);
});

test('[BR3] a stopwatch counts from the moment at which it was started', () => {
  const { times } = readPaper('7 31:48.2\n12 1:02:03', entries, 'UTC', { kind: 'watch', from: noon });
  expect(times.map(({ at }) => at - noon)).toEqual([1_908_200, 3_723_000]);
});
