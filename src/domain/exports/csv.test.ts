import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import { readResults } from '../results/read-results.ts';
import { tapUncertainty } from '../results/uncertainty.ts';
import { durationMs, epochMs } from '../units.ts';
import { csvFileName, detailedCsvFileName, writeDetailedCsv, writeResultsCsv } from './csv.ts';
import { localNumbers } from '../timing/local-numbers.ts';

function raceOf(names: readonly string[], groups: readonly string[] = []) {
  const race = createRace();
  const racers = names.map((name, index) => ({ racerId: `r${index}`, name, groups, bib: null }));
  race.run({ type: 'entries.add', racers });
  return race;
}

/** Reads a CSV by RFC 4180, so that the writer is not judged by its own rules. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows.filter((cells) => cells.length > 1);
}

test('[HC14] the detailed file has the handicap, its source and the adjusted rank; the four columns stay as they are', () => {
  const race = createRace('a', 'b');
  for (const [racerId, seconds] of Object.entries({ a: 60, b: 61 })) {
    race.run(tap('start', racerId), { second: 100 });
    race.run(tap('finish', racerId), { second: 100 + seconds });
  }
  const before = writeResultsCsv(race.event);
  race.run({ type: 'handicaps.set', given: [{ racerId: 'b', handicap: { ms: 90_000, source: '=Club 2026' } }] });
  expect(readCsv(writeDetailedCsv(race.event))[0]).not.toContain('Handicap');
  race.run({ type: 'format.set', format: { handicap: 'time' } });
  const [header, ...rows] = readCsv(writeDetailedCsv(race.event));
  const at = header!.indexOf('Handicap');
  expect(header!.slice(at, at + 4)).toEqual(['Handicap', 'Handicap Source', 'Adjusted', 'Adjusted Rank']);
  expect(rows.map((row) => row.slice(at, at + 4))).toEqual([
    ['', '', '', ''],
    ['01:30.00', "'=Club 2026", '−00:29.00', '1'],
  ]);
  expect(writeResultsCsv(race.event)).toBe(before);
});

test('[CA5] several runs are listed one after the other, with the run and the total in columns of their own', () => {
  const race = createRace('a', 'b');
  race.run({ type: 'format.set', format: { attempts: { count: 2, counts: 'sum', current: 2 } } });
  for (const [run, begin] of [
    [1, 100],
    [2, 300],
  ] as const) {
    race.run({ ...tap('start', 'a'), run }, { second: begin });
    race.run({ ...tap('finish', 'a'), run }, { second: begin + 60 });
  }
  race.run(tap('start', 'b'), { second: 500 });
  race.run(tap('finish', 'b'), { second: 550 });
  const [head, ...rows] = readCsv(writeResultsCsv(race.event).slice(1));
  expect(head!.slice(3)).toEqual(['Duration', 'Run', 'Total', 'Total Rank']);
  expect(rows.map(([name, , , ...rest]) => [name, ...rest])).toEqual([
    ['Racer b', '00:50.00', '1', '', ''],
    ['Racer a', '01:00.00', '1', '02:00.00', '1'],
    ['Racer a', '01:00.00', '2', '02:00.00', '1'],
    ['Racer b', '', '2', '', ''],
  ]);
  const detailed = readCsv(writeDetailedCsv(race.event).slice(1))[0]!;
  expect(detailed.slice(detailed.indexOf('Total Status') + 1)).toEqual([
    'Category',
    'Club',
    'Team',
    'Class',
    'Event',
    'Date',
  ]);
});

test('[EX2] the detailed file says who a racer is, the splits and which event it was, and splits at a semicolon where Excel does', () => {
  const race = createRace('a');
  race.run({ type: 'race.configure', settings: { points: [{ line: 'p1', name: 'Half; way' }] } });
  const details = { club: '=Wheelers', team: 'Rovers', class: 'Elite', category: 'V40', born: 1980 };
  race.run({ type: 'details.set', given: [{ racerId: 'a', details }] });
  race.run(tap('start', 'a'), { second: 100 });
  race.run({ type: 'tap.enter', line: 'p1', racerId: 'a', to: epochMs(1_700_000_130_500) });
  race.run(tap('finish', 'a'), { second: 160 });
  const [head, row] = readCsv(writeDetailedCsv(race.event).slice(1));
  const from = head!.indexOf('Category');
  expect(head!.slice(from)).toEqual(['Category', 'Club', 'Team', 'Class', 'Half; way', 'Event', 'Date']);
  expect(row!.slice(from)).toEqual(['V40', "'=Wheelers", 'Rovers', 'Elite', '00:30.50', 'Tuesday 10', '2023-11-14']);
  const split = writeDetailedCsv(race.event, true, localNumbers([], 'de')).split('\r\n');
  expect(split[1]).toMatch(/;V40;'=Wheelers;Rovers;Elite;"00:30,50";Tuesday 10;2023-11-14$/);
  expect(split[0]).toContain(';"Half; way";');
  expect(writeResultsCsv(race.event)).toContain('Racer,Start Time,Finish Time,Duration');
});

test('[F10] a filled time carries its mark in the detailed file', () => {
  const race = createRace('a', 'b');
  race.run(tap('start', 'a'), { second: 100 });
  const { id: tapId } = race.run(tap('finish', 'a'), { second: 160 });
  race.run({ type: 'tap.fill', tapId, to: epochMs(1_700_000_159_960), correction: durationMs(40), of: 10 });
  const [head, row] = readCsv(writeDetailedCsv(race.event).slice(1));
  expect(row![head!.indexOf('Mark')]).toBe('filled');
  race.run({ type: 'tap.correct', tapId, to: null });
  expect(readCsv(writeDetailedCsv(race.event).slice(1))[1]![head!.indexOf('Mark')]).toBe('');
});

describe('the four columns', () => {
  test('are the same four for everybody, with a time or without', () => {
    const race = createRace('a', 'b', 'c');
    race.run(tap('start', 'a'), { second: 100 });
    race.run(tap('finish', 'a'), { second: 160 });
    race.run(tap('start', 'b'), { second: 110 });
    expect(readCsv(writeResultsCsv(race.event).slice(1))).toEqual([
      ['Racer', 'Start Time', 'Finish Time', 'Duration'],
      ['Racer a', '23:15:00', '23:16:00', '01:00.00'],
      ['Racer b', '23:15:10', '', ''],
      ['Racer c', '', '', ''],
    ]);
  });

  test('begin with the mark that makes a spreadsheet read UTF-8, and rows end as RFC 4180 says', () => {
    const text = writeResultsCsv(raceOf(['Žofie', '山田']).event);
    expect(text.startsWith('\u{FEFF}Racer,')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(text.endsWith('\r\n')).toBe(true);
  });

  test('a name comes back as it was typed, whatever is in it', () => {
    const plain = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
      .filter((name) => !/[=+\-@＝＋－＠\t\r\n]/.test(name));
    fc.assert(
      fc.property(
        fc.array(fc.oneof(plain, fc.constantFrom('a,b', 'say "hi"', 'a;b', 'שרה כהן', '👩‍👩‍👧', '""')), { minLength: 1 }),
        (names) => {
          const rows = readCsv(writeResultsCsv(raceOf(names).event).slice(1)).slice(1);
          expect(rows.map(([name]) => name).toSorted()).toEqual(names.toSorted());
        },
      ),
    );
  });

  test('a line break stays inside its cell', () => {
    const [, row] = readCsv(writeResultsCsv(raceOf(['two\nlines']).event).slice(1));
    expect(row).toEqual(['two\nlines', '', '', '']);
  });
});

describe('no cell is a formula', () => {
  test.each([
    ['=HYPERLINK("http://x","y")', '\'=HYPERLINK("http://x","y")'],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1+1', "'＝1+1"],
    [' =1+1', " '=1+1"],
    ['\t=1', "\t'=1"],
    ['\rx', "'\rx"],
    ['\nx', "'\nx"],
    ['x;=1+1', "x;'=1+1"],
    ['x\t=1+1', "x\t'=1+1"],
    ['a-b=c', 'a-b=c'],
  ])('%j is written as %j', (name, written) => {
    expect(readCsv(writeResultsCsv(raceOf([name]).event).slice(1))[1]?.[0]).toBe(written);
  });

  test('nor is a group of the detailed one', () => {
    const [, row] = readCsv(writeDetailedCsv(raceOf(['Ada'], ['U18', '=1+1']).event).slice(1));
    expect(row?.[3]).toBe("U18; '=1+1");
  });

  test('nothing that could run stands where a cell may begin, for commas, semicolons and tabs', () => {
    const nasty = fc.string({ unit: fc.constantFrom('=', '+', '-', '@', ' ', '\t', ';', ',', '"', '\n', 'a', '＝') });
    fc.assert(
      fc.property(nasty, (name) => {
        const written = readCsv(writeResultsCsv(raceOf([name]).event).slice(1))[1]?.[0] ?? '';
        expect(written).not.toMatch(/(?:^|[;\t\r\n])\s*[=+\-@＝]/);
      }),
    );
  });

  test('nor a number that was given later, nor a reason for one racer or for many', () => {
    const nasty = fc.string({ unit: fc.constantFrom('=', '+', '-', '@', ' ', '\t', ';', ',', '"', 'a', '＝') });
    fc.assert(
      fc.property(nasty, nasty, nasty, (bib, reason, penalty) => {
        const race = createRace('a');
        race.run({ type: 'bibs.set', bibs: [{ racerId: 'a', bib }] });
        race.run({ type: 'statuses.set', racerIds: ['a'], status: 'DSQ', reason });
        race.run({ type: 'adjustment.add', racerId: 'a', attempt: 1, ms: durationMs(-1000), reason: penalty });
        const [header, row] = readCsv(writeDetailedCsv(race.event).slice(1));
        for (const cell of row!) expect(cell).not.toMatch(/(?:^|[;\t\r\n])\s*[=+\-@＝]/);
        const bare = (text = '') => text.replaceAll(/['\s]/g, '');
        expect(bare(row?.[header!.indexOf('Bib')])).toBe(bare(bib));
        const reasons = [reason, penalty].map((text) => text.trim()).filter((text) => text !== '');
        expect(bare(row?.[header!.indexOf('Reason')])).toBe(bare(reasons.join(';')));
      }),
    );
  });
});

describe('the detailed CSV', () => {
  test('marks a time that was corrected by hand', () => {
    const race = createRace('a');
    const start = race.run(tap('start', 'a'), { second: 100 });
    race.run(tap('finish', 'a'), { second: 160 });
    race.run({ type: 'tap.correct', tapId: start.id, to: epochMs(1_700_000_090_000) });
    const [header, row] = readCsv(writeDetailedCsv(race.event).slice(1));
    expect(row?.[header!.indexOf('Mark')]).toBe('corrected');
    expect(row?.[header!.indexOf('Duration')]).toBe('01:10.00');
    expect(row?.[header!.indexOf('Uncertainty (ms)')]).toBe('');
  });

  test('[RES13] marks two times that are too close to call, and adds up the uncertainty of both taps', () => {
    const race = createRace('a', 'b', 'c');
    for (const [racerId, second] of [
      ['a', 160],
      ['b', 160.01],
      ['c', 170],
    ] as const) {
      race.run(tap('start', racerId), { second: 100 });
      race.run(tap('finish', racerId), { second });
    }
    const [header, ...rows] = readCsv(writeDetailedCsv(race.event).slice(1));
    expect(rows.map((row) => row[header!.indexOf('Mark')])).toEqual(['too close to call', 'too close to call', '']);
    expect(writeDetailedCsv(race.event, false)).not.toContain('too close');
    const { start, finish } = readResults(race.event)[0]!;
    const sum = tapUncertainty(start!)! + tapUncertainty(finish!)!;
    expect(rows[0]?.[header!.indexOf('Uncertainty (ms)')]).toBe(String(sum));
  });

  test('[SR10] tells status, gross time, penalty and their reasons', () => {
    const race = createRace('a', 'b');
    race.run(tap('start', 'a'), { second: 100 });
    race.run(tap('finish', 'a'), { second: 160 });
    const penalty = { type: 'adjustment.add', racerId: 'a', attempt: 1 } as const;
    race.run({ ...penalty, ms: durationMs(10_000), reason: '=cone' });
    race.run({ ...penalty, ms: durationMs(-15_000), reason: 'helped' });
    race.run({ type: 'status.set', racerId: 'b', attempt: 1, status: 'DNS', reason: 'ill' });
    const [header, ...rows] = readCsv(writeDetailedCsv(race.event).slice(1));
    const cells = ['Duration', 'Status', 'Gross', 'Penalty', 'Reason'].map((name) => header!.indexOf(name));
    expect(rows.map((row) => cells.map((cell) => row[cell]))).toEqual([
      ['00:55.00', 'OK', '01:00.00', '−00:05.00', "'=cone; helped"],
      ['', 'DNS', '', '', 'ill'],
    ]);
  });

  test('[SR10] marks times from paper, filled times, moved times and starts outside of the window', () => {
    const race = createRace('a');
    race.run({ type: 'race.configure', settings: { startPolicy: 'window' } });
    race.run({ type: 'schedule.set', slots: [{ racerId: 'a', order: 0, at: epochMs(1_700_000_050_000) }] });
    const start = race.run(tap('start', 'a'), { second: 100 });
    const typed = race.run({ type: 'tap.enter', line: 'finish', racerId: 'a', to: epochMs(1_700_000_200_000) });
    race.run({ type: 'taps.shift', tapIds: [start.id], ms: durationMs(-1000), reason: '' });
    const markOf = () => {
      const [header, row] = readCsv(writeDetailedCsv(race.event).slice(1));
      return row?.[header!.indexOf('Mark')];
    };
    expect(markOf()).toBe('by hand; moved; started late');
    const to = epochMs(1_700_000_201_000);
    race.run({ type: 'tap.fill', tapId: typed.id, to, correction: durationMs(40), of: 10 });
    expect(markOf()).toBe('filled; moved; started late');
  });

  test('claims no certainty for a racer without a time', () => {
    const [header, row] = readCsv(writeDetailedCsv(createRace('a').event).slice(1));
    expect(row?.[header!.indexOf('Uncertainty (ms)')]).toBe('');
  });
});

describe('the file name', () => {
  test.each([
    ['Tuesday 10/Mill-Lane v1.2', 'Tuesday_10_Mill-Lane_v1.2_results.csv'],
    ['Zürich: été', 'Zürich__été_results.csv'],
    ['Zu\u{308}rich', 'Zürich_results.csv'],
    ['दौड़ १', 'दौड़_१_results.csv'],
    ['🏁', '__results.csv'],
    ['../../etc', '.._.._etc_results.csv'],
    ['<b>"x"|*?', '_b__x_____results.csv'],
  ])('of %j is %s', (name, file) => {
    expect(csvFileName(name).normalize('NFC')).toBe(file.normalize('NFC'));
  });

  test('has nothing in it that a header, a folder or the eye could take for something else', () => {
    const odd = fc.constantFrom(
      '"',
      "'",
      '/',
      '\\',
      '\r\n',
      '\0',
      '\u{202E}',
      '\u{2066}',
      '\u{200B}',
      ';',
      '%2F',
      'a',
      '.',
    );
    fc.assert(
      fc.property(fc.string({ unit: fc.oneof(odd, fc.string({ unit: 'grapheme', maxLength: 1 })) }), (name) => {
        expect(csvFileName(name)).toMatch(/^[\p{L}\p{N}\p{M}._-]+_results\.csv$|^_results\.csv$/u);
      }),
    );
  });

  test('of the detailed one says so', () => {
    expect(detailedCsvFileName('Tuesday 10')).toBe('Tuesday_10_results_detailed.csv');
  });
});
