import { expect, test } from 'vitest';
import { applyAll } from '../events/apply.ts';
import { createRace, tap, user } from '../events/fixtures.ts';
import { viewChange, viewEvent } from './views.ts';

function busyRace() {
  const race = createRace('a');
  race.run({ type: 'admin.invite', email: 'eli@example.org' });
  race.run({ type: 'admin.join' }, { actor: user('secret-guest', { isAnonymous: true, key: 'admin' }) });
  race.run(tap('start', 'a'), { actor: user('secret-guest', { isAnonymous: true }) });
  race.run({ type: 'group.share' });
  race.run({ type: 'keys.rotate', which: 'admin' });
  return race;
}

test('a viewer who follows the changes sees the same as one who is given the whole', () => {
  const race = busyRace();
  const followed = applyAll(
    null,
    race.log.map((change) => viewChange(change, 'viewer')),
  );
  expect(followed).toEqual(viewEvent(race.event, 'viewer'));
});

test('nothing that a viewer gets names who runs the event', () => {
  const race = busyRace();
  const sent = JSON.stringify([
    race.log.map((change) => viewChange(change, 'viewer')),
    viewEvent(race.event, 'viewer'),
  ]);
  for (const secret of ['coach', 'secret-guest', 'eli@example.org', 'device']) {
    expect(sent.replaceAll('"deviceId"', ''), secret).not.toContain(secret);
  }
});
