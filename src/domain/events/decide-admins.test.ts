import { describe, expect, test } from 'vitest';
import type { Actor } from '../access/actor.ts';
import { can } from '../access/can.ts';
import type { Change } from '../model/changes.ts';
import { durationMs, epochMs } from '../units.ts';
import { decide } from './decide.ts';
import type { Account } from './decision.ts';
import { coach, createRace, user } from '../../../tests/support/event-history.ts';
import { lacksOrigins, recallAdmins } from './recall-admins.ts';

const confirmed = (userId: string, more: Partial<Actor> = {}): Actor =>
  user(userId, { verifiedEmail: `${userId}@example.org`, ...more });
const account = (userId: string, isConfirmed = true): Account => ({
  userId,
  email: `${userId}@example.org`,
  isConfirmed,
});
const anonymous = user('guest', { isAnonymous: true });
const invite = (userId: string) => ({ type: 'admin.invite', email: `${userId}@example.org` }) as const;

const at = epochMs(1_700_000_000_000);
const commandAt = {
  id: 'command',
  eventId: 'event',
  deviceId: 'device',
  captured: { wall: at, monotonic: 0, origin: 0 },
};
const contextAt = { actor: coach, now: at, placed: { at, uncertainty: durationMs(5) }, source: null };

/** A race with these users as admins by the link. */
function raceWith(...userIds: string[]) {
  const race = createRace();
  for (const userId of userIds) race.run({ type: 'admin.join' }, { actor: confirmed(userId, { key: 'admin' }) });
  return {
    run: race.run,
    log: race.log,
    names: () => race.event.admins.map((admin) => (admin.kind === 'user' ? admin.userId : admin.email)),
    isAdmin: (actor: Actor) => can(actor, 'time', race.event),
    get event() {
      return race.event;
    },
  };
}

describe('[V17] a person who is removed goes under every name', () => {
  const accounts = [account('eli')];
  const twice = () => {
    const race = raceWith();
    race.run(invite('eli'));
    race.run(invite('bo'));
    race.run({ type: 'admin.join' }, { actor: confirmed('eli', { key: 'admin' }) });
    expect(race.names()).toEqual(['eli@example.org', 'bo@example.org', 'eli']);
    return race;
  };

  test('by id: the invited address goes too, and nobody else', () => {
    const race = twice();
    const { changes } = race.run({ type: 'admin.remove', userId: 'eli' }, { accounts });
    expect(changes.map(({ type }) => type)).toEqual(['admin-removed', 'admin-removed', 'keys-rotated']);
    expect(changes[0]).toMatchObject({ admin: { kind: 'user', userId: 'eli' } });
    expect(race.names()).toEqual(['bo@example.org']);
    expect(race.isAdmin(confirmed('eli'))).toBe(false);
  });

  test('by address: the account that joined goes too, confirmed or not', () => {
    for (const isConfirmed of [true, false]) {
      const race = twice();
      race.run(
        { type: 'admin.uninvite', email: 'eli@example.org' },
        { accounts: [account('eli', isConfirmed), account('bo')] },
      );
      expect(race.names()).toEqual(['bo@example.org']);
    }
  });

  test('a device that does not know whose address is whose shows the one entry go', () => {
    const race = twice();
    race.run({ type: 'admin.remove', userId: 'eli' });
    expect(race.names()).toEqual(['eli@example.org', 'bo@example.org']);
  });

  test('an admin who leaves, leaves under both; a new owner is not an admin besides', () => {
    const left = twice();
    left.run({ type: 'admin.leave' }, { actor: confirmed('eli') });
    expect(left.names()).toEqual(['bo@example.org']);
    const given = twice();
    expect(given.run({ type: 'owner.change', userId: 'eli' }, { accounts }).refused).toBeNull();
    expect(given.event.ownerId).toBe('eli');
    expect(given.names()).toEqual(['bo@example.org', 'coach']);
  });
});

describe('[V18] addresses that an admin invited are removed with the admin', () => {
  test('an address that was invited by a guest of the link goes when the link is changed; the owner’s own stay', () => {
    const race = raceWith('eve');
    race.run(invite('bo'));
    race.run(invite('evil'), { actor: confirmed('eve') });
    // The invitation is two steps away, and the inviter in the middle has left.
    race.run(invite('evil-too'), { actor: confirmed('evil') });
    race.run({ type: 'admin.leave' }, { actor: confirmed('evil') });
    race.run({ type: 'keys.rotate', which: 'admin' });
    expect(race.names()).toEqual(['bo@example.org']);
    for (const userId of ['eve', 'evil', 'evil-too']) expect(race.isAdmin(confirmed(userId)), userId).toBe(false);
  });

  test('the same when the guest had left before', () => {
    const race = raceWith('eve');
    race.run(invite('evil'), { actor: confirmed('eve') });
    race.run({ type: 'admin.leave' }, { actor: confirmed('eve') });
    race.run({ type: 'keys.rotate', which: 'admin' });
    expect(race.names()).toEqual([]);
  });

  test('changing the viewer link takes nobody’s rights', () => {
    const race = raceWith('eve');
    race.run(invite('evil'), { actor: confirmed('eve') });
    race.run({ type: 'keys.rotate', which: 'viewer' });
    expect(race.names()).toEqual(['eve', 'evil@example.org']);
  });

  test('a removed admin takes along those they invited, however far, and under every name', () => {
    const race = raceWith('eve', 'ann');
    race.run(invite('evil'), { actor: confirmed('eve') });
    race.run({ type: 'admin.join' }, { actor: confirmed('evil', { key: 'admin' }) });
    race.run(invite('evil-too'), { actor: confirmed('evil') });
    race.run(invite('friend'), { actor: confirmed('ann') });
    race.run({ type: 'admin.remove', userId: 'eve' }, { accounts: [account('eve'), account('ann'), account('evil')] });
    expect(race.names()).toEqual(['ann', 'friend@example.org']);
  });

  test('an admin who is trusted otherwise stays: invited by the owner, or a former owner', () => {
    const race = raceWith('eve');
    race.run(invite('ann'));
    race.run(invite('bo'), { actor: confirmed('ann') });
    race.run(invite('coach'), { actor: confirmed('eve') });
    race.run(invite('dee'), { actor: confirmed('eve') });
    // The owner invites an address that is already in the list: from now on it counts as invited by the owner.
    expect(race.run(invite('dee')).changes).toHaveLength(1);
    expect(race.run(invite('dee')).changes).toEqual([]);
    expect(race.run(invite('dee'), { actor: confirmed('eve') }).changes).toEqual([]);
    race.run({ type: 'admin.join' }, { actor: confirmed('fay', { key: 'admin' }) });
    race.run({ type: 'owner.change', userId: 'fay' }, { accounts: [account('fay')] });
    race.run(
      { type: 'admin.remove', userId: 'eve' },
      { actor: confirmed('fay'), accounts: [account('eve'), account('coach')] },
    );
    expect(race.names()).toEqual(['ann@example.org', 'bo@example.org', 'dee@example.org', 'coach']);
    race.run({ type: 'keys.rotate', which: 'admin' }, { actor: confirmed('fay') });
    expect(race.names()).toEqual(['ann@example.org', 'bo@example.org', 'dee@example.org', 'coach']);
  });

  test('a log of an earlier release says it too: by whose command each came', () => {
    const race = raceWith('eve');
    race.run(invite('bo'));
    race.run(invite('evil'), { actor: confirmed('eve') });
    race.run(invite('evil-too'), { actor: confirmed('evil') });
    const asBefore = race.log.map((change): Change => {
      if (change.type !== 'admin-added' || change.admin.kind !== 'email') return change;
      return { ...change, admin: { kind: 'email', email: change.admin.email } };
    });
    expect(recallAdmins(asBefore, [account('evil')])).toEqual(race.event.admins);
    expect(lacksOrigins(race.event)).toBe(false);
    expect(lacksOrigins({ admins: [{ kind: 'email', email: 'old@example.org' }] })).toBe(true);
  });
});

describe('[V19] confirmed addresses', () => {
  test('who invites has an account and a confirmed address; a guest shares the link', () => {
    const race = raceWith('eve');
    race.run({ type: 'admin.join' }, { actor: { ...anonymous, key: 'admin' } });
    expect(race.run(invite('bo'), { actor: anonymous }).refused).toBe('account-required');
    expect(race.run(invite('bo'), { actor: user('eve') }).refused).toBe('address-not-confirmed');
    expect(race.run(invite('bo'), { actor: user('coach') }).refused).toBe('address-not-confirmed');
    expect(race.run(invite('bo'), { actor: user('stranger') }).refused).toBe('event-not-found');
    expect(race.names()).toEqual(['eve', 'guest']);
  });

  test('an event goes only from one confirmed account to another', () => {
    const race = raceWith('eli');
    const give = { type: 'owner.change', userId: 'eli' } as const;
    expect(race.run(give, { actor: user('coach'), accounts: [account('eli')] }).refused).toBe('address-not-confirmed');
    expect(race.run(give, { accounts: [account('eli', false)] }).refused).toBe('new-owner-not-confirmed');
    expect(race.run(give, { accounts: [] }).refused).toBe('admin-not-found');
    expect(race.event.ownerId).toBe('coach');
    expect(race.run(give, { accounts: [account('eli')] }).refused).toBeNull();
    expect(race.event.ownerId).toBe('eli');
  });

  test('[V10] an event that waits for credits is not handed over: its creator pays for it', () => {
    const { event } = raceWith('eli');
    const give = { ...commandAt, type: 'owner.change', userId: 'eli' } as const;
    const context = { ...contextAt, accounts: [account('eli')] };
    expect(decide({ ...event, awaitingCredits: true }, give, context)).toMatchObject({ error: 'awaiting-credits' });
    expect(decide(event, give, context).ok).toBe(true);
  });
});
