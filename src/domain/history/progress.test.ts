import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DatedRace, readProgress, trendOf } from './progress.ts';

const DAY = 86_400_000;
const WEEK = 7 * DAY;
const weekly = (...times: readonly number[]) => times.map((ms, index) => ({ at: index * WEEK, ms }));

test('[CO4] two results are no trend, nor are three within a week', () => {
  expect(trendOf(weekly(600_000, 500_000))).toBeNull();
  expect(trendOf([0, 1, 2].map((day) => ({ at: day * DAY, ms: 600_000 - day })))).toBeNull();
  expect(trendOf(weekly(600_000, 590_000, 580_000))).toEqual({
    results: 3,
    change: -20_000,
    perWeek: -10_000,
    says: 'faster',
  });
});

test('[CO4] results that point both ways are steady, however fast the last one was', () => {
  expect(trendOf(weekly(600_000, 610_000, 590_000))).toMatchObject({ says: 'steady' });
  expect(trendOf(weekly(600_000, 600_000, 600_000))).toMatchObject({ says: 'steady', change: 0 });
  expect(trendOf(weekly(590_000, 595_000, 605_000))).toMatchObject({ says: 'slower' });
});

test('[CO4] one puncture does not turn a trend', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 5, max: 12 }),
      fc.nat(),
      fc.integer({ min: 100_000, max: 3_000_000 }),
      (weeks, which, bad) => {
        const times = weekly(...Array.from({ length: weeks }, (_, week) => 1_500_000 - week * 2_000));
        const at = which % weeks;
        const made = trendOf(times.with(at, { ...times[at]!, ms: bad }))!;
        expect(made.perWeek).toBe(-2_000);
      },
    ),
  );
});

test('[CO4] the slope is the middle one of all pairs, whatever the dates', () => {
  const results = fc.uniqueArray(
    fc.record({ day: fc.integer({ min: 0, max: 200 }), ms: fc.integer({ min: 1, max: 99_999 }) }),
    {
      selector: ({ day }) => day,
      minLength: 3,
      maxLength: 9,
    },
  );
  fc.assert(
    fc.property(results, (unsorted) => {
      const times = unsorted.map(({ day, ms }) => ({ at: day * DAY, ms })).sort((one, other) => one.at - other.at);
      const made = trendOf(times);
      const [first, last] = [times[0]!.at, times[times.length - 1]!.at];
      if (last - first < 6 * DAY) {
        expect(made).toBeNull();
        return;
      }
      const slopes: number[] = [];
      for (let one = 0; one < times.length; one += 1)
        for (let other = one + 1; other < times.length; other += 1)
          slopes.push((times[other]!.ms - times[one]!.ms) / (times[other]!.at - times[one]!.at));
      const below = (value: number) => slopes.filter((slope) => slope < value - 1e-12).length;
      const above = (value: number) => slopes.filter((slope) => slope > value + 1e-12).length;
      const slope = made!.perWeek / WEEK;
      // Rounded to a millisecond a week: as many pairs are below the slope as above it.
      const slack = 1 / WEEK;
      expect(below(slope - slack)).toBeLessThanOrEqual(slopes.length / 2);
      expect(above(slope + slack)).toBeLessThanOrEqual(slopes.length / 2);
      if (made!.says === 'faster')
        expect(slopes.filter((each) => each < 0).length / slopes.length).toBeGreaterThanOrEqual(0.75);
    }),
  );
});

const raceOf = (week: number, times: Readonly<Record<string, number>>, more: Partial<DatedRace> = {}): DatedRace => ({
  eventId: `week-${week}`,
  at: week * WEEK,
  points: [],
  results: Object.entries(times).map(([racerId, ms]) => ({ racerId, name: racerId, ms, sections: [] })),
  ...more,
});

test('[CO5] a rider who only had better weather has no trend of their own', () => {
  const wind = [40_000, 25_000, 10_000, 0];
  const races = wind.map((slower, week) =>
    raceOf(week, {
      a: 600_000 + slower,
      b: 610_000 + slower,
      c: 620_000 + slower,
      fit: 630_000 + slower - week * 5_000,
    }),
  );
  const { days, racers } = readProgress(races);
  expect(days[0]! - days[3]!).toBeGreaterThan(35_000);
  const said = Object.fromEntries(
    racers.map(({ racerId, trend, ownTrend }) => [racerId, [trend!.says, ownTrend!.says]]),
  );
  expect(said).toEqual({
    a: ['faster', 'steady'],
    b: ['faster', 'steady'],
    c: ['faster', 'steady'],
    fit: ['faster', 'faster'],
  });
  expect(racers[0]!.racerId).toBe('fit');
});

test('[CO5] racers are listed from the largest gain to those without a trend', () => {
  const races = [
    raceOf(0, { slower: 100, faster: 200, most: 300, steady: 100, new: 10 }),
    raceOf(1, { slower: 110, faster: 190, most: 280, steady: 120 }),
    raceOf(2, { slower: 120, faster: 180, most: 260, steady: 90 }),
  ];
  expect(readProgress(races).racers.map(({ racerId, trend }) => [racerId, trend?.says ?? null])).toEqual([
    ['most', 'faster'],
    ['faster', 'faster'],
    ['steady', 'steady'],
    ['slower', 'slower'],
    ['new', null],
  ]);
});

test('[CO5] sections show on which part of the course time is gained; races with other points count by their times alone', () => {
  const on = (week: number, points: readonly string[], sections: readonly number[]): DatedRace =>
    raceOf(week, {}, { points, results: [{ racerId: 'a', name: 'A', ms: sections[0]! + sections[1]!, sections }] });
  const races = [
    on(0, ['Bridge'], [1, 2]),
    on(1, ['Top'], [300, 200]),
    on(2, ['Top'], [280, 201]),
    on(3, ['Top'], [260, 199]),
  ];
  const { sections, racers } = readProgress(races);
  expect(sections).toEqual([
    { from: null, to: 'Top' },
    { from: 'Top', to: null },
  ]);
  expect(racers[0]!.times).toHaveLength(4);
  expect(racers[0]!.sections.map((trend) => [trend!.results, trend!.change, trend!.says])).toEqual([
    [3, -40, 'faster'],
    [3, -1, 'steady'],
  ]);
});

test('[CO5] a racer has the name of the last race', () => {
  const named = (week: number, name: string) =>
    raceOf(week, {}, { results: [{ racerId: 'a', name, ms: 1, sections: [] }] });
  expect(readProgress([named(0, 'Ann Old'), named(1, 'Ann New')]).racers[0]!.name).toBe('Ann New');
  expect(readProgress([])).toEqual({ days: [], sections: [], racers: [] });
});
