import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createRace, tap } from '../../../../tests/support/event-history.ts';
import { readRaceNow } from '../../../domain/board/race-now.ts';
import { epochMs } from '../../../domain/units.ts';
import { AnnouncerScreen } from './announcer-screen.tsx';
import { BoardScreen } from './board-screen.tsx';
import { OverlayScreen } from './overlay-screen.tsx';
import { readSettings } from './read-settings.ts';
import { chosenCategory } from './screen-lines.tsx';
import type { ScreenProps } from './screen-parts.tsx';

type Race = ReturnType<typeof createRace>;

function textOf(Screen: ComponentType<ScreenProps>, { event }: Race, search = ''): string {
  const at = epochMs(1_700_000_000_000 + 3_600_000);
  const settings = readSettings(new URLSearchParams(search));
  const race = readRaceNow(event, at, chosenCategory(event, settings));
  const screen = <Screen event={event} race={race} at={at} settings={settings} isConnected />;
  return renderToStaticMarkup(screen)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

function ride(race: Race, racerId: string, from: number, seconds: number, run = 1): void {
  race.run({ ...tap('start', racerId), run }, { second: from });
  race.run({ ...tap('finish', racerId), run }, { second: from + seconds });
}

test('[SC5] a finisher who is disqualified in an earlier run has the status, and no time of one run among totals', () => {
  const race = createRace('a', 'b');
  race.run({ type: 'format.set', format: { attempts: { count: 2, counts: 'sum', current: 1 } } });
  ride(race, 'a', 100, 61);
  ride(race, 'b', 200, 62);
  race.run({ type: 'status.set', racerId: 'b', attempt: 1, status: 'DSQ', reason: '' });
  race.run({ type: 'format.set', format: { attempts: { count: 2, counts: 'sum', current: 2 } } });
  ride(race, 'a', 1000, 61, 2);
  ride(race, 'b', 1100, 62, 2);
  for (const Screen of [AnnouncerScreen, BoardScreen]) {
    expect(textOf(Screen, race)).toContain('Racer b DSQ');
    expect(textOf(Screen, race)).not.toContain('01:02.00');
  }
});

test('[SC5] the time of one run says which run it is', () => {
  const race = createRace('a', 'b');
  race.run({ type: 'format.set', format: { attempts: { count: 2, counts: 'sum', current: 2 } } });
  ride(race, 'a', 100, 61, 2);
  expect(textOf(AnnouncerScreen, race)).toContain('01:01.00 heat 2');
  expect(textOf(BoardScreen, race)).toContain('01:01.00 heat 2');
});

test('[HC14] a time without a handicap says so on every screen, and an adjusted time is not called the fastest', () => {
  const race = createRace('a', 'b');
  race.run({ type: 'format.set', format: { handicap: 'plus' } });
  race.run({ type: 'handicaps.set', given: [{ racerId: 'a', handicap: { ms: 50_000, source: 'By hand' } }] });
  ride(race, 'a', 100, 61);
  expect(textOf(BoardScreen, race)).toContain('#1 Racer a 00:11.00 over target');
  expect(textOf(BoardScreen, race)).not.toContain('fastest so far');
  ride(race, 'b', 200, 41);
  expect(textOf(BoardScreen, race)).toContain('Racer b 00:41.00 no handicap');
  expect(textOf(AnnouncerScreen, race)).toContain('Racer b 00:41.00 no handicap');
  expect(textOf(OverlayScreen, race, 'show=rider&racer=b')).toContain('Racer b no handicap 00:41.00');
});

test('[SC4] where teams are ranked, no place among the racers is on the wall, and teams have their gaps', () => {
  const race = createRace('a', 'b', 'c');
  const teams = { of: 'team', score: 'nth', n: 1, displaces: false, quota: null, startsTogether: true } as const;
  race.run({ type: 'format.set', format: { teams, shows: ['team'] } });
  race.run({
    type: 'entries.add',
    racers: ['Red', 'Blue', 'Blue'].map((team, index) => ({
      racerId: `of ${index}`,
      name: `Rider ${index}`,
      groups: [],
      bib: null,
      details: { team },
    })),
  });
  ['of 0', 'of 1', 'of 2'].forEach((racerId, index) => ride(race, racerId, 100 + index, 61 + index));
  const text = textOf(BoardScreen, race);
  expect(text).toContain('#2 Blue 01:02.00 +1.00');
  expect(text).toContain('Last finisher Rider 2 01:03.00 Blue');
  expect(textOf(AnnouncerScreen, race)).toContain('Racers Finished 3 / 6');
});

test('[SC14] a screen of one category has its places, its finishes and its arrivals, and everybody where nobody is in it', () => {
  const race = createRace('a', 'b', 'c', 'd');
  const inCategory = (racerId: string, category: string) => ({
    racerId,
    details: { category, club: `Club ${racerId}` },
  });
  race.run({ type: 'format.set', format: { shows: ['category', 'club'] } });
  const given = [inCategory('a', 'Men'), inCategory('b', 'Women'), inCategory('c', 'Women'), inCategory('d', 'Men')];
  race.run({ type: 'details.set', given });
  ride(race, 'a', 100, 60);
  ride(race, 'b', 200, 61);
  ride(race, 'c', 300, 62);
  race.run(tap('start', 'd'), { second: 400 });
  const board = textOf(BoardScreen, race, 'category=Women');
  expect(board).toContain('Women');
  expect(board).toContain('#1 Racer b 01:01.00');
  expect(board).toContain('#2 Racer c 01:02.00 +1.00');
  expect(board).not.toMatch(/Racer [ad]|Finished/);
  expect(textOf(BoardScreen, race, 'category=Nobody')).toContain('#1 Racer a 01:00.00');
  const announcer = textOf(AnnouncerScreen, race, 'category=Men');
  expect(announcer).toMatch(/Coming in Racer d .* Men · Club d Just in .*Racer a #1 01:00\.00 Men · Club a/);
  expect(announcer).not.toMatch(/Racer [bc]/);
});

test('[SC7] the first five, or the first five teams, for a stream', () => {
  const race = createRace('a', 'b', 'c', 'd', 'e', 'f');
  'abcdef'.split('').forEach((racerId, index) => ride(race, racerId, 100 * (index + 1), 60 + index));
  expect(textOf(OverlayScreen, race, 'show=first').trim()).toMatch(
    /^#1 Racer a 01:00\.00 #2 Racer b \+1\.00 01:01\.00 .*#5 Racer e/,
  );
  expect(textOf(OverlayScreen, race, 'show=first')).not.toContain('Racer f');
});

function createTeams(startsTogether: boolean): Race {
  const race = createRace();
  const teams = { of: 'club', score: 'sum', n: 1, displaces: false, quota: null, startsTogether } as const;
  race.run({ type: 'format.set', format: { teams, shows: ['club'] } });
  const racers = ['Red', 'Blue'].map((club, index) => ({
    racerId: `r${index}`,
    name: `Rider ${index}`,
    groups: [],
    bib: null,
    details: { club },
  }));
  race.run({ type: 'entries.add', racers });
  racers.forEach(({ racerId }, index) => ride(race, racerId, 100 + 100 * index, 61 - index));
  return race;
}

test('[SC15] a screen that asks for teams ranks them, on the wall, over a video and for the announcer', () => {
  const race = createTeams(false);
  expect(textOf(BoardScreen, race)).toContain('#1 Rider 1 01:00.00');
  expect(textOf(BoardScreen, race, 'ranking=teams')).toMatch(/Clubs .*#1 Blue 01:00\.00 #2 Red 01:01\.00 \+1\.00/);
  expect(textOf(OverlayScreen, race, 'show=first&ranking=teams').trim()).toBe('#1 Blue 01:00.00 #2 Red +1.00 01:01.00');
  expect(textOf(OverlayScreen, race, 'show=last&ranking=teams').trim()).toBe('Rider 1 Blue 01:00.00');
  expect(textOf(AnnouncerScreen, race)).not.toContain('#2 Red');
  expect(textOf(AnnouncerScreen, race, 'ranking=teams')).toMatch(/Just in .*Clubs #1 Blue 01:00\.00 #2 Red 01:01\.00/);
  race.run({ type: 'format.set', format: { shows: [] } });
  expect(textOf(BoardScreen, race, 'ranking=teams'), 'clubs are not shown').toContain('#1 Rider 1 01:00.00');
});

test('[SC15] the leader of a team time trial is a team, unless the address asks for racers', () => {
  const race = createTeams(true);
  expect(textOf(OverlayScreen, race, 'show=leader').trim()).toBe('#1 Blue 01:00.00');
  expect(textOf(OverlayScreen, race, 'show=leader&ranking=racers').trim()).toBe('#1 Rider 1 01:00.00');
  expect(textOf(BoardScreen, race, 'ranking=racers')).toContain('#1 Rider 1 01:00.00');
});
