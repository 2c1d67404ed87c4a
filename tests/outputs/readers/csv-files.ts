import Papa from 'papaparse';
import { writeDetailedCsv, writeResultsCsv } from '../../../src/domain/exports/csv.ts';
import {
  encodeUtf16,
  writeCrossResults,
  writeUsaCycling,
  writeWebscorer,
} from '../../../src/domain/exports/cycling-files.ts';
import { readExport } from '../../../src/domain/exports/export-race.ts';
import { readTime } from '../compare.ts';
import { type Placed, teamKey } from '../oracle.ts';
import { ownRacers, type Reading, sameOrder, sameRacers, sinceStart } from './reading.ts';
import { checkPresence, checkRows, type SaidRow } from './rows.ts';

type Line = Readonly<Record<string, string>>;

/** As a program reads a file with titles: Papa Parse, which writes none of them. */
function parse(text: string, delimiter = ','): Line[] {
  const { data } = Papa.parse<string[]>(text.replace(/^\u{FEFF}/u, ''), { delimiter });
  const [titles = [], ...rows] = data.filter((row) => row.length > 1);
  return rows.map((row) => Object.fromEntries(titles.map((title, index) => [title, row[index] ?? ''])));
}

const number = (text: string | undefined): number | null => (text === undefined || text === '' ? null : Number(text));
/** An apostrophe keeps a spreadsheet from running a name as a formula. */
const unguard = (text: string): string => text.replace(/^'(?=[=+\-@])/, '');

/** RES10: the four columns, and the run of each row where there are several. */
export function readPlainCsv(reading: Reading): void {
  const { stage, faces, check, expected } = reading;
  const lines = parse(writeResultsCsv(stage.event));
  for (let run = 1; run <= expected.race.runs.current; run += 1) {
    const own = lines.filter((line) => expected.race.runs.count === 1 || line['Run'] === String(run));
    const ids = own.map((line) => faces.find(unguard(line['Racer']!)));
    sameRacers(reading, `run ${run}`, ids);
    const ranking = expected.ofRun[run - 1]!;
    own.forEach((line, index) => {
      const placed = ranking.placed.get(ids[index]!);
      check.same(`run ${run} ${faces.short(ids[index]!)} duration`, readTime(line['Duration']!), placed?.ms);
      checkTotal(reading, line, ids[index]!);
    });
    const timed = ids.filter((_, index) => own[index]!['Duration'] !== '');
    sameOrder(reading, `run ${run}`, timed, ranking.actual);
  }
}

function checkTotal({ expected, check, faces }: Reading, line: Line, racerId: string): void {
  if (expected.race.runs.count === 1) return;
  const placed = expected.total.placed.get(racerId);
  check.same(`${faces.short(racerId)} total`, readTime(line['Total'] ?? ''), placed?.ms);
  check.same(`${faces.short(racerId)} total rank`, number(line['Total Rank']), placed?.rank);
}

export function readDetailedCsv(reading: Reading): void {
  const { stage, faces, check, expected } = reading;
  const { race, total } = expected;
  const lines = parse(writeDetailedCsv(stage.event));
  for (let run = 1; run <= race.runs.current; run += 1) {
    const own = lines.filter((line) => race.runs.count === 1 || line['Run'] === String(run));
    const rows = own.map((line): SaidRow => ({
      racerId: faces.find(unguard(line['Racer']!)),
      rank: number(line['Rank']),
      bib: line['Bib'] === '' ? null : line['Bib']!,
      shownMs: readTime(line['Duration']!),
      status: line['Status']!,
      penalty: readTime(line['Penalty']!) ?? 0,
      toCheck: line['Mark']!.split('; ').includes('to be checked'),
    }));
    sameRacers(
      reading,
      `run ${run}`,
      rows.map(({ racerId }) => racerId),
    );
    checkRows(reading, `run ${run}`, rows, { by: 'actual', run });
    own.forEach((line, index) => {
      const { racerId } = rows[index]!;
      const told = `run ${run} ${faces.short(racerId)}`;
      check.same(
        `${told} gross`,
        readTime(line['Gross']!),
        cut(expected.ofRun[run - 1]!.placed.get(racerId)?.now.grossMs),
      );
      checkTotal(reading, line, racerId);
      checkPerson(reading, told, line, expected.ofRun[run - 1]!.placed.get(racerId));
      if (race.runs.count > 1)
        check.same(`${told} total status`, line['Total Status'], total.placed.get(racerId)?.status);
      if (race.handicap === null) return;
      const placed = total.placed.get(racerId);
      const figure = race.handicap === 'grade' ? line['Age Grade (%)']! : line['Adjusted']!;
      const value =
        race.handicap === 'grade' ? (figure === '' ? null : Math.round(100 * Number(figure))) : readTime(figure);
      check.same(`${told} adjusted`, value, placed?.adjusted);
      check.same(`${told} adjusted rank`, number(line['Adjusted Rank']), placed?.adjustedRank);
    });
  }
}

/** EX2: what is known of the racer, the splits, and which event it was. */
function checkPerson({ check, expected: { race } }: Reading, told: string, line: Line, placed?: Placed): void {
  if (placed === undefined) return;
  const { racer, category, now } = placed;
  const said = ['Category', 'Club', 'Team', 'Class'].map((title) => unguard(line[title]!));
  const wanted = [category, racer.club, racer.team, racer.class].map((text) => text?.trim() ?? '');
  check.same(
    `${told} details`,
    said.map((text) => text.trim()),
    wanted,
  );
  for (const { line: point, name } of race.points) {
    check.same(`${told} ${name}`, readTime(line[name]!), cut(sinceStart(now, point)));
  }
  check.same(`${told} event`, [line['Event'], /^\d{4}-\d\d-\d\d$/.test(line['Date']!)], [race.name, true]);
}

/** Boards and files show hundredths, cut. */
const cut = (ms: number | null | undefined): number | null => (ms == null ? null : Math.floor(ms / 10) * 10);

/** EX12. */
export async function readBoardCsv(reading: Reading): Promise<void> {
  const { stage, faces, check, expected } = reading;
  const { world, eventId, keys } = stage;
  const text = await (await fetch(`${world.server.url}/api/results/${eventId}/board.csv?key=${keys.viewer}`)).text();
  const [latest, ...lines] = parse(text);
  check.same('latest', latest?.['Line'], 'latest');
  const { viewer: way } = expected.way;
  check.same('says what it is ranked by', [...new Set(lines.map((line) => line['Ranked By']))], [RANKED_BY[way]]);
  if (way === 'team') return checkTeamLines(reading, lines);
  const isGrade = expected.race.handicap === 'grade';
  const rows = lines.map((line): SaidRow => ({
    racerId: faces.find(unguard(line['Name']!)),
    rank: number(line['Rank']),
    shownMs: readTime(line['Time']!),
    gap: readTime(line['Gap']!),
    adjusted: isGrade ? percent(line['Adjusted']!) : readTime(line['Adjusted']!),
    actualRank: number(line['Actual Rank']),
    toCheck: line['To Check'] !== '',
    ...(expected.race.shows.includes('category') && { categoryRank: number(line['Category Rank']) }),
    bib: line['Bib'] === '' ? null : line['Bib']!,
    // In words where there is no code.
    status: /^[A-Z]+$/.test(line['Status']!) ? line['Status']! : 'OK',
  }));
  sameRacers(
    reading,
    'racers',
    rows.map(({ racerId }) => racerId),
  );
  checkRows(reading, 'rows', rows, { by: way });
}

const RANKED_BY = { team: 'teams', adjusted: 'adjusted times', actual: 'actual times' } as const;
const percent = (text: string): number | null => (text === '' ? null : Math.round(100 * Number(text)));

function checkTeamLines({ check, expected }: Reading, lines: readonly Line[]): void {
  const isByPlace = expected.race.teams!.score === 'places';
  const said = lines.map((line) => ({
    key: teamKey(unguard(line['Name']!)),
    rank: number(line['Rank']),
    score: isByPlace ? number(line['Time']) : readTime(line['Time']!),
  }));
  check.same('teams', said.map(({ key }) => key).toSorted(), expected.teams.map(({ key }) => key).toSorted());
  for (const team of said) {
    const { rank, score } = expected.teams.find(({ key }) => key === team.key) ?? { rank: null, score: null };
    check.same(`team ${team.key}`, team, { key: team.key, rank, score });
  }
}

/** EX9: who has neither a place nor a code is not in these files. */
const isInFiles = ({ ms, status }: Placed): boolean => ms !== null || status !== 'OK';
const CODES = { OTL: 'DNP', NP: 'DNP', DNF: 'DNF', DSQ: 'DQ', DNS: 'DNS' } as const;

const fullName = (line: Line, last: string, first: string) =>
  `${unguard(line[first] ?? '')} ${unguard(line[last] ?? '')}`;

/** `isInCategory`: the place is that in the category, where the racer has one. */
function checkFile(
  reading: Reading,
  lines: readonly { readonly racerId: string; readonly place: string; readonly ms: number | null }[],
  isInCategory: boolean,
  unit: number,
): void {
  const { check, faces, expected } = reading;
  const own = ownRacers(expected);
  checkPresence(reading, 'file', lines, isInFiles);
  for (const { racerId, place, ms } of lines) {
    const placed = expected.total.placed.get(racerId);
    check.same(`${faces.short(racerId)} is in the race`, placed !== undefined, true);
    if (placed === undefined) continue;
    const code = placed.status === 'OK' ? '' : CODES[placed.status];
    const rank = (isInCategory ? own.categoryRankOf(racerId) : null) ?? own.rankOf(racerId);
    // Without a handicap a racer has a time and no place in an order that needs one.
    const without = placed.ms === null ? code : 'DNP';
    check.same(`${faces.short(racerId)} place`, place, rank === null ? without : String(rank));
    check.same(`${faces.short(racerId)} time`, ms, placed.ms === null ? null : Math.floor(placed.ms / unit) * unit);
  }
}

export function readUsaCycling(reading: Reading): void {
  const lines = parse(writeUsaCycling(readExport(reading.stage.event))).map((line) => ({
    racerId: reading.faces.find(fullName(line, 'Rider Last Name', 'Rider First Name')),
    place: line['Rider Place']!,
    ms: readTime(line['Rider Time'] ?? ''),
  }));
  checkFile(reading, lines, true, 1000);
}

export function readCrossResults(reading: Reading): void {
  const lines = parse(writeCrossResults(readExport(reading.stage.event))).map((line) => ({
    racerId: reading.faces.find(fullName(line, 'Last Name', 'First Name')),
    place: line['Place']!,
    ms: readTime(line['Time']!),
  }));
  checkFile(reading, lines, true, 10);
}

export function readWebscorer(reading: Reading): void {
  const bytes = encodeUtf16(writeWebscorer(readExport(reading.stage.event)));
  const lines = parse(new TextDecoder('utf-16le').decode(bytes), '\t').map((line) => ({
    racerId: reading.faces.find(fullName(line, 'Last name', 'First name')),
    place: line['Place']!,
    ms: readTime(line['Time']!),
  }));
  checkFile(reading, lines, false, 10);
  const placed = lines.filter(({ place }) => /^\d+$/.test(place)).map(({ racerId }) => racerId);
  sameOrder(reading, 'file', placed, ownRacers(reading.expected).order);
}
