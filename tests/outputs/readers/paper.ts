import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { PrintCertificates } from '../../../src/client/features/exports/print-certificates.tsx';
import { PrintResults } from '../../../src/client/features/exports/print-results.tsx';
import { readExport } from '../../../src/domain/exports/export-race.ts';
import { epochMs } from '../../../src/domain/units.ts';
import { readTime } from '../compare.ts';
import { teamKey } from '../oracle.ts';
import { byTag, classesOf, type Element, findAll, parseHtml, textOf } from './html.ts';
import { ownRacers, type Reading } from './reading.ts';
import { checkPresence, checkRows, type ListOf, type SaidRow, wasSeen } from './rows.ts';

interface Table {
  readonly heading: string | null;
  readonly lines: readonly Readonly<Record<string, string>>[];
}

/** The pages of paper are the markup that the print window gets. */
function readTables(html: string): Table[] {
  return byTag(parseHtml(html), 'table').map((table) => {
    const heads = byTag(byTag(table, 'thead')[0]!, 'tr');
    const titles = byTag(heads.at(-1)!, 'th').map(textOf);
    const lines = byTag(byTag(table, 'tbody')[0]!, 'tr').map((row) =>
      Object.fromEntries(byTag(row, 'td').map((cell, index) => [titles[index] ?? '', textOf(cell)])),
    );
    return { heading: heads.length > 1 ? textOf(heads[0]!) : null, lines };
  });
}

const print = (reading: Reading, by: 'all' | 'category' | 'actual'): Table[] =>
  readTables(
    renderToStaticMarkup(
      createElement(PrintResults, { race: readExport(reading.stage.event), by, at: epochMs(Date.now()) }),
    ),
  );

export function readPaper(reading: Reading): void {
  const { expected, check } = reading;
  const { race } = expected;
  const own = ownRacers(expected).isAdjusted ? 'adjusted' : 'actual';
  const tables = print(reading, 'all');
  const racers = tables.find(({ lines, heading }) => heading === null && lines.some((line) => 'Name' in line));
  checkTable(reading, 'results', racers?.lines ?? [], { by: own });
  if (own === 'adjusted') {
    checkTable(reading, 'results by actual time', print(reading, 'actual')[0]?.lines ?? [], { by: 'actual' });
  }
  if (race.teams !== null) checkTeams(reading, tables.find(({ heading }) => heading !== null)?.lines ?? []);
  const named = [...new Set([...expected.total.placed.values()].flatMap(({ category }) => category ?? []))];
  const byCategory = print(reading, 'category');
  for (const category of named) {
    const table = byCategory.find(({ heading }) => heading === category);
    const needed = [...expected.total.placed.values()].some(
      (placed) => placed.category === category && wasSeen(placed),
    );
    check.same(`table of ${category}`, table !== undefined || !needed, true);
    if (table === undefined) continue;
    const rows = table.lines.map((line) => toRow(reading, line));
    checkRows(reading, category, rows, { by: own, within: category });
    const mates = new Set(rows.map(({ racerId }) => racerId));
    const missing = [...expected.total.placed.values()].filter(
      (placed) => placed.category === category && wasSeen(placed) && !mates.has(placed.racer.racerId),
    );
    check.same(
      `${category}: racers who are missing`,
      missing.map(({ racer }) => racer.name),
      [],
    );
  }
}

function checkTable(reading: Reading, what: string, lines: Table['lines'], list: ListOf): void {
  const rows = lines.map((line) => toRow(reading, line));
  checkPresence(reading, what, rows, wasSeen);
  checkRows(reading, what, rows, list);
  for (const [index, { racerId }] of rows.entries()) {
    const placed = reading.expected.total.placed.get(racerId);
    const said = lines[index]!['Time'] ?? '';
    for (const run of reading.expected.race.runs.count === 1 ? [] : (placed?.runs ?? [])) {
      const { code, ms } = readCell(lines[index]![`Heat ${run.attempt}`] ?? '');
      const told = `${what} ${reading.faces.short(racerId)} run ${run.attempt}`;
      reading.check.same(told, ms, run.publishedMs ?? run.outsideMs);
      reading.check.same(`${told} code`, code ?? 'OK', run.status);
    }
    if (placed !== undefined && placed.ms === null && placed.status !== 'OK')
      reading.check.same(`${what} ${reading.faces.short(racerId)} code`, readCell(said).code, placed.status);
  }
}

/** A time, a code, or both for who is outside of the ranking. */
function readCell(text: string): { readonly code: string | null; readonly ms: number | null } {
  const code = /^[A-Z]{2,3}(?= |$)/.exec(text)?.[0] ?? null;
  return { code, ms: readTime(code === null ? text : text.slice(code.length)) };
}

function toRow({ faces, expected }: Reading, line: Readonly<Record<string, string>>): SaidRow {
  const { handicap } = expected.race;
  const number = (title: string) => (line[title] === undefined || line[title] === '' ? null : Number(line[title]));
  const figure = handicap === 'plus' ? 'Under target' : handicap === 'grade' ? 'Age grade (%)' : 'Adjusted';
  const adjusted = () => {
    if (handicap === 'grade') return number(figure) === null ? null : Math.round(100 * number(figure)!);
    const value = readTime(line[figure]!);
    return handicap === 'plus' && value !== null ? 0 - value : value;
  };
  const { code, ms } = readCell(line['Time'] ?? '');
  return {
    racerId: faces.find(line['Name'] ?? ''),
    rank: number('Rank'),
    shownMs: ms,
    ...(code !== null && { status: code }),
    ...('Place in category' in line && { categoryRank: number('Place in category') }),
    ...('Actual rank' in line && { actualRank: number('Actual rank') }),
    ...('Adjusted rank' in line && { adjustedRank: number('Adjusted rank') }),
    ...(handicap !== null && figure in line && { adjusted: adjusted() }),
  };
}

function checkTeams({ check, expected }: Reading, lines: Table['lines']): void {
  const rules = expected.race.teams!;
  const said = lines.map((line) => {
    const result = line[rules.score === 'places' ? 'Points' : 'Time'] ?? '';
    const rank = line['Rank'] === '' ? null : Number(line['Rank']);
    const score = rules.score === 'places' ? Number.parseInt(result, 10) : readTime(result);
    return {
      key: teamKey(line[rules.of === 'team' ? 'Team' : 'Club'] ?? ''),
      rank,
      score: rank === null ? null : score,
    };
  });
  for (const { key, rank, score } of expected.teams) {
    check.same(`team ${key}`, said.find((team) => team.key === key) ?? null, { key, rank, score });
  }
}

/** '24:10.00 adjusted', '1:05.30 under target' or '73.29 %'. */
function readAdjusted(text: string): number | null {
  if (text.endsWith(' %')) return Math.round(100 * Number.parseFloat(text));
  const ms = readTime(text.split(' ', 1)[0]!);
  return ms !== null && text.endsWith(' under target') ? -ms + 0 : ms;
}

/** A page for each racer with a time, with the place in the event's own order. */
export function readCertificates(reading: Reading): void {
  const { check, faces, expected } = reading;
  const own = ownRacers(expected);
  const race = readExport(reading.stage.event);
  const racers = race.rows.filter(({ time }) => time !== null);
  const html = renderToStaticMarkup(
    createElement(PrintCertificates, { race, racers, letterhead: { line: '', logo: null } }),
  );
  const pages = byTag(parseHtml(html), 'article');
  const part = (page: Element, name: string) =>
    textOf(findAll(page, (element) => classesOf(element).includes(name))[0] ?? '');
  const order = own.order.flat();
  const said = pages.map((page) => faces.find(part(page, 'print-name')));
  check.same(
    'who gets one',
    said.map((racerId) => faces.short(racerId)).toSorted(),
    expected.total.actual
      .flat()
      .map((racerId) => faces.short(racerId))
      .toSorted(),
  );
  pages.forEach((page, index) => {
    const racerId = said[index]!;
    const placed = expected.total.placed.get(racerId);
    if (placed === undefined) return;
    const text = textOf(page);
    check.same(`${faces.short(racerId)} time`, readTime(part(page, 'print-time')), placed.ms);
    const place = /Place (\d+) of (\d+)/.exec(text);
    const wanted = own.rankOf(racerId);
    const adjusted = readAdjusted(part(page, 'print-adjusted'));
    check.same(`${faces.short(racerId)} adjusted`, adjusted, own.isAdjusted ? placed.adjusted : null);
    check.same(
      `${faces.short(racerId)} place`,
      place === null ? null : [Number(place[1]), Number(place[2])],
      wanted === null ? null : [wanted, order.length],
    );
    if (placed.category === null) return;
    const inCategory = own.categoryRankOf(racerId);
    const told = /: place (\d+) of (\d+)/.exec(text);
    check.same(`${faces.short(racerId)} place in the category`, told === null ? null : Number(told[1]), inCategory);
  });
}
