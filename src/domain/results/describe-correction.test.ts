import { expect, test } from 'vitest';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import { durationMs } from '../units.ts';
import { describeCorrection, describeValue, readCorrections } from './describe-correction.ts';
import { describeOfficial } from './official-since.ts';

test('[OF7] a correction is told in one line: what it was, what it is, when, and no name of a racer who is out', () => {
  const race = createRace('a', 'b');
  for (const racerId of ['a', 'b']) race.run(tap('start', racerId), { second: 0 });
  race.run(tap('finish', 'a'), { second: 60 });
  race.run(tap('finish', 'b'), { second: 70 });
  race.run({ type: 'official.set', note: '' }, { second: 100 });
  race.run({ type: 'adjustment.add', racerId: 'a', attempt: 1, ms: durationMs(5000), reason: 'x' }, { second: 200 });
  race.run({ type: 'entry.remove', racerId: 'b' }, { second: 300 });
  expect(describeOfficial(race.event.official!, 'UTC')).toBe('Official since 14 Nov 2023, 22:15');
  expect(readCorrections(race.event).map((each) => describeCorrection(each, 'UTC'))).toEqual([
    'Corrected 14 Nov 2023, 22:18: a racer who was taken out, was 01:10.00, now no result',
    'Corrected 14 Nov 2023, 22:16: Racer a, was 01:00.00, now 01:05.00 with +0:05 penalty',
  ]);
  expect(describeValue({ status: 'DSQ', ms: null, penaltyMs: 0 })).toBe('DSQ');
});
