import { expect, test } from 'vitest';
import { createRace } from '../../../tests/support/event-history.ts';
import { readExport } from './export-race.ts';

test('[CA5] a file of two runs has every racer once, ranked by the total', () => {
  const race = createRace('a', 'b', 'c');
  race.run({ type: 'format.set', format: { attempts: { count: 2, counts: 'sum', current: 1 } } });
  const run = (attempt: number, times: Readonly<Record<string, number>>) => {
    for (const [racerId, seconds] of Object.entries(times)) {
      race.run({ type: 'tap.record', line: 'start', run: attempt, racerId }, { second: 1000 * attempt });
      race.run({ type: 'tap.record', line: 'finish', run: attempt, racerId }, { second: 1000 * attempt + seconds });
    }
  };
  run(1, { a: 60, b: 65, c: 70 });
  race.run({ type: 'format.set', format: { attempts: { count: 2, counts: 'sum', current: 2 } } });
  run(2, { a: 70, b: 50 });
  const { rows } = readExport(race.event);
  expect(rows.map(({ racerId, rank, time }) => [racerId, rank, time])).toEqual([
    ['b', 1, 115_000],
    ['a', 2, 130_000],
    ['c', null, null],
  ]);
});
