import { expect, test } from 'vitest';
import { listToCome, listWaiting } from '../../../domain/results/likely.ts';
import { createRace, tap } from '../../../../tests/support/event-history.ts';
import { nextRows, type StillRow } from './use-still-rows.ts';

const order = (rows: readonly StillRow[]) => rows.map(({ tapId }) => tapId);
const chips = (rows: readonly StillRow[]) =>
  rows.map(({ likely }) => likely.map(({ racer }) => racer.entry.racerId).join(''));

test('[F2] while fingers are busy rows and chips keep their places, and close up in a pause', () => {
  const race = createRace('a', 'b', 'c');
  ['a', 'b', 'c'].forEach((id, index) => race.run(tap('start', id), { second: 100 + index }));
  let refused: readonly string[] = [];
  const look = (rows: readonly StillRow[], isCalm = false) =>
    nextRows(
      rows,
      { refused, waiting: listWaiting(race.event, 'finish'), toCome: listToCome(race.event, 'finish') },
      isCalm,
    );
  race.run(tap('finish', null), { second: 200, id: 'one' });
  race.run(tap('finish', null), { second: 210, id: 'two' });
  let rows = look([]);
  race.run({ type: 'tap.assign', tapId: 'one', racerId: 'a' });
  // A tap of another phone that arrives late comes at the end, though it was made first.
  race.run(tap('finish', null), { second: 190, id: 'late' });
  rows = look(rows);
  expect(order(rows)).toEqual(['one', 'two', 'late']);
  expect(chips(rows)).toEqual(['abc', 'abc', 'bc']);
  rows = look(rows, true);
  expect(order(rows)).toEqual(['late', 'two']);
  expect(chips(rows).every((each) => !each.includes('a'))).toBe(true);
  refused = ['one'];
  expect(order(look(rows)), 'a time that was refused comes back at the end').toEqual(['late', 'two', 'one']);
  refused = ['late'];
  expect(look(rows), 'or stays in its row').toBe(rows);
});
