import { describe, expect, test } from 'vitest';
import { applyAll } from '../events/apply.ts';
import { createRace, racer, tap, user } from '../events/fixtures.ts';
import { sightOf, viewChange, viewChanges, viewEvent } from './views.ts';

function busyRace() {
  const race = createRace('a');
  race.run({ type: 'admin.invite', email: 'eli@example.org' });
  race.run({ type: 'admin.join' }, { actor: user('secret-guest', { isAnonymous: true, key: 'admin' }) });
  race.run(tap('start', 'a'), { actor: user('secret-guest', { isAnonymous: true }) });
  race.run({ type: 'group.share' });
  race.run({ type: 'keys.rotate', which: 'admin' });
  race.run({ type: 'event.configure', isIndexed: true });
  return race;
}

test('a viewer who follows the changes sees the same as one who is given the whole', () => {
  const race = busyRace();
  const followed = applyAll(null, viewChanges(race.log, 'viewer', race.event)!);
  expect(followed).toEqual(viewEvent(race.event, 'viewer'));
});

test('nothing that a viewer gets names who runs the event', () => {
  const race = busyRace();
  const sent = JSON.stringify([
    race.log.map((change) => viewChange(change, 'viewer', false)),
    viewEvent(race.event, 'viewer'),
  ]);
  for (const secret of ['coach', 'secret-guest', 'eli@example.org', 'device']) {
    expect(sent.replaceAll('"deviceId"', ''), secret).not.toContain(secret);
  }
});

test('guests, who are anybody with the link, get no address; otherwise they see what admins see', () => {
  const race = busyRace();
  const changes = viewChanges(race.log, 'guest', race.event)!;
  expect(applyAll(null, changes)).toEqual(viewEvent(race.event, 'guest'));
  expect(JSON.stringify([changes, viewEvent(race.event, 'guest')])).not.toContain('eli@example.org');
  expect(viewEvent(race.event, 'guest').admins).toContainEqual({ kind: 'email', email: 'e…@example.org' });
  expect({ ...viewEvent(race.event, 'guest'), admins: [] }).toEqual({ ...race.event, admins: [] });
  const [guest, account] = [{ isAnonymous: true }, { isAnonymous: false }];
  expect(sightOf('admin', guest)).toBe('guest');
  expect(sightOf('guest', account)).toBe('guest');
  expect(sightOf('admin', account)).toBe('admin');
});

describe('initials only', () => {
  const hidden = () => {
    const race = createRace();
    race.run({ type: 'entries.add', racers: [{ ...racer('a'), name: 'Ada Swift' }] });
    race.run({ type: 'event.configure', initialsOnly: true });
    race.run({ type: 'entries.add', racers: [{ ...racer('b'), name: 'Bo Quick', groups: ['U18'] }] });
    return race;
  };
  const namesIn = (event: ReturnType<typeof viewEvent>) => Object.values(event.entries).map(({ name }) => name);

  test('viewers get initials and everything else, admins get names', () => {
    const { event } = hidden();
    expect(namesIn(viewEvent(event, 'viewer'))).toEqual(['A. S.', 'B. Q.']);
    expect(viewEvent(event, 'viewer').entries['b']).toMatchObject({ groups: ['U18'], addedSeq: 4 });
    expect(namesIn(viewEvent(event, 'admin'))).toEqual(['Ada Swift', 'Bo Quick']);
  });

  test('across the switch, either way, viewers need the whole; admins follow', () => {
    const race = hidden();
    race.run({ type: 'event.configure', initialsOnly: false });
    const { log, event } = race;
    for (const after of [0, 1, 2, 3, 4]) expect(viewChanges(log.slice(after), 'viewer', event)).toBeNull();
    expect(viewChanges(log, 'admin', event)).toEqual(log);
    expect(viewChanges([], 'viewer', event)).toEqual([]);
  });

  test('a viewer who follows from the switch on sees the same as one who is given the whole', () => {
    const { log, event } = hidden();
    const atSwitch = viewEvent(applyAll(null, log.slice(0, 3))!, 'viewer');
    const followed = applyAll(atSwitch, viewChanges(log.slice(3), 'viewer', event)!);
    expect(followed).toEqual(viewEvent(event, 'viewer'));
  });
});
