import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRace, racer, tap } from '../../../tests/support/event-history.ts';
import { raceCommand } from '../../../tests/support/race-commands.ts';
import type { Change } from '../model/changes.ts';
import type { EventCommandBody } from '../events/commands.ts';
import { ZERO_LINE } from '../model/lines.ts';
import { type EventState } from '../model/state.ts';
import { readLeaderboard } from '../results/read-leaderboard.ts';
import { durationMs, epochMs } from '../units.ts';
import { hasHiddenTeams } from '../results/read-teams.ts';
import { racersOf, touchedSince } from '../events/touched-racers.ts';
import { frameOf, rowsOf } from './public-rows.ts';
import { type RowsFrame, setRows } from './set-rows.ts';
import { viewEvent } from './views.ts';
import { inFull } from '../../../tests/support/in-full.ts';

const seenIn = (event: EventState) => viewEvent(event, 'viewer');

/** A viewer who gets a frame with every batch of changes, or the whole where rows will not do. */
function follow(page: EventState, event: EventState, touched: ReadonlySet<string> | 'all'): EventState {
  return touched === 'all' || hasHiddenTeams(event)
    ? seenIn(event)
    : setRows(page, sent(frameOf(event, page.seq, touched, true)));
}

/** Frames are read from text: nothing of the server's state may be part of a page's. */
const sent = (frame: RowsFrame): RowsFrame => JSON.parse(JSON.stringify(frame)) as RowsFrame;

test('[V34] [V35] after any commands, a viewer who is sent rows has the same as one who is given the whole', () => {
  let wholes = 0;
  let frames = 0;
  fc.assert(
    fc.property(fc.array(fc.array(raceCommand, { maxLength: 5 }), { maxLength: 8 }), (batches) => {
      const race = createRace('a', 'b', 'c');
      let [live, polling] = [seenIn(race.event), seenIn(race.event)];
      for (const batch of batches) {
        const changes: Change[] = [];
        const touched: (string | 'all')[] = [];
        for (const body of batch) {
          const { taps } = race.event;
          const made = race.run(body).changes;
          // Of changes of one command only the first is sure to find the taps as they were.
          for (const change of made) touched.push(...[racersOf(change, (tapId) => taps[tapId]?.racerId)].flat());
          changes.push(...made);
        }
        const known = touched.includes('all') ? 'all' : new Set(touched);
        if (known === 'all') wholes += 1;
        else frames += 1;
        live = follow(live, race.event, known);
        polling = follow(polling, race.event, touchedSince(race.event, changes));
        expect(live).toEqual(seenIn(race.event));
        expect(polling).toEqual(seenIn(race.event));
      }
    }),
    { numRuns: inFull(500, 150) },
  );
  expect(frames, 'rows were sent, and not always the whole').toBeGreaterThan(wholes / 4);
});

test('[V34] [V35] a frame says how racers stand: a page that is further than it was made for takes it too', () => {
  fc.assert(
    fc.property(fc.array(raceCommand, { minLength: 2, maxLength: 12 }), fc.nat(11), (bodies, at) => {
      const race = createRace('a', 'b', 'c');
      const before = race.event.seq;
      let page = seenIn(race.event);
      const changes = bodies.flatMap((body, index) => {
        const made = race.run(body).changes;
        if (index === at) page = seenIn(race.event);
        return made;
      });
      const touched = touchedSince(race.event, changes);
      if (touched === 'all' || hasHiddenTeams(race.event)) return;
      expect(setRows(page, sent(frameOf(race.event, before, touched, true)))).toEqual(seenIn(race.event));
    }),
    { numRuns: inFull(300, 100) },
  );
});

test('[V34] what a viewer is given does not grow with taps that are in no result', () => {
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

describe('[V34] a viewer who never heard of a tap', () => {
  const raced = () => {
    const race = createRace('a', 'b');
    race.run(tap('start', 'a'));
    const second = race.run(tap('start', 'a')).id;
    const nobodys = race.run(tap('finish', null)).id;
    const finish = race.run(tap('finish', 'a')).id;
    return { race, second, nobodys, finish };
  };

  test.each([
    ['is chosen', ({ second }) => ({ type: 'tap.choose', tapId: second })],
    ['is given to a racer', ({ nobodys }) => ({ type: 'tap.assign', tapId: nobodys, racerId: 'b' })],
    [
      'is taken from one racer and given to another',
      ({ finish }) => ({ type: 'tap.assign', tapId: finish, racerId: 'b' }),
    ],
    ['is taken from a racer', ({ finish }) => ({ type: 'tap.assign', tapId: finish, racerId: null })],
    ['is corrected, and does not count', ({ second }) => ({ type: 'tap.correct', tapId: second, to: epochMs(5) })],
    ['is taken back', ({ second }) => ({ type: 'tap.undo', tapId: second })],
  ] satisfies [string, (of: ReturnType<typeof raced>) => EventCommandBody][])('follows when it %s', (_, command) => {
    const of = raced();
    const page = seenIn(of.race.event);
    const { taps } = of.race.event;
    const [change] = of.race.run(command(of)).changes;
    const touched = racersOf(change!, (tapId) => taps[tapId]?.racerId);
    expect(touched).not.toBe('all');
    const followed = follow(page, of.race.event, new Set(touched));
    expect(followed).toEqual(seenIn(of.race.event));
    expect(readLeaderboard(followed).ranked.map(({ duration }) => duration)).toEqual(
      readLeaderboard(of.race.event).ranked.map(({ duration }) => duration),
    );
  });

  test('and asks by number is given the whole where nobody knows any more who had the tap', () => {
    const { race, finish } = raced();
    const { changes: given } = race.run({ type: 'tap.assign', tapId: finish, racerId: 'b' });
    expect(touchedSince(race.event, given)).toBe('all');
    const { changes } = race.run({ type: 'tap.assign', tapId: finish, racerId: 'a' });
    expect(touchedSince(race.event, [...race.log.slice(-2, -1), ...changes])).toBe('all');
    expect(touchedSince(race.event, race.log.slice(1))).toEqual(new Set(['a', 'b']));
  });
});

test('[V34] taps on the line that compares clocks are no viewer’s, whoever they were made for', () => {
  const race = createRace('a');
  race.run({ type: 'tap.record', line: ZERO_LINE, run: 1, racerId: 'a' });
  expect(seenIn(race.event)).toMatchObject({ taps: {}, counting: {} });
  expect(rowsOf(race.event, new Set(['a'])).rows).toMatchObject([{ taps: [] }]);
});

test('[V34] rows of racers who are not in a frame keep their identity, so that their results are not made anew', () => {
  const race = createRace('a', 'b');
  for (const racerId of ['a', 'b']) race.run(tap('start', racerId));
  race.run({ type: 'status.set', racerId: 'b', attempt: 1, status: 'DNF', reason: '' });
  const page = seenIn(race.event);
  race.run(tap('finish', 'a'));
  const next = setRows(page, sent(frameOf(race.event, page.seq, new Set(['a']), false)));
  expect(next.entries['b']).toBe(page.entries['b']);
  expect(next.rulings['b 1']).toBe(page.rulings['b 1']);
  const [start] = Object.values(page.taps).filter(({ racerId }) => racerId === 'b');
  expect(next.taps[start!.id]).toBe(start);
  expect(Object.keys(next.entries)).toEqual(['a', 'b']);
});

test('[V34] a racer who is gone takes taps, rulings and corrections along; one who is new is simply there', () => {
  const race = createRace('a', 'b');
  for (const racerId of ['a', 'b']) for (const line of ['start', 'finish'] as const) race.run(tap(line, racerId));
  race.run({ type: 'official.set', note: '' });
  race.run({ type: 'status.set', racerId: 'a', attempt: 1, status: 'DSQ', reason: '' });
  const page = seenIn(race.event);
  const frame = { ...sent(frameOf(race.event, page.seq, new Set(), false)), seq: page.seq + 1, gone: ['a'] };
  const without = setRows(page, frame);
  expect(without.seq).toBe(page.seq + 1);
  expect(JSON.stringify(without)).not.toContain('"a"');
  expect(JSON.stringify(without)).not.toContain('"a ');
  const back = setRows(without, sent(frameOf(race.event, page.seq, new Set(['a']), false)));
  expect(back).toEqual(seenIn(race.event));
});

test('[V34] a frame has no more than was touched, however many racers there are', () => {
  const many = Array.from({ length: 500 }, (_, index) => `racer-${index}`);
  const race = createRace(...many);
  const sizeWith = (racerId: string) => {
    const { changes } = race.run(tap('start', racerId));
    const touched = touchedSince(race.event, changes);
    return JSON.stringify(frameOf(race.event, race.event.seq - 1, new Set(touched), false)).length;
  };
  expect(sizeWith('racer-7')).toBeLessThan(600);
  expect(race.run({ type: 'entries.add', racers: [racer('late')] }).changes).toHaveLength(1);
});
