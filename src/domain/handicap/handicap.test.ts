import { expect, test } from 'vitest';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import { readLeaderboard } from '../results/read-leaderboard.ts';
import { epochMs } from '../units.ts';
import { ok, refuse } from '../result.ts';
import { findStandard } from './age-grade.ts';
import { lookUp } from './look-up.ts';
import { lookedOf } from './looked.ts';
import { giveHandicaps, propose } from './propose.ts';
import { startsFromHandicaps, startsFromTimes } from './pursuit.ts';
import { findTableSeparator, readHandicapTable } from './read-table.ts';
import { roadStandards } from './road-standards.ts';
import { readTargets } from './target.ts';
import { MAX_TABLE_ROWS } from '../limits.ts';

const read = (text: string, separator = ',') =>
  readHandicapTable(
    text.split('\n').map((line, index) => ({ line: index + 1, cells: line.split(separator) })),
    { classLength: 60, ms: 864_000_000 },
  );
const anybody = { gender: null, class: null, age: null, meters: null };

test('[HC6] titles stand in any order and case, with decimal commas and times of day', () => {
  const text =
    'Club table\nSECONDS;Age;Class;Distance (km)\n90,5;40;Tandem;16,1\n26:06;50-54;Women;40\n1:02:03;70+;;\n';
  expect(read(text, ';')).toEqual({
    rows: [
      { meters: 16_100, class: 'Tandem', gender: null, ages: [40, 40], ms: 90_500 },
      { meters: 40_000, class: null, gender: 'F', ages: [50, 54], ms: 1_566_000 },
      { meters: null, class: null, gender: null, ages: [70, 120], ms: 3_723_000 },
    ],
    faults: [],
    holes: 0,
  });
  expect(read('distance,class,gender,age,seconds\n10 mi,Road,m,40,60').rows[0]).toMatchObject({
    meters: 16_093.44,
    class: 'Road',
    gender: 'M',
  });
});

test.each([
  ['seconds;age\n90,5;40\n91,5;41', ';'],
  ['Club, 2026\nage,class,seconds\n40,A,90', ','],
  ['age\tseconds\n40\t90,5', '\t'],
  ['seconds\n90,5', null],
])('[HC6] the separator of %j is found by the titles', (text, separator) => {
  expect(findTableSeparator(text)).toBe(separator);
});

test.each([
  ['10,,40,60', 'distance-unclear', '10'],
  ['10 leagues,,40,60', 'distance-unclear', '10 leagues'],
  ['10 mi,,forty,60', 'age-unclear', 'forty'],
  ['10 mi,,50-40,60', 'age-unclear', '50-40'],
  ['10 mi,,200,60', 'age-unclear', '200'],
  ['10 mi,,40,-60', 'seconds-below-zero', '-60'],
  ['10 mi,,40,=A1+60', 'seconds-unclear', '=A1+60'],
  ['10 mi,,40,26:61', 'seconds-unclear', '26:61'],
  ['10 mi,,40,9999999', 'seconds-too-many', '9999999'],
  [`10 mi,${'x'.repeat(61)},40,60`, 'class-too-long', 'x'.repeat(40)],
])('[HC7] the line %s is named with its fault', (line, fault, cell) => {
  expect(read(`distance,class,age,seconds\n${line}`)).toEqual({
    rows: [],
    faults: [{ line: 2, fault, cell }],
    holes: 0,
  });
});

test('[HC7] a thousand with a comma may be one and a bit: it is not guessed', () => {
  expect(read('seconds;age\n1,566;40', ';').faults[0]).toMatchObject({ line: 2, fault: 'seconds-unclear' });
});

test('[HC7] two lines that differ about the same racer are named, holes are counted, and sizes are bounded', () => {
  const text = 'distance,class,age,seconds\n10 mi,A,40,60\n10 mi,a,40,61\n10 mi,A,41,\n10 mi, a ,40,60';
  expect(read(text)).toMatchObject({ faults: [{ line: 3, fault: 'said-twice', cell: '2' }], holes: 1 });
  expect(read(text).rows).toHaveLength(1);
  const many = `age,seconds\n${'40,60\n'.repeat(100_000)}`;
  expect(read(many)).toMatchObject({ rows: [], faults: [{ fault: 'too-many-rows' }] });
  expect(read(`age,seconds\n${'40,60\n'.repeat(MAX_TABLE_ROWS)}`).faults).toEqual([]);
  expect(read('age,class\n40,A').faults[0]).toMatchObject({ fault: 'no-titles' });
  expect(read('').faults[0]).toMatchObject({ fault: 'no-rows' });
});

test('[HC8] the line that says most counts, and between two ages or distances it is in proportion', () => {
  const { rows } = read(
    'distance,class,gender,age,seconds\n10 mi,,M,40,0\n10 mi,,M,50,100\n25 mi,,M,40,0\n25 mi,,M,50,300\n10 mi,Tandem,,,30',
  );
  const find = (looked: Partial<typeof anybody> | object) => lookUp(rows, { ...anybody, meters: 16_093, ...looked });
  expect(find({ gender: 'M', age: 50 })).toEqual({
    ok: true,
    value: { ms: 100_000, betweenAges: null, betweenMeters: null },
  });
  expect(find({ gender: 'M', age: 43 })).toMatchObject({ value: { ms: 30_000, betweenAges: [40, 50] } });
  expect(find({ gender: 'M', age: 50, meters: 1.75 * 16_093.44 })).toMatchObject({
    value: { ms: 200_000, betweenMeters: [16_093.44, 40_233.6] },
  });
  expect(find({ gender: 'M', age: 43, class: 'TANDEM' })).toMatchObject({ value: { ms: 30_000, betweenAges: null } });
});

test.each([
  [{ gender: 'M', age: 39 }, 'age-not-in-table'],
  [{ gender: 'M', age: 51 }, 'age-not-in-table'],
  [{ gender: 'M', age: null }, 'no-year'],
  [{ gender: null, age: 40 }, 'no-gender'],
  [{ gender: 'F', age: 40 }, 'class-not-in-table'],
  [{ gender: 'M', age: 40, meters: null }, 'no-distance'],
  [{ gender: 'M', age: 40, meters: 80_000 }, 'distance-not-in-table'],
] as const)('[HC9] %j has no handicap, and a reason', (looked, error) => {
  const { rows } = read('distance,gender,age,seconds\n10 mi,M,40,0\n10 mi,M,50,100');
  expect(lookUp(rows, { ...anybody, meters: 16_093, ...looked })).toEqual({ ok: false, error });
});

test('[HC9] without a class, a table of classes has nothing to say', () => {
  const { rows } = read('class,seconds\nRoad,60');
  expect(lookUp(rows, anybody)).toEqual({ ok: false, error: 'no-class' });
});

test('[HC10] the age is that of the year of the race, and a year after it is none', () => {
  const { event } = createRace('a');
  const year = new Date(event.createdAt).getUTCFullYear();
  expect(lookedOf(event, { born: year - 54, gender: 'M' })).toEqual({
    gender: 'M',
    class: null,
    age: 54,
    meters: null,
  });
  expect(lookedOf(event, { born: 2090 }).age).toBeNull();
  expect(lookedOf(event, null).age).toBeNull();
});

test('[HC11] a man of 54 with 42:25 over 10 km has 73.29 % by the standard of 2020', () => {
  const of = { open: 1603, factors: `${'10000'.repeat(49)}08594` };
  const standard = findStandard(
    { version: '2020', tables: [{ meters: 10_000, M: of, F: of }] },
    { ...anybody, gender: 'M', age: 54, meters: 10_000 },
  );
  expect(standard).toEqual({ ok: true, value: 1_865_255 });
  expect(((1_865_255 / 2_545_000) * 100).toFixed(2)).toBe('73.29');
});

/** Cells of the published sheet 'Age standards in seconds', which has full seconds. */
test.each([
  ['M', 54, 10_000, 1845],
  ['M', 12, 5000, 840],
  ['M', 70, 1609.344, 315],
  ['M', 70, 42_195, 9880],
  ['M', 54, 100_000, 24_737],
  ['F', 54, 10_000, 2049],
  ['F', 12, 21_097.5, 4486],
  ['F', 70, 16_093.44, 4203],
  ['F', 70, 200_000, 83_977],
] as const)('[HC11] the standard of %s %i over %d m is %i s', (gender, age, meters, seconds) => {
  const standard = findStandard(roadStandards, { ...anybody, gender, age, meters });
  expect(standard.ok && Math.round(standard.value / 1000)).toBe(seconds);
});

test('[HC11] between two distances the standard goes by the logarithm; beyond the tables there is none', () => {
  const man = { ...anybody, gender: 'M', age: 25 } as const;
  const [five, six] = [769, 930];
  const share = Math.log(5500 / 5000) / Math.log(6000 / 5000);
  const found = findStandard(roadStandards, { ...man, meters: 5500 });
  expect(found.ok && found.value).toBe(Math.round((five * (1 - share) + six * share) * 1000));
  expect(findStandard(roadStandards, { ...man, meters: 800 })).toEqual({ ok: false, error: 'distance-not-in-table' });
  expect(findStandard(roadStandards, { ...man, meters: 300_000 })).toEqual({
    ok: false,
    error: 'distance-not-in-table',
  });
  expect(findStandard(roadStandards, { ...man, meters: null })).toEqual({ ok: false, error: 'no-distance' });
  for (const age of [4, 100]) {
    expect(findStandard(roadStandards, { ...man, age, meters: 5000 })).toEqual({
      ok: false,
      error: 'age-not-in-table',
    });
  }
  expect(findStandard(roadStandards, { ...man, gender: 'X', meters: 5000 })).toEqual({ ok: false, error: 'no-gender' });
});

test('[HC12] a target is the mean or the best of the own earlier results', () => {
  const races = [
    new Map([
      ['a', 60_000],
      ['b', 70_000],
    ]),
    new Map([['a', 61_010]]),
  ];
  expect(readTargets(races, 'mean')).toEqual(
    new Map([
      ['a', { ms: 60_510, races: 2 }],
      ['b', { ms: 70_000, races: 1 }],
    ]),
  );
  expect(readTargets(races, 'best').get('a')).toEqual({ ms: 60_000, races: 2 });
});

test('[HC13] starts from gaps are full seconds; the leader goes first, with handicaps the one with the most', () => {
  const times = new Map([
    ['slow', 75_500],
    ['lead', 60_000],
    ['near', 60_499],
  ]);
  expect([...startsFromTimes(times)]).toEqual([
    ['lead', 0],
    ['near', 0],
    ['slow', 16_000],
  ]);
  const handicaps = new Map([
    ['fast', 0],
    ['slow', 90_000],
  ]);
  expect([...startsFromHandicaps(handicaps)]).toEqual([
    ['slow', 0],
    ['fast', 90_000],
  ]);
});

test('[HC13] in a pursuit from gaps the first across the line wins, whatever the own times are', () => {
  const race = createRace('lead', 'chase', 'last');
  const first = 1_700_000_100_000;
  const starts = startsFromTimes(new Map(Object.entries({ lead: 60_000, chase: 70_400, last: 90_000 })));
  race.run({ type: 'race.configure', settings: { startPolicy: 'schedule' } });
  const slots = [...starts].map(([racerId, offset], index) => ({
    racerId,
    order: index + 1,
    at: epochMs(first + offset),
  }));
  race.run({ type: 'schedule.set', slots });
  const given = [...starts].map(([racerId, offset]) => ({ racerId, handicap: { ms: -offset, source: 'Pursuit' } }));
  race.run({ type: 'handicaps.set', given });
  race.run({ type: 'format.set', format: { handicap: 'time' } });
  // The last one has the best time of the day and is third across the line.
  for (const [racerId, second] of [
    ['chase', 160],
    ['lead', 161],
    ['last', 162],
  ] as const) {
    race.run(tap('finish', racerId), { second });
  }
  const { ranked } = readLeaderboard(race.event);
  expect(ranked.map(({ entry, rank, actualRank, gap }) => [entry.racerId, rank, actualRank, gap])).toEqual([
    ['chase', 1, 2, 0],
    ['lead', 2, 3, 1000],
    ['last', 3, 1, 2000],
  ]);
});

test('[HC9] a proposal lists those without a handicap first, and applying it takes theirs away', () => {
  const { event } = createRace('a', 'b', 'c');
  const found = { ms: 60_000, betweenAges: null, betweenMeters: null };
  const proposals = propose(event, (_looked, racerId) => (racerId === 'b' ? refuse('no-year') : ok(found)));
  expect(giveHandicaps(proposals, 'Club 2026')).toEqual([
    { racerId: 'b', handicap: null },
    { racerId: 'a', handicap: { ms: 60_000, source: 'Club 2026' } },
    { racerId: 'c', handicap: { ms: 60_000, source: 'Club 2026' } },
  ]);
});
