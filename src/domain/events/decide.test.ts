import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listSecondReadings } from '../results/second-readings.ts';
import { readResults } from '../results/read-results.ts';
import { applyAll } from './apply.ts';
import type { EventCommandBody } from './commands.ts';
import { RESTORABLE_MS } from './decide-event.ts';
import { createHistory, createRace, racer, tap, user } from '../../../tests/support/event-history.ts';

const helper = user('helper');
const timesOf = (race: ReturnType<typeof createRace>, racerId: string) =>
  readResults(race.event).find(({ entry }) => entry.racerId === racerId)!;

describe('events', () => {
  test('an event needs an account and a name', () => {
    const create = { type: 'event.create', name: ' Tuesday ', timeZone: 'UTC' } as const;
    expect(createHistory().run(create, { actor: user('x', { isAnonymous: true }) }).refused).toBe('account-required');
    expect(createHistory().run({ ...create, name: ' \n ' }).refused).toBe('event-name-blank');
    const history = createHistory();
    history.run(create);
    expect(history.event).toMatchObject({ name: 'Tuesday', ownerId: 'coach', seq: 1, deletedAt: null });
    expect(history.run(create).refused).toBe('event-exists');
    // An actor who may create no event does not learn whether this one exists.
    expect(history.run(create, { actor: user('x', { isAnonymous: true }) }).refused).toBe('account-required');
  });

  test('renaming to the same name is nothing, to a blank one is refused', () => {
    const race = createRace();
    expect(race.run({ type: 'event.rename', name: ' Tuesday 10' })).toMatchObject({ refused: null, changes: [] });
    expect(race.run({ type: 'event.rename', name: ' ' }).refused).toBe('event-name-blank');
    race.run({ type: 'event.rename', name: 'Wednesday' });
    expect(race.event.name).toBe('Wednesday');
  });

  test('its owner configures it, and only what changes is a change', () => {
    const race = createRace();
    race.run({ type: 'admin.join' }, { actor: user('helper', { key: 'admin' }) });
    expect(race.run({ type: 'event.configure', initialsOnly: true }, { actor: helper }).refused).toBe(
      'permission-denied',
    );
    expect(race.event).toMatchObject({ initialsOnly: false, isIndexed: false });
    const both = race.run({ type: 'event.configure', initialsOnly: true, isIndexed: false });
    expect(both.changes).toHaveLength(1);
    expect(both.changes[0]).toMatchObject({ type: 'event-configured', initialsOnly: true });
    expect(both.changes[0]).not.toHaveProperty('isIndexed');
    expect(race.run({ type: 'event.configure', initialsOnly: true }).changes).toEqual([]);
    expect(race.run({ type: 'event.configure' }).changes).toEqual([]);
    race.run({ type: 'event.configure', isIndexed: true });
    expect(race.event).toMatchObject({ initialsOnly: true, isIndexed: true });
    race.run({ type: 'event.configure', initialsOnly: false });
    expect(race.event).toMatchObject({ initialsOnly: false, isIndexed: true });
  });

  test('[NM1] [NM2] two phones that give other names are both in the log, the later one stands; blank names and racers who are out are refused', () => {
    const race = createRace('a', 'b');
    const rename = (racerId: string, name: string) => race.run({ type: 'entry.rename', racerId, name });
    const was = race.event.entries['a']!.name;
    expect(rename('a', 'Ada Swift').changes).toMatchObject([{ name: 'Ada Swift', was }]);
    expect(rename('a', 'Ada Swif').changes).toMatchObject([{ name: 'Ada Swif', was: 'Ada Swift' }]);
    expect(rename('a', 'Ada Swif')).toMatchObject({ refused: null, changes: [] });
    expect(race.event.entries['a']!.name).toBe('Ada Swif');
    expect(rename('a', ' \t').refused).toBe('racer-name-blank');
    race.run({ type: 'entry.remove', racerId: 'b' });
    expect(rename('b', 'Bea').refused).toBe('racer-not-in-event');
    expect(rename('nobody', 'Bea').refused).toBe('racer-not-in-event');
  });

  test('[V4] a deleted event takes nothing more, and comes back whole within 30 days', () => {
    const race = createRace('a');
    race.run(tap('start', 'a'), { second: 10 });
    race.run({ type: 'event.delete' }, { second: 20 });
    expect(race.run(tap('finish', 'a')).refused).toBe('event-deleted');
    expect(race.run({ type: 'event.delete' })).toMatchObject({ refused: null, changes: [] });
    const tooLate = 20 + RESTORABLE_MS / 1000 + 1;
    expect(race.run({ type: 'event.restore' }, { second: tooLate }).refused).toBe('restore-expired');
    race.run({ type: 'event.restore' }, { second: tooLate - 2 });
    expect(timesOf(race, 'a').state).toBe('on-course');
  });

  test('[V3] a copy has the racers who are in it, without times, and its own name', () => {
    const race = createRace('a', 'b', 'c');
    race.run(tap('start', 'a'));
    race.run({ type: 'entry.remove', racerId: 'b' });
    const copy = createHistory('copy');
    expect(
      copy.run({ type: 'event.duplicate', sourceId: 'event' }, { actor: helper, source: race.event }).refused,
    ).toBe('event-not-found');
    copy.run({ type: 'event.duplicate', sourceId: 'event' }, { source: race.event });
    expect(copy.event).toMatchObject({ id: 'copy', name: 'Tuesday 10 (copy)', timeZone: 'Europe/Zurich', taps: {} });
    expect(Object.keys(copy.event.entries)).toEqual(['a', 'c']);
  });
});

test('[V3] a copy takes the settings over before it takes the names', () => {
  const race = createRace('a');
  race.run({ type: 'event.configure', initialsOnly: true });
  const copy = createHistory('copy');
  const { changes } = copy.run({ type: 'event.duplicate', sourceId: 'event' }, { source: race.event });
  expect(changes.map(({ type }) => type)).toEqual(['event-created', 'event-configured', 'entries-added']);
  expect(copy.event).toMatchObject({ initialsOnly: true, isIndexed: false });
});

describe('racers of an event', () => {
  test('those who are in it already are skipped, and nothing new means nothing happens', () => {
    const race = createRace('a');
    const again = race.run({ type: 'entries.add', racers: [racer('a'), racer('b'), racer('b')] });
    expect(again.changes).toMatchObject([{ type: 'entries-added', racers: [{ racerId: 'b' }] }]);
    expect(race.run({ type: 'entries.add', racers: [racer('a'), racer('b')] }).changes).toEqual([]);
  });

  test('a removal can be taken back with its times; adding anew starts afresh', () => {
    const race = createRace('a');
    race.run(tap('start', 'a'));
    race.run({ type: 'entry.remove', racerId: 'a' });
    expect(readResults(race.event)).toEqual([]);
    race.run({ type: 'entry.restore', racerId: 'a' });
    expect(timesOf(race, 'a').state).toBe('on-course');
    race.run({ type: 'entry.remove', racerId: 'a' });
    race.run({ type: 'entries.add', racers: [racer('a')] });
    expect(timesOf(race, 'a').state).toBe('inactive');
    expect(listSecondReadings(race.event, 'a')).toEqual([]);
    expect(Object.keys(race.event.taps)).toHaveLength(1);
  });

  test('a finish for a racer who was removed elsewhere is kept', () => {
    const race = createRace('a');
    race.run(tap('start', 'a'));
    race.run({ type: 'entry.remove', racerId: 'a' });
    expect(race.run(tap('finish', 'a')).refused).toBeNull();
    race.run({ type: 'entry.restore', racerId: 'a' });
    expect(timesOf(race, 'a').state).toBe('finished');
  });
});

describe('taps', () => {
  test('start, finish, duration', () => {
    const race = createRace('a');
    race.run(tap('start', 'a'), { second: 100 });
    expect(timesOf(race, 'a')).toMatchObject({ state: 'on-course', duration: null });
    race.run(tap('finish', 'a'), { second: 165 });
    expect(timesOf(race, 'a')).toMatchObject({ state: 'finished', duration: 65_000 });
  });

  test('a second finish is kept beside the first and overwrites nothing', () => {
    const race = createRace('a');
    race.run(tap('start', 'a'), { second: 100 });
    const first = race.run(tap('finish', 'a'), { second: 160 });
    const second = race.run(tap('finish', 'a'), { second: 161 });
    expect(timesOf(race, 'a').duration).toBe(60_000);
    expect(listSecondReadings(race.event, 'a').map(({ id }) => id)).toEqual([second.id]);
    race.run({ type: 'tap.choose', tapId: second.id });
    expect(timesOf(race, 'a').duration).toBe(61_000);
    expect(listSecondReadings(race.event, 'a').map(({ id }) => id)).toEqual([first.id]);
  });

  test('undoing promotes nothing silently, and can itself be undone', () => {
    const race = createRace('a');
    race.run(tap('start', 'a'), { second: 100 });
    const first = race.run(tap('finish', 'a'), { second: 160 });
    race.run(tap('finish', 'a'), { second: 161 });
    race.run({ type: 'tap.undo', tapId: first.id });
    expect(timesOf(race, 'a').state).toBe('on-course');
    race.run({ type: 'tap.redo', tapId: first.id });
    expect(timesOf(race, 'a').duration).toBe(60_000);
  });

  test('a finish before its start waits for it; one that is earlier than its start is not a time', () => {
    const race = createRace('a');
    race.run(tap('finish', 'a'), { second: 160 });
    expect(timesOf(race, 'a').state).toBe('waiting');
    const start = race.run(tap('start', 'a'), { second: 100 });
    expect(timesOf(race, 'a').duration).toBe(60_000);
    race.run({ type: 'tap.correct', tapId: start.id, to: (race.event.taps[start.id]!.placed.at + 90_000) as never });
    expect(timesOf(race, 'a')).toMatchObject({ state: 'impossible', duration: null, isCorrected: true });
  });

  test('[T7] [K2] a correction leaves what was captured and placed as it was, and can be taken back', () => {
    const race = createRace('a');
    const start = race.run(tap('start', 'a'), { second: 100 });
    const before = race.event.taps[start.id]!;
    race.run({ type: 'tap.correct', tapId: start.id, to: (before.placed.at + 500) as never });
    expect(race.event.taps[start.id]).toEqual({ ...before, corrected: before.placed.at + 500 });
    race.run({ type: 'tap.correct', tapId: start.id, to: null });
    expect(race.event.taps[start.id]).toEqual(before);
  });

  test('[T1] a tap without a racer is kept, and counts once it is given to one who has none', () => {
    const race = createRace('a', 'b');
    const loose = race.run(tap('finish', null), { second: 160 });
    race.run(tap('start', 'a'), { second: 100 });
    race.run({ type: 'tap.assign', tapId: loose.id, racerId: 'a' });
    expect(timesOf(race, 'a').duration).toBe(60_000);
    race.run({ type: 'tap.assign', tapId: loose.id, racerId: 'b' });
    expect(timesOf(race, 'a').state).toBe('on-course');
    expect(timesOf(race, 'b').state).toBe('waiting');
    expect(race.run({ type: 'tap.choose', tapId: race.run(tap('finish', null)).id }).refused).toBe('tap-has-no-racer');
  });

  test('a tap that is assigned to a racer who came later is shown beside the one that counts', () => {
    const race = createRace();
    const loose = race.run(tap('finish', null));
    race.run({ type: 'entries.add', racers: [racer('a')] });
    race.run(tap('finish', 'a'));
    race.run({ type: 'tap.assign', tapId: loose.id, racerId: 'a' });
    expect(listSecondReadings(race.event, 'a').map(({ id }) => id)).toEqual([loose.id]);
  });

  test('[T6] old and early taps are taken as they are, with a note', () => {
    const race = createRace('a', 'b', 'c');
    const noteOf = (id: string) => race.event.taps[id]!.note;
    expect(noteOf(race.run(tap('start', 'a'), { lateMs: 7 * 24 * 3_600_000 }).id)).toBe('late');
    expect(noteOf(race.run(tap('start', 'b'), { lateMs: -3_600_000 }).id)).toBe('ahead');
    expect(noteOf(race.run(tap('start', 'c')).id)).toBeNull();
  });

  test('unknown racers and taps are refused', () => {
    const race = createRace();
    expect(race.run(tap('start', 'nobody')).refused).toBe('racer-not-in-event');
    expect(race.run({ type: 'tap.undo', tapId: 'nothing' }).refused).toBe('tap-not-found');
  });
});

describe('admins', () => {
  const guest = user('guest', { isAnonymous: true, key: 'admin' });

  test('[V6] an invited address has rights once it is verified', () => {
    const race = createRace('a');
    race.run({ type: 'admin.invite', email: 'eli@example.org' });
    expect(race.run({ type: 'admin.invite', email: 'eli@example.org' }).changes).toEqual([]);
    expect(race.run(tap('start', 'a'), { actor: user('eli') }).refused).toBe('event-not-found');
    const eli = user('eli', { verifiedEmail: 'eli@example.org' });
    expect(race.run(tap('start', 'a'), { actor: eli }).refused).toBeNull();
    expect(race.run({ type: 'admin.leave' }, { actor: eli }).refused).toBeNull();
    expect(race.run(tap('finish', 'a'), { actor: eli }).refused).toBe('event-not-found');
  });

  test('[V7] [V5] a guest admin taps only after joining, and goes when the key is changed', () => {
    const race = createRace('a');
    expect(race.run(tap('start', 'a'), { actor: guest }).refused).toBe('permission-denied');
    race.run({ type: 'admin.join' }, { actor: guest });
    expect(race.run(tap('start', 'a'), { actor: guest }).refused).toBeNull();
    race.run({ type: 'keys.rotate', which: 'viewer' });
    expect(race.event.admins).toHaveLength(1);
    race.run({ type: 'keys.rotate', which: 'admin' });
    expect(race.event.admins).toEqual([]);
    expect(race.run(tap('finish', 'a'), { actor: user('guest', { isAnonymous: true }) }).refused).toBe(
      'event-not-found',
    );
  });

  test('nobody joins without the admin key', () => {
    const race = createRace();
    expect(race.run({ type: 'admin.join' }, { actor: helper }).refused).toBe('event-not-found');
    expect(race.run({ type: 'admin.join' }, { actor: user('v', { key: 'viewer' }) }).refused).toBe('permission-denied');
  });

  test('[V7] a removed admin finds the admin link changed; an admin who leaves is gone whichever way they came in', () => {
    const race = createRace();
    race.run({ type: 'admin.join' }, { actor: guest });
    const removal = race.run({ type: 'admin.remove', userId: 'guest' });
    expect(removal.changes.map(({ type }) => type)).toEqual(['admin-removed', 'keys-rotated']);
    const eli = user('eli', { key: 'admin', verifiedEmail: 'eli@example.org' });
    race.run({ type: 'admin.invite', email: 'eli@example.org' });
    race.run({ type: 'admin.join' }, { actor: eli });
    race.run({ type: 'admin.leave' }, { actor: eli });
    expect(race.event.admins).toEqual([]);
  });

  test('[V10] handing over makes the former owner an admin', () => {
    const race = createRace();
    expect(race.run({ type: 'owner.change', userId: 'guest' }).refused).toBe('admin-not-found');
    race.run({ type: 'admin.join' }, { actor: guest });
    expect(race.run({ type: 'owner.change', userId: 'guest' }).refused).toBe('account-required');
    race.run({ type: 'admin.join' }, { actor: user('eli', { key: 'admin' }) });
    race.run({ type: 'group.share' });
    race.run({ type: 'owner.change', userId: 'eli' });
    expect(race.event).toMatchObject({ ownerId: 'eli', sharedGroup: null });
    expect(race.event.admins).toMatchObject([{ userId: 'guest' }, { userId: 'coach' }]);
    expect(race.run({ type: 'event.delete' }).refused).toBe('permission-denied');
  });

  test("sharing uses the owner's public group", () => {
    const race = createRace();
    race.run({ type: 'group.share' });
    expect(race.event.sharedGroup).toEqual({ id: 'coach', name: 'public' });
    race.run({ type: 'group.withdraw' });
    expect(race.event.sharedGroup).toBeNull();
  });
});

describe('whatever is asked', () => {
  const ids = fc.constantFrom('a', 'b', 'c', 'nobody');
  const tapIds = fc.constantFrom(...Array.from({ length: 12 }, (_, index) => `command-${index}`));
  const command: fc.Arbitrary<EventCommandBody> = fc.oneof(
    fc.record({
      type: fc.constant('tap.record' as const),
      line: fc.constantFrom('start' as const, 'finish' as const),
      run: fc.constant(1),
      racerId: fc.option(ids),
    }),
    fc.record({
      type: fc.constantFrom('tap.undo' as const, 'tap.redo' as const, 'tap.choose' as const),
      tapId: tapIds,
    }),
    fc.record({ type: fc.constant('tap.assign' as const), tapId: tapIds, racerId: fc.option(ids) }),
    fc.record({ type: fc.constantFrom('entry.remove' as const, 'entry.restore' as const), racerId: ids }),
    fc.record({ type: fc.constant('entries.add' as const), racers: fc.array(ids.map(racer), { maxLength: 3 }) }),
    fc.record({ type: fc.constantFrom('event.delete' as const, 'event.restore' as const) }),
    fc.record({ type: fc.constant('event.configure' as const), initialsOnly: fc.boolean() }),
  );

  test('[T1] there is an answer, the log replays to the same state, no tap is lost and each slot holds a tap of its own', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 30 }), (commands) => {
        const race = createRace('a', 'b', 'c');
        const recorded: string[] = [];
        for (const body of commands) {
          const step = race.run(body);
          if (body.type === 'tap.record' && step.refused === null) recorded.push(step.id);
        }
        expect(applyAll(null, race.log)).toEqual(race.event);
        expect(Object.keys(race.event.taps).toSorted()).toEqual(recorded.toSorted());
        expect(race.log.map(({ seq }) => seq)).toEqual(race.log.map((_, index) => index + 1));
        for (const [slot, tapId] of Object.entries(race.event.counting)) {
          const counted = race.event.taps[tapId]!;
          expect(slot).toBe(`${counted.racerId} ${counted.line} ${counted.run}`);
          expect(counted.undone).toBe(false);
        }
      }),
    );
  });
});
