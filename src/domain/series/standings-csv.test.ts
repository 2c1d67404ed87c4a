import { expect, test } from 'vitest';
import { localNumbers } from '../timing/local-numbers.ts';
import { plainSeries, type SeriesRules } from './rules.ts';
import type { SeriesEvent } from './score-event.ts';
import { readStandings } from './standings.ts';
import { writeStandingsCsv } from './standings-csv.ts';

const NAMES = { a: 'Ada "Fast"', b: '=Bo' };
const SECONDS: Readonly<Record<string, readonly [number, number]>> = { first: [60, 61], second: [62, 61] };

const events = Object.entries(SECONDS).map(([eventId, times]): SeriesEvent => ({
  eventId,
  results: Object.entries(NAMES).map(([racerId, name], index) => ({
    racerId,
    name,
    category: racerId === 'a' ? 'Women' : 'Men',
    status: 'OK',
    hasStarted: true,
    ms: times[index]! * 1000,
  })),
}));
const named = [
  { id: 'first', name: 'Week 1' },
  { id: 'second', name: 'Week; 2' },
];

function write(rules: SeriesRules, language = 'en'): string[] {
  const text = writeStandingsCsv(
    { rules, standings: readStandings(events, [], rules), events: named },
    localNumbers([], language),
  );
  return text.slice(1).trimEnd().split('\r\n');
}

test('[SE10] standings are a table with a column for each event; a score that is dropped stands in brackets', () => {
  expect(write({ ...plainSeries, best: 1 })).toEqual([
    'Rank,Racer,Week 1,"Week; 2",Total',
    "1,'=Bo,(99),100,100",
    '2,"Ada ""Fast""",100,(99),100',
  ]);
});

test('[SE10] each category follows the other, split at semicolons where Excel does', () => {
  expect(write({ ...plainSeries, byCategory: true }, 'de')).toEqual([
    'Category;Rank;Racer;Week 1;"Week; 2";Total',
    'Women;1;"Ada ""Fast""";100;100;200',
    "Men;1;'=Bo;100;100;200",
  ]);
});

test('[SE5] where both are wanted, the standings of everybody stand before those of the categories', () => {
  expect(write({ ...plainSeries, byCategory: true, overall: true }).slice(1)).toEqual([
    "Overall,1,'=Bo,99,100,199",
    'Overall,2,"Ada ""Fast""",100,99,199',
    'Women,1,"Ada ""Fast""",100,100,200',
    "Men,1,'=Bo,100,100,200",
  ]);
});
