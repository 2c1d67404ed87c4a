import { expect, test } from 'vitest';
import { createRace, tap } from '../../../../../tests/support/event-history.ts';
import { findStandIn } from './find-stand-in.ts';
import { listRivals } from './list-rivals.ts';

const same = new Map([['old', 'ada']]);
const runs = ['ada', 'old', 'bo'].map((racerId) => ({ runId: `run of ${racerId}`, racerId, name: racerId }));

/** Ada is entered twice and has a time as `timed`; Bo is faster. */
function raceOf(...timed: readonly string[]) {
  const race = createRace('ada', 'old', 'bo');
  for (const [index, racerId] of [...timed, 'bo'].entries()) {
    race.run(tap('start', racerId), { second: 100 + index });
    race.run(tap('finish', racerId), { second: 200 - index });
  }
  return race.event;
}
const rivals = (event: ReturnType<typeof raceOf>, of: string, persons: ReadonlyMap<string, string> = same) =>
  listRivals(event, runs, `run of ${of}`, persons).map(({ runId, time }) => `${runId} ${time}`);

test('[NM6] a run that is attached to the one without a time stands beside the time of the other', () => {
  const event = raceOf('ada');
  expect(rivals(event, 'bo')).toEqual(['run of ada 01:40.00', 'run of old 01:40.00']);
  expect(rivals(event, 'bo', new Map())).toEqual(['run of ada 01:40.00']);
  expect(rivals(raceOf('old'), 'old')).toEqual(['run of bo 01:38.00', 'run of ada 01:40.00']);
  expect(findStandIn(event, same)('old')).toBe('ada');
});

test('[NM6] where both have times each run stands beside its own', () => {
  const event = raceOf('ada', 'old');
  expect(rivals(event, 'bo')).toEqual(['run of old 01:38.00', 'run of ada 01:40.00']);
  expect(findStandIn(event, same)('old')).toBe('old');
});

test('[NM6] a run of somebody who is not in the event belongs to the person who is', () => {
  const race = createRace('ada');
  expect(findStandIn(race.event, same)('old')).toBe('ada');
  expect(findStandIn(race.event, same)('eve')).toBe('eve');
});
