import { expect, test } from 'vitest';
import { roomLeft } from './capacity.ts';
import type { EventCommandBody } from './commands.ts';
import { decide } from './decide.ts';
import { coach, createRace, racer, tap, user } from '../../../tests/support/event-history.ts';
import type { EventState } from '../model/state.ts';
import { durationMs, epochMs } from '../units.ts';
import { MAX_ADMINS, MAX_CHANGES, MAX_RACERS } from '../limits.ts';

const at = epochMs(1_700_000_000_000);
const context = { actor: coach, now: at, placed: { at, uncertainty: durationMs(5) }, source: null };

/** The outcome of a command of the owner in an event. */
function tryOut(event: EventState, body: EventCommandBody, actor = coach): string {
  const captured = { wall: at, monotonic: 0, origin: 0 };
  const command = { ...body, id: 'command', eventId: event.id, deviceId: 'device', captured };
  const decision = decide(event, command, { ...context, actor });
  return decision.ok ? 'taken' : decision.error;
}

/** A race with a racer on course, an admin, a share and a removed racer, so that every command has something to do. */
function busyRace(seq: number, more: Partial<EventState> = {}): EventState {
  const race = createRace('a', 'b', 'c');
  race.run(tap('start', 'a'), { id: 'tap' });
  race.run(tap('start', 'b'), { id: 'undone' });
  race.run({ type: 'tap.undo', tapId: 'undone' });
  race.run(tap('start', 'a'), { id: 'second' });
  race.run({ type: 'entry.remove', racerId: 'c' });
  race.run({ type: 'admin.join' }, { actor: user('helper', { key: 'admin' }) });
  race.run({ type: 'admin.invite', email: 'eli@example.org' });
  return { ...race.event, seq, ...more };
}

const adding: readonly EventCommandBody[] = [
  tap('start', 'b'),
  { type: 'entries.add', racers: [racer('d')] },
  { type: 'admin.invite', email: 'ada@example.org' },
  { type: 'event.rename', name: 'Wednesday' },
  { type: 'group.share' },
];
const correcting: readonly EventCommandBody[] = [
  { type: 'tap.undo', tapId: 'tap' },
  { type: 'tap.redo', tapId: 'undone' },
  { type: 'tap.correct', tapId: 'tap', to: at },
  { type: 'tap.choose', tapId: 'second' },
  { type: 'tap.assign', tapId: 'tap', racerId: 'b' },
  { type: 'entry.remove', racerId: 'a' },
  { type: 'entry.restore', racerId: 'c' },
  { type: 'event.configure', initialsOnly: true },
  { type: 'owner.change', userId: 'helper' },
];
const protecting: readonly EventCommandBody[] = [
  { type: 'admin.remove', userId: 'helper' },
  { type: 'admin.uninvite', email: 'eli@example.org' },
  { type: 'keys.rotate', which: 'admin' },
];

test('[V25] an event takes taps and racers up to its end, and says so then', () => {
  for (const body of adding) {
    expect(tryOut(busyRace(MAX_CHANGES - 1), body), body.type).toBe('taken');
    expect(tryOut(busyRace(MAX_CHANGES), body), body.type).toBe('event-full');
  }
  const join = { type: 'admin.join' } as const;
  const guest = user('guest', { key: 'admin' });
  expect(tryOut(busyRace(MAX_CHANGES - 1), join, guest)).toBe('taken');
  expect(tryOut(busyRace(MAX_CHANGES), join, guest)).toBe('event-full');
});

test('[V25] a full event can still be put right, then still be protected, and always be deleted', () => {
  for (const body of [...correcting, ...protecting])
    expect(tryOut(busyRace(MAX_CHANGES), body), body.type).toBe('taken');
  for (const body of correcting) expect(tryOut(busyRace(MAX_CHANGES + 10_000), body), body.type).toBe('event-full');
  for (const body of protecting) expect(tryOut(busyRace(MAX_CHANGES + 10_000), body), body.type).toBe('taken');
  for (const body of protecting) expect(tryOut(busyRace(MAX_CHANGES + 11_000), body), body.type).toBe('event-full');
  expect(tryOut(busyRace(MAX_CHANGES + 11_000), { type: 'event.delete' })).toBe('taken');
  const deleted = busyRace(MAX_CHANGES + 11_001, { deletedAt: at });
  expect(tryOut(deleted, { type: 'event.restore' }), 'or deleting and restoring would have no end').toBe('event-full');
});

test('[V25] what changes nothing needs no room, and a stranger learns nothing of it', () => {
  const full = busyRace(MAX_CHANGES + 20_000);
  expect(tryOut(full, { type: 'entries.add', racers: [racer('a')] })).toBe('taken');
  expect(tryOut(full, { type: 'tap.undo', tapId: 'undone' })).toBe('taken');
  expect(tryOut(full, tap('start', 'b'), user('stranger'))).toBe('event-not-found');
});

test('[V25] racers, their words and admins have an end of their own', () => {
  const many = Array.from({ length: MAX_RACERS - 3 }, (_, index) => racer(`racer-${index}`));
  expect(tryOut(busyRace(10), { type: 'entries.add', racers: many })).toBe('taken');
  expect(tryOut(busyRace(10), { type: 'entries.add', racers: [...many, racer('one more')] })).toBe('event-full');
  const wordy = many
    .slice(0, 300)
    .map((each) => ({ ...each, groups: Array.from({ length: 30 }, () => 'x'.repeat(60)) }));
  expect(tryOut(busyRace(10), { type: 'entries.add', racers: wordy })).toBe('event-full');
  const admins = Array.from(
    { length: MAX_ADMINS },
    (_, index) => ({ kind: 'email', email: `${index}@x.org` }) as const,
  );
  expect(tryOut(busyRace(10, { admins }), { type: 'admin.invite', email: 'ada@example.org' })).toBe('event-full');
  expect(tryOut(busyRace(10, { admins: admins.slice(1) }), { type: 'admin.invite', email: 'a@x.org' })).toBe('taken');
});

test('[V25] how much room is left is said from nine tenths on', () => {
  expect(roomLeft(busyRace(17_999))).toBeNull();
  expect(roomLeft(busyRace(18_000))).toBe(2000);
  expect(roomLeft(busyRace(25_000))).toBe(0);
});
