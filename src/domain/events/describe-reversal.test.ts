import { describe, expect, test } from 'vitest';
import { durationMs, epochMs } from '../units.ts';
import { listSteps } from './describe-change.ts';
import { reversalOf } from './describe-reversal.ts';
import { createRace, tap } from '../../../tests/support/event-history.ts';

type Race = ReturnType<typeof createRace>;
const offered = (race: Race) => listSteps(race.log).map((step) => reversalOf(step, race.event)?.label ?? null);

/** Runs the reversal that the newest row offers. */
function takeBack(race: Race): void {
  const reversal = reversalOf(listSteps(race.log)[0]!, race.event);
  expect(reversal).not.toBeNull();
  race.run(reversal!.body);
}

describe('what the history offers', () => {
  test('a tap is undone and brought back, and is offered only what is left to do', () => {
    const race = createRace('a');
    const { id } = race.run(tap('start', 'a'));
    expect(offered(race)).toEqual(['Undo', null, null]);
    takeBack(race);
    expect(race.event.taps[id]?.undone).toBe(true);
    expect(offered(race)).toEqual(['Bring back', 'Bring back', null, null]);
    takeBack(race);
    expect(race.event.taps[id]?.undone).toBe(false);
    expect(offered(race)).toEqual([null, null, 'Undo', null, null]);
  });

  test('a correction is taken back, unless another has come since', () => {
    const race = createRace('a');
    const { id: tapId } = race.run(tap('start', 'a'));
    race.run({ type: 'tap.correct', tapId, to: epochMs(1_700_000_050_000) });
    race.run({ type: 'tap.correct', tapId, to: epochMs(1_700_000_060_000) });
    expect(offered(race).slice(0, 2)).toEqual(['Take back', null]);
    takeBack(race);
    expect(race.event.taps[tapId]?.corrected).toBeNull();
    expect(offered(race).slice(0, 3)).toEqual([null, null, null]);
  });

  test('a status and a penalty are taken back, and offered only as long as they stand', () => {
    const race = createRace('a');
    const of = { racerId: 'a', attempt: 1 };
    race.run({ type: 'status.set', ...of, status: 'DNF', reason: 'flat' });
    takeBack(race);
    race.run({ type: 'adjustment.add', ...of, ms: durationMs(5000), reason: 'drafting' });
    takeBack(race);
    expect(race.event.rulings['a 1']).toEqual({ status: 'OK', reason: '', adjustments: [] });
    expect(offered(race).slice(0, 4)).toEqual([null, null, null, null]);
  });

  test('a removed racer is brought back', () => {
    const race = createRace('a');
    race.run({ type: 'entry.remove', racerId: 'a' });
    takeBack(race);
    expect(race.event.entries['a']?.removed).toBe(false);
    expect(offered(race).slice(0, 2)).toEqual([null, null]);
  });

  test('a deleted event is restored by those who may delete it', () => {
    const race = createRace();
    race.run({ type: 'event.delete' });
    expect(reversalOf(listSteps(race.log)[0]!, race.event)?.needs).toBe('delete');
    takeBack(race);
    expect(race.event.deletedAt).toBeNull();
  });
});
