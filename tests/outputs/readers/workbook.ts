import readExcelFile from 'read-excel-file/node';
import writeExcelFile from 'write-excel-file/browser';
import { listSheets } from '../../../src/client/features/exports/workbook.ts';
import { readExport } from '../../../src/domain/exports/export-race.ts';
import { readTime } from '../compare.ts';
import { type Placed, teamKey } from '../oracle.ts';
import { ownRacers, type Reading, sameRacers, sinceStart } from './reading.ts';
import { checkRows, type ListOf, type SaidRow } from './rows.ts';

/** Spreadsheets count days from here. */
const EPOCH = Date.UTC(1899, 11, 30);
type Cell = string | number | boolean | Date | null;
type Line = Readonly<Record<string, Cell>>;

/** EX1, by a reader of its own. */
export async function readWorkbook(reading: Reading): Promise<void> {
  const { check, expected } = reading;
  const { race, total } = expected;
  const blob = await writeExcelFile(listSheets(readExport(reading.stage.event))).toBlob();
  const sheets = await readExcelFile(Buffer.from(await blob.arrayBuffer()));
  const linesOf = (name: string): Line[] | null => {
    const [titles, ...rows] = (sheets.find(({ sheet }) => sheet === name)?.data ?? []) as Cell[][];
    return titles === undefined
      ? null
      : rows.map((row) => Object.fromEntries(titles.map((title, index) => [String(title), row[index] ?? null])));
  };
  const about = (sheets.find(({ sheet }) => sheet === 'About')?.data ?? []).flat().map(String);
  check.same(
    'says which event it was, and the day',
    [about[0], about[1]?.includes(String(race.year))],
    [race.name, true],
  );
  const { isAdjusted } = ownRacers(expected);
  checkSheet(reading, 'Results', linesOf('Results'), { by: isAdjusted ? 'adjusted' : 'actual' });
  if (isAdjusted) checkSheet(reading, 'Actual times', linesOf('Actual times'), { by: 'actual' });
  const named = new Set([...total.placed.values()].flatMap(({ category }) => category ?? []));
  for (const category of named) {
    // A name of a sheet has 31 characters at most.
    const lines = linesOf(category.slice(0, 31));
    check.same(`sheet ${category}`, lines !== null, true);
    if (lines === null) continue;
    const rows = lines.map((line) => toRow(reading, line));
    const mates = [...total.placed.values()].filter((placed) => placed.category === category);
    check.same(
      `who is in ${category}`,
      rows.map(({ racerId }) => racerId).toSorted(),
      mates.map(({ racer }) => racer.racerId).toSorted(),
    );
    checkRows(reading, category, rows, { by: isAdjusted ? 'adjusted' : 'actual', within: category });
  }
  if (race.points.length > 0) checkSplits(reading, linesOf('Splits') ?? []);
  if (race.teams !== null) checkTeams(reading, linesOf('Teams') ?? []);
}

const number = (cell: Cell | undefined): number | null => (typeof cell === 'number' ? cell : null);
const time = (cell: Cell | undefined): number | null => {
  if (cell instanceof Date) return Math.round(cell.getTime() - EPOCH);
  if (typeof cell === 'number') return Math.round(cell * 86_400_000);
  const below = /^[−-]([\d.]+) s$/.exec(String(cell ?? ''))?.[1];
  return below === undefined ? null : Math.round(-1000 * Number(below));
};

function toRow({ faces, expected }: Reading, line: Line): SaidRow {
  const { handicap } = expected.race;
  const has = (title: string) => title in line;
  const figure = handicap === 'plus' ? 'Under target' : handicap === 'grade' ? 'Age grade (%)' : 'Adjusted';
  const adjusted = () => {
    if (handicap === 'grade') return line[figure] === null ? null : Math.round(100 * number(line[figure])!);
    const value = time(line[figure]);
    return handicap === 'plus' && value !== null ? -value + 0 : value;
  };
  return {
    racerId: faces.find(String(line['Name'])),
    rank: number(line['Rank']),
    shownMs: time(line['Time']),
    ...(has('Category') && { category: line['Category'] as string | null }),
    ...(has('Place in category') && { categoryRank: number(line['Place in category']) }),
    ...(has('Actual rank') && { actualRank: number(line['Actual rank']) }),
    ...(has('Adjusted rank') && { adjustedRank: number(line['Adjusted rank']) }),
    ...(handicap !== null && has(figure) && { adjusted: adjusted() }),
    ...(has('No.') && { bib: line['No.'] as string | null }),
    ...(/^[A-Z]+$/.test(String(line['Status'])) && { status: String(line['Status']) }),
  };
}

function checkSheet(reading: Reading, name: string, lines: readonly Line[] | null, list: ListOf): void {
  const { check, expected, faces } = reading;
  check.same(`sheet ${name}`, lines !== null, true);
  if (lines === null) return;
  const rows = lines.map((line) => toRow(reading, line));
  sameRacers(
    reading,
    name,
    rows.map(({ racerId }) => racerId),
  );
  checkRows(reading, name, rows, list);
  rows.forEach(({ racerId }, index) => {
    const placed = expected.total.placed.get(racerId);
    if (placed === undefined) return;
    const said = String(lines[index]!['Status'] ?? '');
    check.same(`${name} ${faces.short(racerId)} says its status`, said, isCode(placed) ? placed.status : said);
    checkRuns(reading, placed, lines[index]!);
    const { club, team, class: ofClass } = placed.racer;
    check.same(
      `${name} ${faces.short(racerId)} details`,
      ['Club', 'Team', 'Class'].map((title) => String(lines[index]![title] ?? '').trim()),
      [club, team, ofClass].map((text) => text?.trim() ?? ''),
    );
    if (!isCode(placed)) check.same(`${name} ${faces.short(racerId)} has no code`, /^[A-Z]+$/.test(said), false);
  });
}

/** The time of each run stands beside the total, or why there is none. */
function checkRuns({ check, faces, expected }: Reading, { racer, runs }: Placed, line: Line): void {
  if (expected.race.runs.count === 1) return;
  for (const { attempt, status, publishedMs, outsideMs } of runs) {
    const cell = line[`Heat ${attempt}`];
    const [code, outside] = typeof cell === 'string' ? cell.split(' ') : [];
    const told = `${faces.short(racer.racerId)} run ${attempt}`;
    check.same(told, code ?? time(cell), status === 'OK' ? publishedMs : status);
    check.same(`${told} outside of the ranking`, readTime(outside ?? ''), outsideMs);
  }
}

/** A line for each run of each racer. */
function checkSplits({ check, faces, expected }: Reading, lines: readonly Line[]): void {
  const { race, total } = expected;
  const runs = [...total.placed.values()].flatMap(({ racer, runs: own }) => own.map((run) => ({ racer, run })));
  check.same('lines of splits', lines.length, runs.length);
  for (const { racer, run } of runs) {
    const told = `splits of ${faces.short(racer.racerId)} run ${run.attempt}`;
    const line = lines.find(
      (each) =>
        faces.find(String(each['Name'])) === racer.racerId &&
        (each['Run'] ?? 1) === (race.runs.count > 1 ? run.attempt : 1),
    );
    check.same(
      told,
      race.points.map(({ name }) => time(line?.[name])),
      race.points.map(({ line: point }) => sinceStart(run, point)),
    );
    check.same(`${told}: time`, time(line?.['Time']), run.publishedMs ?? run.outsideMs);
  }
}

const isCode = ({ status }: Placed): boolean => status !== 'OK';

function checkTeams({ check, expected, faces }: Reading, lines: readonly Line[]): void {
  const title = expected.race.teams!.of === 'team' ? 'Team' : 'Club';
  for (const { key, rank, score, counting, members } of expected.teams) {
    const own = lines.filter((line) => teamKey(String(line[title])) === key);
    const ids = own.map((line) => faces.find(String(line['Name'])));
    check.same(`racers of ${key}`, ids.toSorted(), members.toSorted());
    for (const line of own) {
      check.same(`rank of ${key}`, number(line['Rank']), rank);
      const said = expected.race.teams!.score === 'places' ? number(line['Points']) : time(line['Team time']);
      check.same(`result of ${key}`, said, score);
    }
    check.same(`how many count for ${key}`, own.filter((line) => line['Counts'] === 'yes').length, counting.size);
  }
  check.same(
    'teams in their order',
    lines.map((line) => number(line['Rank']) ?? Infinity),
    lines.map((line) => number(line['Rank']) ?? Infinity).toSorted((one, other) => one - other),
  );
}
