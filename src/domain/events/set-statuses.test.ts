import { expect, test } from 'vitest';
import { createRace } from '../../../tests/support/event-history.ts';
import { rulingKey } from '../model/ruling.ts';
import { statusesAsTheyAre } from './set-statuses.ts';

test('[SR7] the way back from statuses set together gives each racer the earlier status and reason', () => {
  const race = createRace('a', 'b', 'c');
  race.run({ type: 'status.set', racerId: 'b', attempt: 1, status: 'DNF', reason: 'puncture' });
  const racerIds = ['a', 'b', 'c'];
  const back = statusesAsTheyAre(race.event, racerIds);
  race.run({ type: 'statuses.set', racerIds, status: 'DNS', reason: 'fog' });
  for (const body of back) race.run(body);
  const now = racerIds.map((racerId) => race.event.rulings[rulingKey(racerId, 1)]);
  expect(now.map((ruling) => [ruling?.status, ruling?.reason])).toEqual([
    ['OK', ''],
    ['DNF', 'puncture'],
    ['OK', ''],
  ]);
});
