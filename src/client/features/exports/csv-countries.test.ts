import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { createRace, tap } from '../../../../tests/support/event-history.ts';
import { localNumbers } from '../../../domain/timing/local-numbers.ts';
import { durationMs, epochMs } from '../../../domain/units.ts';
import { writeDetailedCsv } from '../../../domain/exports/csv.ts';

/** How Excel of a country splits a file, and the sign that it takes for the one before decimals. */
const COUNTRIES = {
  'en-US': { separator: ',', decimal: '.' },
  'de-DE': { separator: ';', decimal: ',' },
  'fr-FR': { separator: ';', decimal: ',' },
  'es-ES': { separator: ';', decimal: ',' },
  'de-CH': { separator: ';', decimal: '.' },
  'es-MX': { separator: ',', decimal: '.' },
} as const;

/**
 * What Excel makes of a cell: a number; a time, in milliseconds; or a text. '12:30' is half past twelve, and two numbers with
 * the point of a day between them are a day where decimals have a comma.
 */
function readCell(cell: string, decimal: string): number | string {
  const [whole = '', part, ...more] = cell.split(decimal);
  const isPlain = (text: string) => /^\d+$/.test(text);
  if (more.length > 0 || (part !== undefined && !isPlain(part))) return 'text';
  if (isPlain(whole)) return Number(`${whole}.${part ?? 0}`);
  if (!/^\d+(?::\d\d){1,2}$/.test(whole)) return 'text';
  const [first = 0, second = 0, third] = whole.split(':').map(Number);
  const seconds =
    third !== undefined
      ? (first * 60 + second) * 60 + third
      : part === undefined
        ? (first * 60 + second) * 60
        : first * 60 + second;
  return Math.round(seconds * 1000 + Number(`0.${part ?? 0}`) * 1000);
}

function detailedIn(locale: keyof typeof COUNTRIES, unit: number): Record<string, number | string> {
  const race = createRace('a');
  race.run({ type: 'precision.set', precision: { unit: durationMs(unit), direction: 'down' } });
  race.run({ type: 'format.set', format: { handicap: 'grade' } });
  race.run({ type: 'handicaps.set', given: [{ racerId: 'a', handicap: { ms: 1_500_000, source: 'Table' } }] });
  race.run(tap('start', 'a'), { second: 100 });
  race.run({ type: 'tap.enter', line: 'finish', racerId: 'a', to: epochMs(1_700_000_100_000 + 1_856_120) });
  const { separator, decimal } = COUNTRIES[locale];
  const text = writeDetailedCsv(race.event, true, localNumbers(['ja', locale], locale.slice(0, 2)));
  const [titles = [], cells = []] = Papa.parse<string[]>(text.slice(1), { delimiter: separator }).data;
  return Object.fromEntries(titles.map((title, index) => [title, readCell(cells[index]!, decimal)]));
}

describe.each(Object.keys(COUNTRIES) as (keyof typeof COUNTRIES)[])('[EX2] Excel of %s', (locale) => {
  test('reads times as times and numbers as numbers', () => {
    expect(detailedIn(locale, 10)).toMatchObject({
      Rank: 1,
      Duration: 1_856_120,
      Handicap: 1_500_000,
      'Age Grade (%)': 80.81,
    });
  });

  test('takes no minutes for hours where results are whole seconds', () => {
    expect(detailedIn(locale, 1000)).toMatchObject({ Duration: 1_856_000 });
  });
});

test('[EX2] a reader whose locales are in other languages gets the signs of the page', () => {
  expect(localNumbers(['en-US', 'ja'], 'de')).toEqual({ decimal: ',', separator: ';' });
  expect(localNumbers([], 'en')).toEqual({ decimal: '.', separator: ',' });
});
