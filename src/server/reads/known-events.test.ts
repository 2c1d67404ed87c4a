import { expect, test } from 'vitest';
import { type Sight, viewEvent, viewOf } from '../../domain/access/views.ts';
import { applyAll } from '../../domain/events/apply.ts';
import type { EventCommandBody } from '../../domain/events/commands.ts';
import { createRace, racer, tap, user } from '../../domain/events/fixtures.ts';
import { createKnownEvents } from './known-events.ts';
import { createLane } from './lane.ts';

const sights: readonly Sight[] = ['admin', 'guest', 'viewer'];
const keys = { admin: 'adminkey', viewer: 'viewerkey' };

function openRace() {
  const race = createRace('a', 'b');
  const asked = { loads: 0, changes: 0 };
  const known = createKnownEvents({
    lane: createLane(),
    async loadEvent() {
      asked.loads += 1;
      return applyAll(null, race.log);
    },
    async readChanges(_eventId, after) {
      asked.changes += 1;
      return race.log.filter(({ seq }) => seq > after);
    },
  });
  const place = () => ({ id: race.event.id, seq: race.event.seq });
  const whole = async (sight: Sight, given: typeof keys | undefined) =>
    JSON.parse(new TextDecoder().decode((await known.readWhole(place(), sight, given))!)) as object;
  return { race, asked, known, place, whole };
}

test('however many ask at once, an event is read once, and then only what came after', async () => {
  const { race, asked, known, place } = openRace();
  await Promise.all(Array.from({ length: 50 }, () => known.readWhole(place(), 'viewer', undefined)));
  expect(asked).toEqual({ loads: 1, changes: 0 });
  race.run(tap('start', 'a'));
  const answers = await Promise.all(Array.from({ length: 50 }, () => known.readWhole(place(), 'viewer', undefined)));
  expect(asked).toEqual({ loads: 1, changes: 1 });
  expect(new Set(answers).size, 'and written once').toBe(1);
  expect((await known.read(place()))?.seq).toBe(race.event.seq);
  expect(asked).toEqual({ loads: 1, changes: 1 });
});

test('whoever asks while it is being read gets what was stored when they asked', async () => {
  const { race, known, place } = openRace();
  const before = known.read(place());
  race.run(tap('start', 'a'));
  const after = known.read(place());
  await before;
  expect((await after)?.seq).toBe(race.event.seq);
});

test('a read that fails is tried again by the next who asks', async () => {
  let fails = true;
  const race = createRace('a');
  const known = createKnownEvents({
    lane: createLane(),
    async loadEvent() {
      if (fails) throw new Error('The database is away');
      return applyAll(null, race.log);
    },
    readChanges: async () => [],
  });
  const place = { id: 'event', seq: race.event.seq };
  await expect(known.read(place)).rejects.toThrow('away');
  fails = false;
  expect(await known.read(place)).toEqual(race.event);
});

const steps: readonly EventCommandBody[] = [
  tap('start', 'a'),
  { type: 'tap.undo', tapId: 'command-3' },
  { type: 'tap.redo', tapId: 'command-3' },
  tap('finish', 'a'),
  { type: 'tap.correct', tapId: 'command-6', to: null },
  { type: 'entries.add', racers: [{ ...racer('c'), name: 'Ada Swift' }] },
  tap('start', null),
  { type: 'tap.assign', tapId: 'command-9', racerId: 'c' },
  { type: 'event.configure', initialsOnly: true },
  tap('start', 'b'),
  { type: 'entry.remove', racerId: 'c' },
  { type: 'event.rename', name: 'Wednesday' },
  { type: 'entry.restore', racerId: 'c' },
  { type: 'event.configure', initialsOnly: false },
  { type: 'admin.invite', email: 'eli@example.org' },
];

test('after every change, each reader gets exactly what their sight of the event is', async () => {
  const { race, whole } = openRace();
  race.run({ type: 'admin.join' }, { actor: user('helper', { key: 'admin' }) });
  for (const step of steps) {
    race.run(step);
    for (const sight of sights) {
      const given = sight === 'admin' ? keys : undefined;
      expect(await whole(sight, given), step.type).toEqual({
        view: viewOf(sight),
        event: JSON.parse(JSON.stringify(viewEvent(race.event, sight))),
        ...(given && { keys }),
      });
    }
  }
});

test('keys that were changed are in the next answer', async () => {
  const { race, whole } = openRace();
  await whole('admin', keys);
  race.run({ type: 'keys.rotate', which: 'admin' });
  expect(await whole('admin', { ...keys, admin: 'another' })).toMatchObject({ keys: { admin: 'another' } });
});

test('many taps are written in blocks, and every one of them is there', async () => {
  const { race, whole, place } = openRace();
  await whole('viewer', undefined);
  for (let index = 0; index < 600; index += 1) race.run(tap('start', 'a'));
  expect(await whole('viewer', undefined)).toEqual({ view: 'viewer', event: viewEvent(race.event, 'viewer') });
  race.run({ type: 'tap.undo', tapId: 'command-300' });
  const { event } = (await whole('viewer', undefined)) as { event: typeof race.event };
  expect([event.seq, event.taps['command-300']?.undone]).toEqual([place().seq, true]);
});

test('large events that are read in turn do not pile up: the one that was read longest ago is read anew', async () => {
  const loads: string[] = [];
  const race = createRace('a');
  const known = createKnownEvents({
    lane: createLane(),
    async loadEvent(id) {
      loads.push(id);
      return { ...applyAll(null, race.log)!, id, seq: 40_000 };
    },
    readChanges: async () => [],
  });
  const look = (id: string) => known.read({ id, seq: 1 });
  for (const id of ['one', 'two', 'one', 'three', 'one', 'two']) await look(id);
  expect(loads).toEqual(['one', 'two', 'three', 'two']);
});
