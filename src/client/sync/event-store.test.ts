import { describe, expect, it } from 'vitest';
import { coach, createRace, tap } from '../../../tests/support/event-history.ts';
import type { Change } from '../../domain/model/changes.ts';
import type { EventCommand, EventCommandBody } from '../../domain/events/commands.ts';
import { erasePerson, FORMER_HELPER } from '../../domain/events/erase-person.ts';
import { readResults } from '../../domain/results/read-results.ts';
import { durationMs, epochMs } from '../../domain/units.ts';
import { viewEvent } from '../../domain/sights/views.ts';
import { SCHEMA_VERSION } from '../../protocol/schema-version.ts';
import { createEventStore } from './event-store.ts';
import { mergeChanges } from './merge-changes.ts';
import { withPending } from './shown-event.ts';

const command = (id: string, body: EventCommandBody, second: number): EventCommand =>
  ({
    ...body,
    id,
    eventId: 'event',
    deviceId: 'device',
    captured: { wall: 1_700_000_000_000 + second * 1000, monotonic: second * 1000, origin: 0 },
  }) as EventCommand;

function createStore() {
  const store = createEventStore({
    actorOf: () => coach,
    withPending: withPending((reading) => ({ at: epochMs(reading.wall), uncertainty: durationMs(5) })),
    mergeChanges,
  });
  const shown = store.read('event');
  let told = 0;
  shown.subscribe(() => (told += 1));
  return { store, shown: shown.getSnapshot, told: () => told };
}

const admin = { view: 'admin' as const };

describe('event store', () => {
  it('shows confirmed and pending together, and says which is which', () => {
    const race = createRace('ada');
    const { store, shown } = createStore();
    store.mergeSnapshot({ ...admin, event: race.event });
    store.setPending([command('start', tap('start', 'ada'), 10), command('finish', tap('finish', 'ada'), 70)]);
    expect(readResults(shown().event!)[0]).toMatchObject({ state: 'finished', duration: 60_000 });
    expect([...shown().pendingIds]).toEqual(['start', 'finish']);
    expect(store.confirmed('event')!.event.taps).toEqual({});
  });

  it('confirms a pending tap without a moment in which it is shown twice or not at all', () => {
    const race = createRace('ada');
    const { store, shown } = createStore();
    store.mergeSnapshot({ ...admin, event: race.event });
    store.setPending([command('start', tap('start', 'ada'), 10)]);
    const seen: number[] = [];
    store.read('event').subscribe(() => seen.push(Object.keys(shown().event!.taps).length));
    const { changes } = race.run(tap('start', 'ada'), { id: 'start', second: 10 });
    store.mergeChanges('event', changes);
    expect(shown().pendingIds.size).toBe(0);
    const before = shown();
    store.setPending([]);
    expect(shown(), 'the row leaves the outbox, and no screen is drawn for it').toBe(before);
    expect(seen.every((count) => count === 1)).toBe(true);
    expect(shown().event).toBe(store.confirmed('event')!.event);
    expect(shown().event!.counting).toEqual({ 'ada start 1': 'start' });
  });

  it('[A26] forgets who made a tap as soon as the server has, though nothing else has happened', () => {
    const race = createRace('ada');
    race.run(tap('start', 'ada'), { id: 'start', second: 10 });
    const { store, shown } = createStore();
    store.mergeSnapshot({ ...admin, event: race.event });
    const stand = { userId: 'former-1', invited: 'former-2' };
    const erased = erasePerson(race.event, { userId: coach.userId!, email: null }, stand);
    store.mergeSnapshot({ ...admin, event: erased });
    expect(shown().event!.taps['start']!.by.name).toBe(FORMER_HELPER);
  });

  it('does not do again what has come back confirmed, while its row waits for its own answer', () => {
    const race = createRace('ada');
    const { id: tapId } = race.run(tap('start', 'ada'));
    const { store, shown } = createStore();
    store.mergeSnapshot({ ...admin, event: race.event });
    store.setPending([command('undo', { type: 'tap.undo', tapId }, 10)]);
    store.mergeChanges('event', race.run({ type: 'tap.undo', tapId }, { id: 'undo' }).changes);
    store.mergeChanges('event', race.run({ type: 'tap.redo', tapId }).changes);
    expect(shown().event!.taps[tapId]!.undone).toBe(false);
    expect(shown().pendingIds.size).toBe(0);
  });

  it('keeps changes that came too early, and applies them once the gap is filled', () => {
    const race = createRace('ada', 'bob');
    const { store, shown } = createStore();
    store.mergeSnapshot({ ...admin, event: race.event });
    const first = race.run(tap('start', 'ada')).changes;
    const second = race.run(tap('start', 'bob')).changes;
    store.mergeChanges('event', second);
    expect(store.hasGap('event')).toBe(true);
    expect(Object.keys(shown().event!.taps)).toEqual([]);
    store.mergeChanges('event', [...first, ...second, ...first]);
    expect(store.hasGap('event')).toBe(false);
    expect(shown().event).toEqual(race.event);
  });

  it('keeps a pending tap on the screen while its change waits behind a gap', () => {
    const race = createRace('ada', 'bob');
    const { store, shown } = createStore();
    store.mergeSnapshot({ ...admin, event: race.event });
    store.setPending([command('mine', tap('start', 'bob'), 10)]);
    const theirs = race.run(tap('start', 'ada')).changes;
    const mine = race.run(tap('start', 'bob'), { id: 'mine', second: 10 }).changes;
    store.mergeChanges('event', mine);
    expect(Object.keys(shown().event!.taps)).toEqual(['mine']);
    expect(shown().pendingIds.has('mine')).toBe(true);
    store.mergeChanges('event', theirs);
    expect(shown().event).toEqual(race.event);
    expect(shown().pendingIds.size).toBe(0);
  });

  it('believes no snapshot that was overtaken', () => {
    const race = createRace('ada');
    const { store, shown } = createStore();
    const early = race.event;
    race.run(tap('start', 'ada'));
    store.mergeSnapshot({ ...admin, event: race.event });
    store.mergeSnapshot({ ...admin, event: early });
    expect(shown().event).toEqual(race.event);
    store.resetTo({ ...admin, event: early });
    expect(shown().event).toEqual(early);
  });

  it('takes an earlier snapshot when it shows more than a viewer sees', () => {
    const race = createRace('ada');
    const { store, shown } = createStore();
    const early = race.event;
    const { changes } = race.run(tap('start', 'ada'));
    store.mergeSnapshot({ view: 'viewer', event: viewEvent(race.event, 'viewer') });
    store.mergeSnapshot({ ...admin, event: early, keys: { admin: 'aaaaaaaa', viewer: 'vvvvvvvv' } });
    store.mergeChanges('event', changes);
    expect(shown().event).toEqual(race.event);
    expect(shown().view).toBe('admin');
    expect(shown().keys?.admin).toBe('aaaaaaaa');
  });

  it('holds keys void once they are rotated, until the whole brings new ones', () => {
    const race = createRace('ada');
    const { store, shown } = createStore();
    store.mergeSnapshot({ ...admin, event: race.event, keys: { admin: 'aaaaaaaa', viewer: 'vvvvvvvv' } });
    store.mergeChanges('event', race.run({ type: 'keys.rotate', which: 'viewer' }).changes);
    expect(shown().keys).toBeNull();
    const keys = { admin: 'aaaaaaaa', viewer: 'wwwwwwww' };
    store.mergeSnapshot({ ...admin, event: race.event, keys });
    expect(shown().keys).toEqual(keys);
  });

  it('tells nobody when nothing has changed', () => {
    const race = createRace('ada');
    const { store, shown, told } = createStore();
    store.mergeSnapshot({ ...admin, event: race.event });
    const before = told();
    const first = shown();
    store.mergeSnapshot({ ...admin, event: structuredClone(race.event) });
    store.mergeChanges('event', race.log);
    store.setPending([]);
    expect(told()).toBe(before);
    expect(shown()).toBe(first);
  });

  it('shows an event that was made on this device before the server knows of it', () => {
    const { store, shown } = createStore();
    const racers = [{ racerId: 'ada', name: 'Ada', groups: [], bib: null }];
    const pending = [
      command('create', { type: 'event.create', name: 'Hill climb', timeZone: 'UTC' }, 1),
      command('add', { type: 'entries.add', racers }, 2),
      command('start', tap('start', 'ada'), 3),
    ];
    for (const count of [1, 2, 3]) store.setPending(pending.slice(0, count));
    expect(shown().event).toMatchObject({ name: 'Hill climb', ownerId: 'coach' });
    expect(readResults(shown().event!)[0]!.state).toBe('on-course');
    // The creation is refused: commands on that event go from the screen, not from the device.
    store.setPending(pending.slice(1));
    expect(shown().event).toBeNull();
  });

  it('shows a second finish beside the first once another admin was quicker', () => {
    const race = createRace('ada');
    race.run(tap('start', 'ada'));
    const { store, shown } = createStore();
    store.mergeSnapshot({ ...admin, event: race.event });
    store.setPending([command('mine', tap('finish', 'ada'), 100)]);
    expect(shown().event!.counting['ada finish 1']).toBe('mine');
    const theirs = race.run(tap('finish', 'ada'), { second: 99 });
    store.mergeChanges('event', theirs.changes);
    expect(shown().event!.counting['ada finish 1']).toBe(theirs.id);
    expect(Object.keys(shown().event!.taps)).toContain('mine');
  });

  describe('a change of a kind that this page does not know', () => {
    const future = (after: Change) => ({ ...after, type: 'x-from-the-future', seq: after.seq + 1 }) as never as Change;
    const begin = () => {
      const race = createRace('ada');
      const world = createStore();
      world.store.mergeSnapshot({ ...admin, event: race.event });
      const { changes } = race.run(tap('start', 'ada'), { id: 'start', second: 10 });
      const unknown = future(changes.at(-1)!);
      return { ...world, race, changes, unknown };
    };

    it('is not skipped: what is shown ends before it, and says so', () => {
      const { store, shown, race, changes, unknown } = begin();
      store.mergeChanges('event', [...changes, unknown, { ...changes[0]!, seq: unknown.seq + 1 }]);
      expect(shown()).toMatchObject({ isOutdated: true, problem: null });
      expect(shown().event).toEqual(race.event);
      expect(store.hasGap('event')).toBe(false);
      store.mergeChanges('event', [{ ...changes[0]!, seq: unknown.seq + 2 }]);
      expect(shown().event).toEqual(race.event);
      expect(store.hasGap('event')).toBe(false);
    });

    it('stops no tap: what is recorded here is shown on the last state that is sure', () => {
      const { store, shown, changes, unknown } = begin();
      store.mergeChanges('event', [...changes, unknown]);
      store.setPending([command('finish', tap('finish', 'ada'), 70)]);
      expect(readResults(shown().event!)[0]).toMatchObject({ state: 'finished', duration: 60_000 });
    });

    it('in a whole event keeps what was known before; a whole that can be read ends it', () => {
      const { store, shown, race } = begin();
      store.mergeSnapshot({ ...admin, event: { ...race.event, seq: 9, needs: SCHEMA_VERSION + 1, name: 'Later' } });
      expect(shown()).toMatchObject({ isOutdated: true, event: { seq: 2, name: 'Tuesday 10' } });
      store.mergeSnapshot({ ...admin, event: race.event });
      expect(shown()).toMatchObject({ isOutdated: false, event: { seq: 3 } });
    });
  });

  it('reads the whole of an event as a node of the release before sends it', () => {
    const { store, shown } = createStore();
    const race = createRace('ada');
    race.run(tap('start', 'ada'), { second: 10 });
    race.run(tap('finish', 'ada'), { second: 70 });
    const { needs: _needs, ...before } = race.event;
    const taps = Object.values(before.taps).map(({ attempt: _attempt, ...tapped }) => [tapped.id, tapped]);
    store.mergeSnapshot({ ...admin, event: { ...before, taps: Object.fromEntries(taps) } as never });
    expect(shown().event).toEqual(race.event);
  });
});
