import { expect, test } from 'vitest';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import { epochMs } from '../../domain/units.ts';
import type { AccountSnapshot } from '../../protocol/live.ts';
import { compareAccounts, toListed, withNewer } from './account-lists.ts';

const race = createRace('a', 'b');
const racer = {
  id: 'r',
  name: 'Ada',
  groups: ['U12'],
  createdBy: 'coach',
  createdAt: epochMs(1),
  awaitingCredits: false,
};
const account: AccountSnapshot = { credits: 100, events: [toListed(race.event, 'coach')], racers: [racer] };

test('the same account, with its fields in another order, is no news', () => {
  const same = JSON.parse(JSON.stringify(account)) as AccountSnapshot;
  const turned = same.racers.map((one) => Object.fromEntries(Object.entries(one).toReversed())) as unknown;
  expect(compareAccounts(account, { ...same, racers: turned as AccountSnapshot['racers'] })).toEqual([]);
});

test('only differences are sent', () => {
  race.run(tap('start', 'a'));
  const newer = withNewer(account, new Map([['event', toListed(race.event, 'coach')]]));
  expect(compareAccounts(account, newer)).toEqual([
    { type: 'listed-event', event: { ...account.events[0], onCourse: 1 } },
  ]);
  const regrouped = { ...racer, groups: ['U12', 'girls'] };
  expect(compareAccounts(newer, { credits: 97, events: [], racers: [regrouped] })).toEqual([
    { type: 'credits', credits: 97 },
    { type: 'unlisted-event', eventId: 'event' },
    { type: 'racer', racer: regrouped },
  ]);
  expect(compareAccounts(account, { ...account, racers: [] })).toEqual([{ type: 'racer-gone', racerId: 'r' }]);
});

test('a newer state of an event that is not listed lists nothing', () => {
  const empty = { ...account, events: [] };
  expect(withNewer(empty, new Map([['event', toListed(race.event, 'coach')]])).events).toEqual([]);
});
