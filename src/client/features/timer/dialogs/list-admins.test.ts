import { expect, test } from 'vitest';
import { createRace, user } from '../../../../../tests/support/event-history.ts';
import type { EventPeople } from '../../../../protocol/event-reads.ts';
import { listAdmins } from './list-admins.ts';

const guest = user('guest', { key: 'admin', isAnonymous: true });
const helper = user('helper', { key: 'admin' });
const people: EventPeople = {
  owner: {
    kind: 'user',
    userId: 'coach',
    name: 'Carla',
    email: 'carla@example.com',
    isAnonymous: false,
    via: 'owner',
  },
  admins: [
    { kind: 'user', userId: 'helper', name: 'Helen', email: 'h@example.com', isAnonymous: false, via: 'guest-link' },
  ],
};

function createRun() {
  const race = createRace();
  race.run({ type: 'admin.join' }, { actor: helper });
  race.run({ type: 'admin.join' }, { actor: guest });
  race.run({ type: 'admin.invite', email: 'bo@example.com' });
  return race;
}

test('everybody who runs the event, the owner first, with what is known of them', () => {
  const rows = listAdmins(createRun().event, people, 'helper');
  expect(rows.map(({ name, about, isMe }) => [name, about, isMe])).toEqual([
    ['Carla', 'owner · carla@example.com', false],
    ['Helen', 'joined by link · h@example.com', true],
    ['Guest', 'joined by link', false],
    ['bo@example.com', 'invited by email', false],
  ]);
});

test('without the names the list is there all the same, and only an admin with an account can own the event', () => {
  const rows = listAdmins(createRun().event, null, 'coach');
  expect(rows.map(({ name, canOwn }) => [name, canOwn])).toEqual([
    ['You', false],
    ['An admin', true],
    ['Guest', false],
    ['bo@example.com', false],
  ]);
});

test('it says who invited whom, who is one person under two names, and who goes along', () => {
  const race = createRun();
  const confirmed = { ...helper, verifiedEmail: 'h@example.com' };
  race.run({ type: 'admin.invite', email: 'h@example.com' });
  race.run({ type: 'admin.invite', email: 'cy@example.com' }, { actor: confirmed });
  const rows = new Map(listAdmins(race.event, people, 'coach').map((row) => [row.key, row]));
  expect(rows.get('bo@example.com')?.about).toBe('invited by email');
  expect(rows.get('h@example.com')?.about).toBe('invited by email · has joined as Helen');
  expect(rows.get('cy@example.com')?.about).toBe('invited by email, by Helen');
  for (const key of ['helper', 'h@example.com']) expect(rows.get(key)?.along).toEqual(['cy@example.com']);
  expect(rows.get('bo@example.com')?.along).toEqual([]);
});

test('it says before who has to confirm their address; who is not known to, is asked for', () => {
  const told = (isConfirmed: boolean): EventPeople => ({
    ...people,
    admins: people.admins.map((person) => (person.kind === 'user' ? { ...person, isConfirmed } : person)),
  });
  const mustConfirm = (shown: EventPeople | null) =>
    listAdmins(createRun().event, shown, 'coach').filter((row) => row.mustConfirm);
  expect(mustConfirm(told(false)).map(({ name }) => name)).toEqual(['Helen']);
  expect(mustConfirm(told(true))).toEqual([]);
  expect(mustConfirm(people)).toEqual([]);
});

test('an admin who has gone since the names were asked for is not listed', () => {
  const race = createRun();
  race.run({ type: 'admin.remove', userId: 'helper' });
  expect(listAdmins(race.event, people, 'coach').map(({ name }) => name)).not.toContain('Helen');
});
