import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyAll } from '../events/apply.ts';
import type { EnteredRacer } from '../events/commands.ts';
import type { EventState } from '../model/state.ts';
import { createRace, racer, tap, user } from '../../../tests/support/event-history.ts';
import { raceCommand } from '../../../tests/support/race-commands.ts';
import { readChases } from '../results/chase.ts';
import { readResults } from '../results/read-results.ts';
import { readPoints } from '../results/split-board.ts';
import { readLeaderboard } from '../results/read-leaderboard.ts';
import { readBoard } from '../board/board.ts';
import { durationMs, epochMs } from '../units.ts';
import { sightsOf } from './sights-of.ts';
import { type Sight, sightOf, sights, viewChange, viewChanges, viewEvent, viewOf } from './views.ts';
import { inFull } from '../../../tests/support/in-full.ts';

function busyRace() {
  const race = createRace('a');
  race.run({ type: 'admin.invite', email: 'eli@example.org' });
  race.run({ type: 'admin.join' }, { actor: user('secret-guest', { isAnonymous: true, key: 'admin' }) });
  race.run(tap('start', 'a'), { actor: user('secret-guest', { isAnonymous: true }) });
  for (const [status, reason] of [
    ['DSQ', 'the coach saw it'],
    ['OK', 'the coach was wrong'],
  ] as const) {
    race.run({ type: 'status.set', racerId: 'a', attempt: 1, status, reason });
  }
  race.run({ type: 'group.share' });
  race.run({ type: 'keys.rotate', which: 'admin' });
  race.run({ type: 'event.configure', isIndexed: true });
  return race;
}

test('a viewer who follows the changes sees the same as one who is given the whole', () => {
  const race = busyRace();
  const followed = applyAll(null, viewChanges(race.log, 'plain', race.event)!);
  expect(followed).toEqual(viewEvent(race.event, 'plain'));
});

test('after any commands, pages that apply changes have the same as those that are given the whole', () => {
  fc.assert(
    fc.property(fc.array(fc.array(raceCommand, { maxLength: 5 }), { maxLength: 8 }), (batches) => {
      const race = createRace('a', 'b', 'c');
      const followed = { plain: viewEvent(race.event, 'plain'), guest: viewEvent(race.event, 'guest') };
      for (const batch of batches) {
        const changes = batch.flatMap((body) => race.run(body).changes);
        for (const telling of ['plain', 'guest'] as const) {
          const seen = viewChanges(changes, telling, race.event);
          followed[telling] = seen === null ? viewEvent(race.event, telling) : applyAll(followed[telling], seen)!;
        }
        expect(viewEvent(followed.plain, 'plain')).toEqual(viewEvent(race.event, 'plain'));
        expect(boardOf(followed.plain), 'the same board as an admin').toEqual(boardOf(race.event));
        expect(followed.guest).toEqual(viewEvent(race.event, 'guest'));
      }
      expect(applyAll(null, race.log)).toEqual(race.event);
    }),
    { numRuns: inFull(300, 100) },
  );
});

test('[OF7] a viewer who is told has the same corrections, with their times, as one who is given the whole', () => {
  const race = createRace('a');
  race.run(tap('start', 'a'), { second: 10 });
  const { id } = race.run(tap('finish', 'a'), { second: 60 });
  race.run({ type: 'official.set', note: '' }, { second: 100 });
  const before = viewEvent(race.event, 'plain');
  const changes = [
    ...race.run({ type: 'tap.undo', tapId: id }, { second: 200 }).changes,
    ...race.run({ type: 'tap.correct', tapId: id, to: epochMs(1_700_000_055_000) }, { second: 210 }).changes,
  ];
  const seen = viewChanges(changes, 'plain', race.event);
  const followed = seen === null ? viewEvent(race.event, 'plain') : applyAll(before, seen)!;
  expect(followed.official).toEqual(race.event.official);
  expect(Object.values(followed.official!.corrections)).toMatchObject([{ at: 1_700_000_200_000 }]);
});

/** A board without what viewers do not get: devices, reasons, racers' details, and numbers of changes. */
function boardOf(event: EventState): object {
  const board = {
    ...readBoard(event),
    leaderboard: readLeaderboard(event),
    points: readPoints(event),
    chases: [...readChases(event)],
  };
  const hidden = new Set([
    'captured',
    'by',
    'seq',
    'assignedSeq',
    'reason',
    'details',
    'category',
    'categoryRank',
    'source',
  ]);
  return JSON.parse(JSON.stringify(board, (key, value: unknown) => (hidden.has(key) ? undefined : value))) as object;
}

test('[V8] nothing that a viewer gets names who runs the event', () => {
  const race = busyRace();
  const sent = JSON.stringify([
    race.log.map((change) => viewChange(change, 'viewer', race.event)),
    viewEvent(race.event, 'viewer'),
  ]);
  for (const secret of ['coach', 'secret-guest', 'eli@example.org', 'device']) {
    expect(sent.replaceAll('"deviceId"', ''), secret).not.toContain(secret);
  }
});

test('[RES12] a viewer is told a status and a penalty, and why they were given is not told', () => {
  const race = busyRace();
  const of = { racerId: 'a', attempt: 1 };
  race.run({ type: 'status.set', ...of, status: 'DNF', reason: 'fell at the bridge' });
  race.run({ type: 'adjustment.add', ...of, ms: durationMs(5000), reason: 'fell on Bea' });
  const followed = applyAll(null, viewChanges(race.log, 'plain', race.event)!)!;
  expect(followed).toEqual(viewEvent(race.event, 'plain'));
  expect(readResults(followed)[0]).toMatchObject({ status: 'DNF', penalty: 5000 });
  expect(JSON.stringify(followed)).not.toContain('fell');
  expect(JSON.stringify(viewEvent(race.event, 'guest'))).toContain('fell at the bridge');
});

test('[V14] guests, who are anybody with the link, get no address; otherwise they see what admins see', () => {
  const race = busyRace();
  const changes = viewChanges(race.log, 'guest', race.event)!;
  expect(applyAll(null, changes)).toEqual(viewEvent(race.event, 'guest'));
  expect(JSON.stringify([changes, viewEvent(race.event, 'guest')])).not.toContain('eli@example.org');
  expect(viewEvent(race.event, 'guest').admins).toContainEqual({ kind: 'email', email: 'e…@example.org', by: [] });
  expect({ ...viewEvent(race.event, 'guest'), admins: [] }).toEqual({ ...race.event, admins: [] });
  const [guest, account] = [{ isAnonymous: true }, { isAnonymous: false }];
  expect(sightOf('admin', guest)).toBe('guest');
  expect(sightOf('guest', account)).toBe('guest');
  expect(sightOf('admin', account)).toBe('admin');
});

test('[V30] by a state one can tell in which sights it was given, as far as the sights differ in it', () => {
  const race = createRace('a');
  const seenBy = (sight: Sight) => ({ event: viewEvent(race.event, sight), view: viewOf(sight) });
  expect(sights.map((sight) => sightsOf(seenBy(sight)))).toEqual([['admin', 'guest'], ['admin', 'guest'], ['viewer']]);
  race.run({ type: 'admin.invite', email: 'eli@example.org' });
  expect(sights.map((sight) => sightsOf(seenBy(sight)))).toEqual([['admin'], ['guest'], ['viewer']]);
  const [invited] = race.event.admins;
  const { event } = seenBy('guest');
  expect(sightsOf({ event: { ...event, admins: [...event.admins, invited!] }, view: 'admin' })).toEqual([]);
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

  test('[V11] viewers get initials and everything else, admins get names', () => {
    const { event } = hidden();
    expect(namesIn(viewEvent(event, 'viewer'))).toEqual(['A. S.', 'B. Q.']);
    expect(viewEvent(event, 'viewer').entries['b']).toMatchObject({ groups: ['U18'], addedSeq: 4 });
    expect(namesIn(viewEvent(event, 'admin'))).toEqual(['Ada Swift', 'Bo Quick']);
  });

  test('across the switch, either way, viewers need the whole; admins follow', () => {
    const race = hidden();
    race.run({ type: 'event.configure', initialsOnly: false });
    const { log, event } = race;
    for (const after of [0, 1, 2, 3, 4]) expect(viewChanges(log.slice(after), 'plain', event)).toBeNull();
    expect(viewChanges(log, 'admin', event)).toEqual(log);
    expect(viewChanges([], 'plain', event)).toEqual([]);
  });

  test('a viewer who follows from the switch on sees the same as one who is given the whole', () => {
    const { log, event } = hidden();
    const atSwitch = viewEvent(applyAll(null, log.slice(0, 3))!, 'plain');
    const followed = applyAll(atSwitch, viewChanges(log.slice(3), 'plain', event)!);
    expect(followed).toEqual(viewEvent(event, 'plain'));
  });
});

describe('a racer who was removed', () => {
  const named = (racerId: string, name: string) => ({ ...racer(racerId), name, groups: ['Juniors'], bib: '77' });
  const raceWith = (...racers: EnteredRacer[]) => {
    const race = createRace();
    race.run({ type: 'entries.add', racers });
    return race;
  };
  const gone = () => {
    const race = raceWith(named('a', 'Ada Swift'), { ...racer('b'), name: 'Bo Quick' });
    race.run(tap('start', 'a'));
    race.run({ type: 'entry.remove', racerId: 'a' });
    race.run(tap('finish', 'a'));
    return race;
  };

  test('[V16] is an id to viewers, however they come to know of them, and a name to admins', () => {
    const { log, event } = gone();
    for (const after of log.keys()) {
      const sent = JSON.stringify(viewChanges(log.slice(after), 'plain', event));
      for (const told of ['Ada', 'Juniors', '77']) expect(sent, `after ${after}`).not.toContain(told);
    }
    const whole = viewEvent(event, 'viewer');
    expect(whole.entries['a']).toEqual({
      racerId: 'a',
      name: '',
      groups: [],
      bib: null,
      details: null,
      handicap: null,
      addedSeq: 2,
      removed: true,
    });
    expect(whole.entries['b']).toEqual(event.entries['b']);
    expect(viewEvent(event, 'guest').entries).toEqual(event.entries);
    expect(viewChanges(log, 'admin', event)).toEqual(log);
  });

  test('is forgotten by a viewer who knew the name, so that all viewers have the same', () => {
    const { log, event } = gone();
    for (const seq of log.keys()) {
      const before = seq === 0 ? null : viewEvent(applyAll(null, log.slice(0, seq))!, 'plain');
      const followed = applyAll(before, viewChanges(log.slice(seq), 'plain', event)!);
      expect(followed, `from ${seq}`).toEqual(viewEvent(event, 'plain'));
    }
  });

  test('comes back with the name: a viewer who follows across that gets the whole event', () => {
    const race = gone();
    race.run({ type: 'entry.restore', racerId: 'a' });
    for (const after of race.log.keys()) {
      expect(viewChanges(race.log.slice(after), 'plain', race.event), `after ${after}`).toBeNull();
    }
    expect(viewEvent(race.event, 'viewer').entries['a']).toMatchObject({ name: 'Ada Swift', bib: '77' });
  });

  test('and is added anew under another name: the first one stays untold', () => {
    const race = gone();
    race.run({ type: 'entries.add', racers: [named('a', 'Alex Swift')] });
    const followed = viewChanges(race.log, 'plain', race.event)!;
    expect(JSON.stringify(followed)).toContain('Alex');
    expect(JSON.stringify(followed)).not.toContain('Ada');
    expect(applyAll(null, followed)).toEqual(viewEvent(race.event, 'plain'));
  });

  test('reads a page of the release before: it ignores that the name is to be forgotten, and shows no such row', () => {
    const { log, event } = gone();
    const asBefore = viewChanges(log, 'plain', event)!.map((change) => {
      if (change.type !== 'entry-removed') return change;
      const { forgotten: _, ...known } = change;
      return known;
    });
    expect(readResults(applyAll(null, asBefore)!).map(({ entry }) => entry.name)).toEqual(['Bo Quick']);
    expect(readResults(viewEvent(event, 'viewer')).map(({ entry }) => entry.name)).toEqual(['Bo Quick']);
  });
});
