import { expect, test } from 'vitest';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import { epochMs } from '../units.ts';
import { listDoubts } from './doubts.ts';

function finishTwice(apart: number) {
  const race = createRace('a');
  race.run(tap('start', 'a'), { second: 0 });
  const first = race.run(tap('finish', 'a'), { second: 100 });
  const second = race.run(tap('finish', 'a'), { second: 100 + apart });
  return { race, first, second };
}

test('[HD10] two readings within 0.2 s settle themselves: the first accepted counts, both are kept', () => {
  for (const apart of [0.2, -0.2, 0]) {
    const { race, first, second } = finishTwice(apart);
    expect(listDoubts(race.event)).toEqual([]);
    expect(race.event.counting['a finish 1']).toBe(first.id);
    expect(race.event.taps[second.id]?.undone).toBe(false);
  }
});

test('[HD10] two readings further apart are asked about', () => {
  const { race } = finishTwice(0.201);
  expect(listDoubts(race.event)).toMatchObject([{ reasons: ['readings'], readings: 1, lines: ['finish'] }]);
});

test('[HD10] a correction that takes the counting time away from the other reading asks again', () => {
  const { race, first } = finishTwice(0.1);
  race.run({ type: 'tap.correct', tapId: first.id, to: epochMs(1_700_000_090_000) });
  expect(listDoubts(race.event)).toMatchObject([{ reasons: ['readings'], readings: 1 }]);
});

test('a reading beside nothing that counts is asked about', () => {
  const { race, first } = finishTwice(0.1);
  race.run({ type: 'tap.undo', tapId: first.id });
  expect(listDoubts(race.event)).toMatchObject([{ reasons: ['readings'], readings: 1 }]);
});
