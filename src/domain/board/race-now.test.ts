import { expect, test } from 'vitest';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import { epochMs } from '../units.ts';
import { readRaceNow } from './race-now.ts';

test('[SC5] the newest finish is first whatever its rank, and who is expected next comes first', () => {
  const history = createRace('a', 'b', 'c', 'd');
  ['a', 'b', 'c', 'd'].forEach((id, index) => history.run(tap('start', id), { second: 100 + index * 30 }));
  history.run(tap('finish', 'b'), { second: 400 });
  history.run(tap('finish', 'a'), { second: 410 });
  const { finishes, arriving, board } = readRaceNow(history.event, epochMs(1_700_000_000_000 + 420_000));
  expect(finishes.map(({ racer, rank }) => `${racer.entry.racerId} #${rank}`)).toEqual(['a #2', 'b #1']);
  expect(arriving.map(({ racer }) => racer.entry.racerId)).toEqual(['c', 'd']);
  // The median of 270 and 310 seconds: c is due 290 seconds after its start.
  expect(arriving[0]!.expected).toBe(1_700_000_000_000 + 450_000);
  expect(arriving[0]!.projected).toEqual({ rank: 1, isByPace: false });
  expect(board.counters).toEqual({ total: 4, finished: 2, onCourse: 2 });
});

test('[SC5] before the first finish nobody is expected at a time, and nobody has a place', () => {
  const history = createRace('a');
  history.run(tap('start', 'a'), { second: 1 });
  const { arriving } = readRaceNow(history.event, epochMs(1_700_000_010_000));
  expect(arriving).toMatchObject([{ expected: null, projected: null }]);
});
