import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import { raceCommand } from '../../../tests/support/race-commands.ts';
import { frameOf } from '../../domain/sights/public-rows.ts';
import { type RowsFrame, setRows } from '../../domain/sights/set-rows.ts';
import { viewEvent } from '../../domain/sights/views.ts';
import { applyAll } from '../../domain/events/apply.ts';
import type { EventState } from '../../domain/model/state.ts';
import { readTeams } from '../../domain/results/read-teams.ts';
import { createFollowedLog, type FollowedLog } from './followed-log.ts';
import { inFull } from '../../../tests/support/in-full.ts';

/** Two clubs, of which one of three must be a woman to count. Viewers see clubs, and never a gender. */
function raceOfClubs() {
  const race = createRace('a', 'b', 'c');
  race.run({
    type: 'format.set',
    format: {
      shows: ['club'],
      teams: {
        of: 'club',
        score: 'sum',
        n: 1,
        displaces: false,
        quota: { gender: 'F', class: null, least: 1 },
        startsTogether: false,
      },
    },
  });
  const given = [
    { racerId: 'a', details: { club: 'Wheelers', gender: 'M' as const } },
    { racerId: 'b', details: { club: 'Wheelers', gender: 'F' as const } },
    { racerId: 'c', details: { club: 'Climbers', gender: 'F' as const } },
  ];
  race.run({ type: 'details.set', given });
  return race;
}

const seenIn = (event: EventState) => viewEvent(event, 'viewer');

function frameAfter(log: FollowedLog, after: number): RowsFrame | null {
  const touched = log.touchedSince(after);
  if (touched === 'all') return null;
  const frame = frameOf(log.told, after, touched, log.headSeq > after, log.teamsSince(after));
  return JSON.parse(JSON.stringify(frame)) as RowsFrame;
}

const follow = (page: EventState, log: FollowedLog): EventState => {
  const frame = frameAfter(log, page.seq);
  return frame === null ? seenIn(applyAll(log.told, [])!) : setRows(page, frame);
};

test('[V34] after any commands, viewers who cannot see the quota have the teams of the organiser', () => {
  let framed = 0;
  fc.assert(
    fc.property(fc.array(fc.array(raceCommand, { maxLength: 4 }), { maxLength: 8 }), (batches) => {
      const race = raceOfClubs();
      const log = createFollowedLog(applyAll(race.event, [])!);
      let page = seenIn(race.event);
      for (const batch of batches) {
        log.append(batch.flatMap((body) => race.run(body).changes));
        log.advance(page.seq);
        page = follow(page, log);
        expect(page).toEqual(seenIn(race.event));
        if (page.teams === undefined) continue;
        framed += 1;
        const byKey = (event: EventState) => readTeams(event)!.map(({ key, rank, score }) => [key, rank, score]);
        expect(byKey(page)).toEqual(byKey(race.event));
      }
    }),
    { numRuns: inFull(300, 100) },
  );
  expect(framed).toBeGreaterThan(100);
});

test('[V34] a frame has the teams that changed, and no others', () => {
  const race = raceOfClubs();
  const log = createFollowedLog(applyAll(race.event, [])!);
  const after = race.event.seq;
  for (const line of ['start', 'finish'] as const) log.append(race.run(tap(line, 'b')).changes);
  log.advance(after);
  expect(Object.keys(frameAfter(log, after)!.teams!)).toEqual(['wheelers']);
  log.append(race.run({ type: 'entry.remove', racerId: 'c' }).changes);
  log.advance(race.event.seq - 1);
  expect(frameAfter(log, race.event.seq - 1)!.teams).toEqual({ climbers: null });
});

test('[V34] a page of before the log was read is given the whole: a team may have ended unseen', () => {
  const race = raceOfClubs();
  const page = seenIn(race.event);
  race.run({ type: 'entry.remove', racerId: 'c' });
  const log = createFollowedLog(applyAll(race.event, [])!);
  log.remember(race.log);
  expect(Object.keys(follow(page, log).teams!)).toEqual(['wheelers']);
});

test('[V36] nobody learns of a gender from the rules that viewers are sent', () => {
  const race = raceOfClubs();
  race.run({
    type: 'format.set',
    format: {
      shows: ['club', 'category'],
      categories: [{ name: 'Bronze', group: 'secret group', gender: 'F', class: 'T36', ages: [41, 41] }],
    },
  });
  race.run({ type: 'handicaps.set', given: [{ racerId: 'a', handicap: { ms: 1, source: 'Table of the surgery' } }] });
  for (const telling of ['viewer', 'plain'] as const) {
    const text = JSON.stringify(viewEvent(race.event, telling));
    expect(text).toContain('Bronze');
    for (const secret of ['"F"', '"M"', 'T36', '41,41', 'secret group', 'Table of the surgery']) {
      expect(text).not.toContain(secret);
    }
  }
  const page = seenIn(race.event);
  expect(Object.values(page.entries).every(({ details }) => details?.category === undefined)).toBe(true);
});
