import { expect, test } from 'vitest';
import { type Telling, viewEvent, viewOf } from '../../domain/sights/views.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { applyAll } from '../../domain/events/apply.ts';
import type { Change } from '../../domain/model/changes.ts';
import type { EventCommandBody } from '../../domain/events/commands.ts';
import { createRace, racer, tap, user } from '../../../tests/support/event-history.ts';
import { aReader } from '../../../tests/support/readers.ts';
import { durationMs, epochMs } from '../../domain/units.ts';
import { createKnownEvents } from './known-events.ts';
import { createLane } from './lane.ts';

const tellings: readonly Telling[] = ['admin', 'guest', 'viewer', 'plain'];
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
  const position = (rewrites = 0) => ({ id: race.event.id, seq: race.event.seq, rewrites });
  const whole = async (sight: Telling, given: typeof keys | undefined) =>
    JSON.parse(new TextDecoder().decode((await known.readWhole(position(), sight, given, aReader))!)) as object;
  return { race, asked, known, position, whole };
}

test('however many readers ask at once, an event is read once, and then only its later changes', async () => {
  const { race, asked, known, position } = openRace();
  await Promise.all(Array.from({ length: 50 }, () => known.readWhole(position(), 'viewer', undefined, aReader)));
  expect(asked).toEqual({ loads: 1, changes: 0 });
  race.run(tap('start', 'a'));
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => known.readWhole(position(), 'viewer', undefined, aReader)),
  );
  expect(asked).toEqual({ loads: 1, changes: 1 });
  expect(new Set(answers).size, 'and written once').toBe(1);
  expect((await known.read(position(), aReader))?.seq).toBe(race.event.seq);
  expect(asked).toEqual({ loads: 1, changes: 1 });
});

test('[A26] an event read before its log was rewritten is read anew, whole', async () => {
  const { asked, known, position } = openRace();
  const before = await known.readWhole(position(), 'viewer', undefined, aReader);
  const after = await known.readWhole(position(1), 'viewer', undefined, aReader);
  expect(asked).toEqual({ loads: 2, changes: 0 });
  expect(after).not.toBe(before);
  await known.readWhole(position(1), 'viewer', undefined, aReader);
  expect(asked.loads).toBe(2);
});

test('a reader who asks while an event is being read gets what was stored when they asked', async () => {
  const { race, known, position } = openRace();
  const before = known.read(position(), aReader);
  race.run(tap('start', 'a'));
  const after = known.read(position(), aReader);
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
  const position = { id: 'event', seq: race.event.seq, rewrites: 0 };
  await expect(known.read(position, aReader)).rejects.toThrow('away');
  fails = false;
  expect(await known.read(position, aReader)).toEqual(race.event);
});

const helper = user('helper');
const steps: readonly (readonly [EventCommandBody, Actor?])[] = [
  [{ type: 'admin.join' }, { ...helper, key: 'admin' }],
  [{ type: 'rehearsal.begin' }],
  [tap('start', 'b')],
  [{ type: 'rehearsal.end', keeps: false }],
  [tap('start', 'a')],
  [{ type: 'tap.undo', tapId: 'command-7' }],
  [{ type: 'tap.redo', tapId: 'command-7' }],
  [tap('start', 'a')],
  [{ type: 'tap.choose', tapId: 'command-10' }],
  [{ type: 'tap.correct', tapId: 'command-10', to: null }],
  [{ type: 'tap.correct', tapId: 'command-10', to: epochMs(1_700_000_000_000) }],
  [{ type: 'entries.add', racers: [{ ...racer('c'), name: 'Ada Swift' }] }],
  [tap('start', null)],
  [{ type: 'tap.assign', tapId: 'command-15', racerId: 'c' }],
  [{ type: 'status.set', racerId: 'a', attempt: 1, status: 'DSQ', reason: 'Ada took a short cut' }],
  [{ type: 'adjustment.add', racerId: 'a', attempt: 1, ms: durationMs(5000), reason: 'Ada was helped' }],
  [{ type: 'adjustment.remove', racerId: 'a', attempt: 1, adjustmentId: 'command-18' }],
  [{ type: 'precision.set', precision: { unit: durationMs(1000), direction: 'up' } }],
  [{ type: 'bibs.set', bibs: [{ racerId: 'a', bib: '7' }] }],
  [{ type: 'schedule.set', slots: [{ racerId: 'b', order: 2, at: epochMs(1_700_000_000_000) }], was: null }],
  [{ type: 'schedule.shift', from: epochMs(1_600_000_000_000), ms: durationMs(30_000) }],
  [{ type: 'race.configure', settings: { startPolicy: 'schedule', points: [{ line: 'top', name: 'Top' }] } }],
  [{ type: 'helper.name', name: 'Sam', post: 'finish' }],
  [{ type: 'tap.enter', line: 'finish', racerId: 'a', to: epochMs(1_700_000_060_000) }],
  [{ type: 'tap.fill', tapId: 'command-10', to: epochMs(1_700_000_001_000), correction: durationMs(40), of: 10 }],
  [{ type: 'taps.shift', tapIds: ['command-10'], ms: durationMs(-500), reason: 'Ada’s phone was late' }],
  [{ type: 'shift.undo', shiftId: 'command-28' }],
  [{ type: 'statuses.set', racerIds: ['a'], status: 'DNF', reason: 'Ada had a puncture' }],
  [{ type: 'event.configure', initialsOnly: true }],
  [tap('start', 'b')],
  [{ type: 'entry.remove', racerId: 'c' }],
  [{ type: 'details.set', given: [{ racerId: 'a', details: { born: 1980, club: 'Wheelers', gender: 'F' } }] }],
  [
    {
      type: 'format.set',
      format: {
        categories: [{ name: 'V40', group: null, gender: null, class: null, ages: [40, 99] }],
        shows: ['category', 'club'],
      },
    },
  ],
  [{ type: 'details.set', given: [{ racerId: 'a', details: { born: 1990, club: 'Wheelers', gender: 'F' } }] }],
  [{ type: 'handicaps.set', given: [{ racerId: 'a', handicap: { ms: 30_000, source: 'Club table 2026' } }] }],
  [{ type: 'official.set', note: '' }],
  [{ type: 'official.set', note: null }],
  [{ type: 'event.rename', name: 'Wednesday' }],
  [{ type: 'taps.move', taps: [{ tapId: 'command-10', line: 'top' }] }],
  [{ type: 'race.stop' }],
  [{ type: 'race.resume', stopId: 'command-42', ms: durationMs(600_000) }],
  [{ type: 'times.check', times: [{ racerId: 'a', attempt: 1, ms: durationMs(60_000) }] }],
  [{ type: 'tap.see', tapId: 'command-10', uncertainty: durationMs(21) }],
  [{ type: 'entry.restore', racerId: 'c' }],
  [{ type: 'event.configure', initialsOnly: false }],
  [{ type: 'entry.rename', racerId: 'a', name: 'Ada Right' }],
  [{ type: 'admin.invite', email: 'eli@example.org' }],
  [{ type: 'admin.uninvite', email: 'eli@example.org' }],
  [{ type: 'group.share' }],
  [{ type: 'group.withdraw' }],
  [{ type: 'event.delete' }],
  [{ type: 'event.restore' }],
  [{ type: 'owner.change', userId: 'helper' }],
];

/** Kinds that only a server makes change nothing that a tap shows. */
type Kind = Exclude<Change['type'], 'withheld' | 'credits-awaited' | 'credits-paid'>;
const everyKind: Readonly<Record<Kind, true>> = {
  'event-created': true,
  'event-renamed': true,
  'event-configured': true,
  'event-deleted': true,
  'event-restored': true,
  'entries-added': true,
  'entry-renamed': true,
  'entry-removed': true,
  'entry-restored': true,
  'tap-recorded': true,
  'tap-undone': true,
  'tap-restored': true,
  'tap-corrected': true,
  'tap-chosen': true,
  'tap-assigned': true,
  'status-set': true,
  'statuses-set': true,
  'adjustment-added': true,
  'adjustment-removed': true,
  'precision-set': true,
  'tap-entered': true,
  'tap-seen': true,
  'tap-filled': true,
  'taps-shifted': true,
  'shift-undone': true,
  'taps-moved': true,
  'bibs-set': true,
  'schedule-set': true,
  'schedule-shifted': true,
  'race-stopped': true,
  'race-resumed': true,
  'times-checked': true,
  'race-configured': true,
  'format-set': true,
  'details-set': true,
  'handicaps-set': true,
  'official-set': true,
  'helper-named': true,
  'rehearsal-begun': true,
  'rehearsal-ended': true,
  'admin-added': true,
  'admin-removed': true,
  'owner-changed': true,
  'event-shared': true,
  'event-withdrawn': true,
  'keys-rotated': true,
};

test('[V26] after every kind of change, each reader gets exactly what their sight of the event is', async () => {
  const { race, whole } = openRace();
  for (const [step, actor] of steps) {
    expect(race.run(step, actor === undefined ? {} : { actor }).refused, step.type).toBeNull();
    for (const telling of tellings) {
      const given = telling === 'admin' ? keys : undefined;
      expect(await whole(telling, given), step.type).toEqual({
        view: viewOf(telling),
        event: viewEvent(race.event, telling),
        ...(given && { keys }),
      });
    }
  }
  expect(new Set(race.log.map(({ type }) => type))).toEqual(new Set(Object.keys(everyKind)));
});

test('keys that were changed are in the next answer', async () => {
  const { race, whole } = openRace();
  await whole('admin', keys);
  race.run({ type: 'keys.rotate', which: 'admin' });
  expect(await whole('admin', { ...keys, admin: 'another' })).toMatchObject({ keys: { admin: 'another' } });
});

test('many taps are written in blocks, and every one of them is there', async () => {
  const { race, whole, position } = openRace();
  await whole('guest', undefined);
  for (let index = 0; index < 600; index += 1) race.run(tap('start', 'a'));
  expect(await whole('guest', undefined)).toEqual({ view: 'admin', event: viewEvent(race.event, 'guest') });
  race.run({ type: 'tap.undo', tapId: 'command-300' });
  const { event } = (await whole('guest', undefined)) as { event: typeof race.event };
  expect([event.seq, event.taps['command-300']?.undone]).toEqual([position().seq, true]);
});

test('[V34] the text for viewers has the taps in the results, as they come and go', async () => {
  const { race, whole } = openRace();
  const racers = Array.from({ length: 300 }, (_, index) => racer(`r${index}`));
  race.run({ type: 'entries.add', racers });
  for (const { racerId } of racers) race.run(tap('start', racerId));
  const seen = async () => ((await whole('viewer', undefined)) as { event: typeof race.event }).event;
  expect(Object.keys((await seen()).taps)).toHaveLength(300);
  const second = race.run(tap('start', 'r7')).id;
  const first = race.event.counting['r7 start 1']!;
  expect(await seen()).toEqual(viewEvent(race.event, 'viewer'));
  race.run({ type: 'tap.choose', tapId: second });
  expect(Object.keys((await seen()).taps)).not.toContain(first);
  race.run({ type: 'race.configure', settings: { readings: 'mean' } });
  expect(Object.keys((await seen()).taps)).toEqual(expect.arrayContaining([first, second]));
  race.run({ type: 'tap.undo', tapId: second });
  race.run({ type: 'race.configure', settings: { readings: 'first' } });
  for (const { racerId } of racers)
    race.run({ type: 'tap.undo', tapId: race.event.counting[`${racerId} start 1`] ?? '' });
  expect((await seen()).taps).toEqual({});
});

test('large events that are read in turn do not pile up: the one that was read longest ago is read anew', async () => {
  const loads: string[] = [];
  const race = createRace('a');
  const known = createKnownEvents({
    lane: createLane(),
    async loadEvent({ id }) {
      loads.push(id);
      return { ...applyAll(null, race.log)!, id, seq: 40_000 };
    },
    readChanges: async () => [],
  });
  const look = (id: string) => known.read({ id, seq: 1, rewrites: 0 }, aReader);
  for (const id of ['one', 'two', 'one', 'three', 'one', 'two']) await look(id);
  expect(loads).toEqual(['one', 'two', 'three', 'two']);
});
