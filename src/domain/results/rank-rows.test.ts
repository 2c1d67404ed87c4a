import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRace } from '../../../tests/support/event-history.ts';
import { inFull } from '../../../tests/support/in-full.ts';
import { raceCommand } from '../../../tests/support/race-commands.ts';
import { durationMs, epochMs } from '../units.ts';
import { attemptsOf } from './looks.ts';
import { howRanked, rankRows } from './rank-rows.ts';
import { readLeaderboard } from './read-leaderboard.ts';
import { rowsOf } from './rows.ts';

const NOON = 1_700_000_000_000;
/** Near each other and near half of each other, with fractions of a millisecond, which are not stored. */
const ms = fc
  .tuple(fc.constantFrom(9_999, 10_000, 19_999, 20_000, 40_000), fc.integer({ min: 0, max: 7 }))
  .map(([whole, eighths]) => whole + eighths / 8);
const times = fc.array(fc.tuple(ms, ms), { minLength: 5, maxLength: 9 });
const meters = fc.constantFrom(null, 400, 500, 1000);

test('[LOOK4] by event and by stored rows the same racers have the same ranks, and the same times are to be checked', () => {
  let marks = 0;
  fc.assert(
    fc.property(
      times,
      meters,
      fc.array(raceCommand, { maxLength: 12 }),
      fc.boolean(),
      (all, length, commands, isTwo) => {
        const racerIds = all.map((_, index) => String.fromCodePoint(97 + index));
        const race = createRace(...racerIds);
        if (length !== null) race.run({ type: 'format.set', format: { course: { name: 'Lane', meters: length } } });
        if (isTwo) race.run({ type: 'format.set', format: { attempts: { count: 2, counts: 'best', current: 2 } } });
        racerIds.forEach((racerId, index) => {
          for (const attempt of isTwo ? [1, 2] : [1]) {
            const enter = (line: string, at: number) =>
              race.run({ type: 'tap.enter', line, racerId, attempt, to: epochMs(NOON + at) });
            enter('start', 0);
            enter('finish', all[index]![attempt - 1]!);
          }
        });
        const [first] = racerIds;
        race.run({
          type: 'times.check',
          times: [{ racerId: first!, attempt: 1, ms: durationMs(Math.round(all[0]![0])) }],
        });
        for (const command of commands) race.run(command);
        const { rows } = rowsOf(race.event, 'all');
        for (const of of ['total', ...attemptsOf(race.event)] as const) {
          const view = { of, by: 'actual', category: null } as const;
          const stored = rankRows(rows, howRanked(race.event), view).ranked;
          const read = readLeaderboard(race.event, { of, by: 'actual' }).ranked;
          expect(stored.map(({ row, ranks }) => [row.racerId, ranks.rank, row.isToCheck])).toEqual(
            read.map(({ entry, rank, isToCheck }) => [entry.racerId, rank, isToCheck]),
          );
          marks += read.filter(({ isToCheck }) => isToCheck).length;
        }
      },
    ),
    { numRuns: inFull(1000, 200) },
  );
  expect(marks, 'some times are to be checked').toBeGreaterThan(50);
});
