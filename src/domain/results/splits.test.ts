import { expect, test } from 'vitest';
import { applyAll } from '../events/apply.ts';
import type { Change } from '../model/changes.ts';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import { readResults } from './read-results.ts';
import { rowsOf } from './rows.ts';
import { splitsOf } from './splits.ts';

/** A tap as a later release records it: on another line, or in another attempt. */
function tapOn(after: Change, line: string, attempt: number, at: number): Change {
  const seq = after.seq + 1;
  const tapId = `tap-${seq}`;
  return {
    ...after,
    seq,
    commandId: tapId,
    tapId,
    line,
    attempt,
    run: attempt,
    placed: { at, uncertainty: 5 },
  } as Change;
}

function course() {
  const race = createRace('a', 'b');
  const { changes } = race.run(tap('start', 'a'), { second: 100 });
  const start = changes[0] as Change & { readonly placed: { readonly at: number } };
  const first = tapOn(start, 'split-1', 1, start.placed.at + 20_000);
  const second = tapOn(first, 'top of the climb', 1, start.placed.at + 40_000);
  const again = tapOn(second, 'start', 2, start.placed.at + 600_000);
  return { start, event: applyAll(race.event, [first, second, again])! };
}

test('[RES1] any number of lines stand between start and finish, in the order in which they were first tapped', () => {
  const { event } = course();
  expect(splitsOf(event, 'a').map(({ line }) => line)).toEqual(['split-1', 'top of the climb']);
  expect(splitsOf(event, 'b')).toEqual([]);
});

test('[RES1] each attempt has its own taps, and a row of its own once anything is known of it', () => {
  const { event, start } = course();
  expect(readResults(event, 2)[0]).toMatchObject({ attempt: 2, state: 'on-course' });
  expect(splitsOf(event, 'a', 2)).toEqual([]);
  const { rows, gone } = rowsOf(event, 'all');
  expect(rows.map(({ racerId, attempt, startAt }) => [racerId, attempt, startAt])).toEqual([
    ['a', 1, start.placed.at],
    ['a', 2, start.placed.at + 600_000],
    ['b', 1, null],
  ]);
  expect(rows[0]!.splits.map(({ line, at }) => [line, at - start.placed.at])).toEqual([
    ['split-1', 20_000],
    ['top of the climb', 40_000],
  ]);
  expect(gone).toEqual([{ eventId: 'event', racerId: 'b', attempt: 2 }]);
});

test('[RES1] the rows of many racers, read together, are those of each racer alone', () => {
  const racerIds = Array.from({ length: 30 }, (_, index) => `racer-${index}`);
  const race = createRace(...racerIds);
  // The second racer is at the top first: the course has its order from the first tap on each line.
  for (const [index, racerId] of racerIds.entries()) {
    for (const line of index === 1 ? ['start', 'top', 'bridge'] : ['start', 'bridge', 'top']) {
      race.run({ ...tap('start', racerId), line }, { second: 100 + index * 10 });
    }
  }
  const { event } = race;
  const alone = racerIds.flatMap((racerId) => rowsOf(event, new Set([racerId])).rows);
  expect(alone[1]!.splits.map(({ line }) => line)).toEqual(['bridge', 'top']);
  expect(rowsOf(event, 'all').rows).toEqual(alone);
});
