import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyAll } from '../events/apply.ts';
import type { EnteredRacer, EventCommandBody } from '../events/commands.ts';
import type { EventState } from '../events/state.ts';
import { UnknownChange } from '../events/unknown-change.ts';
import { createRace, racer, tap, user } from '../../../tests/support/event-history.ts';
import { raceCommand } from '../../../tests/support/race-commands.ts';
import { shownToViewers } from '../../../tests/support/viewer-board.ts';
import { readChases } from '../results/chase.ts';
import { readResults } from '../results/read-results.ts';
import { readPoints } from '../results/split-board.ts';
import { readLeaderboard } from '../results/read-leaderboard.ts';
import { readBoard } from '../timing/board.ts';
import { durationMs, epochMs } from '../units.ts';
import { type Sight, sightOf, sights, sightsOf, viewChange, viewChanges, viewEvent, viewOf } from './views.ts';

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
  const followed = applyAll(null, viewChanges(race.log, 'viewer', race.event)!);
  expect(followed).toEqual(viewEvent(race.event, 'viewer'));
});

test('after any commands, a viewer and a guest who follow have the same as those who are given the whole', () => {
  fc.assert(
    fc.property(fc.array(fc.array(raceCommand, { maxLength: 5 }), { maxLength: 8 }), (batches) => {
      const race = createRace('a', 'b', 'c');
      const followed = { viewer: viewEvent(race.event, 'viewer'), guest: viewEvent(race.event, 'guest') };
      for (const batch of batches) {
        const changes = batch.flatMap((body) => race.run(body).changes);
        for (const sight of ['viewer', 'guest'] as const) {
          const seen = viewChanges(changes, sight, race.event);
          followed[sight] = seen === null ? viewEvent(race.event, sight) : applyAll(followed[sight], seen)!;
        }
        expect(shownToViewers(followed.viewer)).toEqual(shownToViewers(race.event));
        expect(boardOf(followed.viewer), 'the same board as an admin').toEqual(boardOf(race.event));
        expect(followed.guest).toEqual(viewEvent(race.event, 'guest'));
      }
      expect(applyAll(null, race.log)).toEqual(race.event);
    }),
    { numRuns: 300 },
  );
});

test('[OF7] a viewer who follows has the same corrections, with their times, as one who is given the whole', () => {
  const race = createRace('a');
  race.run(tap('start', 'a'), { second: 10 });
  const { id } = race.run(tap('finish', 'a'), { second: 60 });
  race.run({ type: 'official.set', note: '' }, { second: 100 });
  const before = viewEvent(race.event, 'viewer');
  const changes = [
    ...race.run({ type: 'tap.undo', tapId: id }, { second: 200 }).changes,
    ...race.run({ type: 'tap.correct', tapId: id, to: epochMs(1_700_000_055_000) }, { second: 210 }).changes,
  ];
  const seen = viewChanges(changes, 'viewer', race.event);
  const followed = seen === null ? viewEvent(race.event, 'viewer') : applyAll(before, seen)!;
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
  const hidden = new Set(['captured', 'by', 'seq', 'assignedSeq', 'reason', 'details', 'category', 'categoryRank']);
  return JSON.parse(JSON.stringify(board, (key, value: unknown) => (hidden.has(key) ? undefined : value))) as object;
}

test('[V33] what a viewer is given does not grow with taps that are in no result', () => {
  const race = createRace('a', 'b');
  for (const racerId of ['a', 'b']) for (const line of ['start', 'finish'] as const) race.run(tap(line, racerId));
  const sizeOf = () => JSON.stringify({ ...viewEvent(race.event, 'viewer'), seq: 0 }).length;
  const before = sizeOf();
  for (let index = 0; index < 50; index += 1) {
    const { id } = race.run(tap('finish', 'a'));
    race.run({ type: 'taps.shift', tapIds: [id], ms: durationMs(500), reason: 'a slow phone' });
    race.run({ type: 'tap.undo', tapId: id });
    race.run(tap('finish', null));
  }
  race.run({ type: 'rehearsal.begin' });
  expect(Object.keys(race.event.taps)).toHaveLength(104);
  expect(sizeOf()).toBeLessThan(before + 100);
});

describe('[V33] a viewer who never heard of a tap', () => {
  const raced = () => {
    const race = createRace('a', 'b');
    race.run(tap('start', 'a'));
    const second = race.run(tap('start', 'a')).id;
    const nobodys = race.run(tap('finish', null)).id;
    return { race, second, nobodys };
  };

  test.each([
    ['is chosen', ({ second }) => ({ type: 'tap.choose', tapId: second })],
    ['is given to a racer', ({ nobodys }) => ({ type: 'tap.assign', tapId: nobodys, racerId: 'b' })],
    ['is corrected, and does not count', ({ second }) => ({ type: 'tap.correct', tapId: second, to: epochMs(5) })],
    ['is taken back', ({ second }) => ({ type: 'tap.undo', tapId: second })],
  ] satisfies [string, (of: ReturnType<typeof raced>) => EventCommandBody][])('follows when it %s', (_, command) => {
    const of = raced();
    const given = viewEvent(of.race.event, 'viewer');
    expect(Object.keys(given.taps)).toHaveLength(1);
    const { changes } = of.race.run(command(of));
    const sent = viewChanges(changes, 'viewer', of.race.event)!;
    expect(boardOf(applyAll(given, sent)!)).toEqual(boardOf(of.race.event));
    expect(sent.map(({ type }) => type)).toEqual(['tap-recorded']);
  });

  test('is given the whole event where the tap has a time that no change can carry', () => {
    const { race, second } = raced();
    race.run({ type: 'tap.correct', tapId: second, to: epochMs(1_700_000_000_000) });
    const { changes } = race.run({ type: 'tap.choose', tapId: second });
    expect(viewChanges(changes, 'viewer', race.event)).toBeNull();
  });

  test('and follows the mean of the readings: a tap of the racer’s entry before is in none', () => {
    const race = createRace('a');
    race.run({ type: 'race.configure', settings: { readings: 'mean' } });
    const old = race.run(tap('start', 'a')).id;
    race.run({ type: 'entry.remove', racerId: 'a' });
    race.run({ type: 'entries.add', racers: [racer('a')] });
    race.run({ type: 'tap.undo', tapId: old });
    race.run(tap('start', 'a'), { second: 90 });
    const given = viewEvent(race.event, 'viewer');
    const sent = viewChanges(race.run({ type: 'tap.redo', tapId: old }).changes, 'viewer', race.event);
    const followed = sent === null ? viewEvent(race.event, 'viewer') : applyAll(given, sent)!;
    expect(boardOf(followed)).toEqual(boardOf(race.event));
    const again = viewChanges(race.run(tap('start', 'a'), { second: 92 }).changes, 'viewer', race.event)!;
    expect(boardOf(applyAll(followed, again)!)).toEqual(boardOf(race.event));
  });

  test('is told of a reading that does not count by its number alone', () => {
    const { race } = raced();
    const { changes } = race.run(tap('start', 'a'));
    expect(viewChanges(changes, 'viewer', race.event)).toMatchObject([{ type: 'withheld', by: { userId: '' } }]);
  });

  test('and whose page is given a change of it as it is, by a server of an earlier release, does not half apply it', () => {
    const { race, second } = raced();
    const given = viewEvent(race.event, 'viewer');
    expect(() => applyAll(given, race.run({ type: 'tap.choose', tapId: second }).changes)).toThrow(UnknownChange);
  });
});

test('nothing that a viewer gets names who runs the event', () => {
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
  const followed = applyAll(null, viewChanges(race.log, 'viewer', race.event)!)!;
  expect(followed).toEqual(viewEvent(race.event, 'viewer'));
  expect(readResults(followed)[0]).toMatchObject({ status: 'DNF', penalty: 5000 });
  expect(JSON.stringify(followed)).not.toContain('fell');
  expect(JSON.stringify(viewEvent(race.event, 'guest'))).toContain('fell at the bridge');
});

test('guests, who are anybody with the link, get no address; otherwise they see what admins see', () => {
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

  test('is an id to viewers, however they come to know of them, and a name to admins', () => {
    const { log, event } = gone();
    for (const after of log.keys()) {
      const sent = JSON.stringify(viewChanges(log.slice(after), 'viewer', event));
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
      const before = seq === 0 ? null : viewEvent(applyAll(null, log.slice(0, seq))!, 'viewer');
      const followed = applyAll(before, viewChanges(log.slice(seq), 'viewer', event)!);
      expect(followed, `from ${seq}`).toEqual(viewEvent(event, 'viewer'));
    }
  });

  test('comes back with the name: a viewer who follows across that gets the whole event', () => {
    const race = gone();
    race.run({ type: 'entry.restore', racerId: 'a' });
    for (const after of race.log.keys()) {
      expect(viewChanges(race.log.slice(after), 'viewer', race.event), `after ${after}`).toBeNull();
    }
    expect(viewEvent(race.event, 'viewer').entries['a']).toMatchObject({ name: 'Ada Swift', bib: '77' });
  });

  test('and is added anew under another name: the first one stays untold', () => {
    const race = gone();
    race.run({ type: 'entries.add', racers: [named('a', 'Alex Swift')] });
    const followed = viewChanges(race.log, 'viewer', race.event)!;
    expect(JSON.stringify(followed)).toContain('Alex');
    expect(JSON.stringify(followed)).not.toContain('Ada');
    expect(applyAll(null, followed)).toEqual(viewEvent(race.event, 'viewer'));
  });

  test('reads a page of the release before: it ignores that the name is to be forgotten, and shows no such row', () => {
    const { log, event } = gone();
    const asBefore = viewChanges(log, 'viewer', event)!.map((change) => {
      if (change.type !== 'entry-removed') return change;
      const { forgotten: _, ...known } = change;
      return known;
    });
    expect(readResults(applyAll(null, asBefore)!).map(({ entry }) => entry.name)).toEqual(['Bo Quick']);
    expect(readResults(viewEvent(event, 'viewer')).map(({ entry }) => entry.name)).toEqual(['Bo Quick']);
  });
});
