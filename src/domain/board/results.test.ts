import { describe, expect, test } from 'vitest';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import { epochMs } from '../units.ts';
import { csvFileName, writeDetailedCsv, writeResultsCsv } from '../exports/csv.ts';
import { readLeaderboard } from '../results/read-leaderboard.ts';
import { formatTimeOfDay } from '../timing/local-time.ts';
import { defaultEventName, isTimeZone } from '../timing/time-zones.ts';
import { countRacers, listInactive, listOnCourse } from '../results/lists.ts';
import { readResults } from '../results/read-results.ts';

function timed(durations: Record<string, number>) {
  const race = createRace(...Object.keys(durations));
  for (const [racerId, seconds] of Object.entries(durations)) {
    race.run(tap('start', racerId), { second: 100 });
    race.run(tap('finish', racerId), { second: 100 + seconds });
  }
  return race;
}

const ranks = (race: ReturnType<typeof timed>) =>
  readLeaderboard(race.event).ranked.map(({ entry, rank, gap }) => [entry.racerId, rank, gap]);

describe('the leaderboard', () => {
  test('[T8] is ordered by duration, and equal displayed times share a rank: #1, #1, #3', () => {
    expect(ranks(timed({ c: 70, a: 60.004, b: 60.009, d: 60.01 }))).toEqual([
      ['a', 1, 0],
      ['b', 1, 0],
      ['d', 3, 10],
      ['c', 4, 10_000],
    ]);
  });

  test('on course is ordered by start, and everybody is counted once', () => {
    const race = createRace('a', 'b', 'c', 'd');
    race.run(tap('start', 'b'), { second: 130 });
    race.run(tap('start', 'a'), { second: 160 });
    race.run(tap('start', 'd'), { second: 100 });
    race.run(tap('finish', 'd'), { second: 150 });
    const times = readResults(race.event);
    expect(listOnCourse(times).map(({ entry }) => entry.racerId)).toEqual(['b', 'a']);
    expect(listInactive(times).map(({ entry }) => entry.racerId)).toEqual(['c']);
    expect(countRacers(times)).toEqual({ total: 4, finished: 1, onCourse: 2 });
  });
});

describe('local times', () => {
  const at = epochMs(Date.UTC(2026, 2, 29, 1, 30, 5));
  test("[R6] are those of the event's own zone", () => {
    expect(formatTimeOfDay(at, 'Europe/Zurich')).toBe('03:30:05');
    expect(formatTimeOfDay(epochMs(Date.UTC(2026, 0, 1)), 'UTC')).toBe('00:00:00');
    expect(defaultEventName(at, 'America/New_York')).toBe('Race 03/28/2026 21:30');
    expect([isTimeZone('Europe/Zurich'), isTimeZone('Mars/Base')]).toEqual([true, false]);
  });
});

describe('the CSV', () => {
  test("[X1] has exactly the four columns, in the event's time", () => {
    const race = timed({ a: 65.5 });
    expect(writeResultsCsv(race.event)).toBe(
      '\u{FEFF}Racer,Start Time,Finish Time,Duration\r\nRacer a,23:15:00,23:16:05,01:05.50\r\n',
    );
  });

  test('[X1] quotes what must be quoted and defuses formulas, in every script', () => {
    const race = createRace();
    const names = ['=HYPERLINK("x")', 'a,b', 'say "hi"', 'two\nlines', '+1', '-1', '@x', '張', ' lead', 'plain'];
    race.run({
      type: 'entries.add',
      racers: names.map((name, index) => ({ racerId: `r${index}`, name, groups: [], bib: null })),
    });
    const cells = writeResultsCsv(race.event)
      .split('\r\n')
      .slice(1, -1)
      .map((row) => row.replace(/,,,$/, ''));
    expect(cells.toSorted()).toEqual(
      [
        '"\'=HYPERLINK(""x"")"',
        '"a,b"',
        '"say ""hi"""',
        '"two\nlines"',
        "'+1",
        "'-1",
        "'@x",
        '張',
        '" lead"',
        'plain',
      ].toSorted(),
    );
  });

  test('the detailed one says what the four columns cannot', () => {
    const race = timed({ a: 60 });
    const second = race.run(tap('finish', 'a'), { second: 170 });
    race.run({ type: 'tap.correct', tapId: second.id, to: null });
    const [, row] = writeDetailedCsv(race.event).split('\r\n');
    expect(row).toBe('1,,Racer a,,finished,23:15:00,23:16:00,01:00.00,OK,01:00.00,,,,44,1,,,,,Tuesday 10,2023-11-14');
  });

  test('the file name keeps letters, digits, dots and dashes', () => {
    expect(csvFileName('Tuesday 10/Mill-Lane é.1')).toBe('Tuesday_10_Mill-Lane_é.1_results.csv');
  });
});
