import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyAll, extend } from '../events/apply.ts';
import type { Change } from '../model/changes.ts';
import type { EventCommandBody } from '../events/commands.ts';
import { createRace, racer } from '../../../tests/support/event-history.ts';
import type { EventState } from '../model/state.ts';
import { epochMs } from '../units.ts';
import { touchedBy } from '../events/touched-racers.ts';
import { countersOf, keepCount } from './counts.ts';
import { countRacers } from '../results/lists.ts';
import { readResults } from '../results/read-results.ts';
import { inFull } from '../../../tests/support/in-full.ts';

const racers = ['a', 'b'];
const somebody = fc.constantFrom(...racers);
/** One of the first taps of the race: their commands are numbered from here. */
const someTap = fc.integer({ min: 3, max: 7 }).map((number) => `command-${number}`);
const time = fc.option(fc.integer({ min: 0, max: 100 }).map((second) => epochMs(1_700_000_000_000 + second * 1000)));

const command: fc.Arbitrary<EventCommandBody> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('tap.record' as const),
      line: fc.constantFrom('start' as const, 'finish' as const),
      run: fc.constantFrom(1, 1, 2),
      racerId: fc.option(somebody),
    }),
  },
  fc.record({ type: fc.constantFrom('tap.undo' as const, 'tap.redo' as const, 'tap.choose' as const), tapId: someTap }),
  fc.record({ type: fc.constant('tap.correct' as const), tapId: someTap, to: time }),
  fc.record({ type: fc.constant('tap.assign' as const), tapId: someTap, racerId: fc.option(somebody) }),
  fc.record({ type: fc.constantFrom('entry.remove' as const, 'entry.restore' as const), racerId: somebody }),
  somebody.map((racerId) => ({ type: 'entries.add' as const, racers: [racer(racerId)] })),
);

/** The event as a server keeps it, changed in place, beside one that is counted anew after each batch. */
function follow(batches: readonly (readonly EventCommandBody[])[]): number {
  const race = createRace(...racers);
  const kept = applyAll(race.event, []) as EventState;
  countersOf(kept);
  for (const batch of batches) {
    const changes: Change[] = batch.flatMap((body) => race.run(body).changes);
    const [from, touched] = [kept.seq, touchedBy(kept, changes)];
    extend(kept, changes);
    keepCount(kept, from, touched);
    expect(countersOf(kept)).toEqual(countRacers(readResults(applyAll(race.event, [])!)));
  }
  return race.log.length;
}

test('what is kept from change to change is what counting anew would say', () => {
  let changes = 0;
  fc.assert(
    fc.property(fc.array(fc.array(command, { maxLength: 5 }), { maxLength: 12 }), (batches) => {
      changes += follow(batches);
    }),
    { numRuns: inFull(1000, 300) },
  );
  expect(changes).toBeGreaterThan(1000);
});
