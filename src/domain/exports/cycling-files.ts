import { withoutFormulas, writeCsv } from '../timing/csv-cells.ts';
import { formatIsoDate } from '../timing/local-time.ts';
import { type DurationMs, durationMs } from '../units.ts';
import { placeOf } from './codes.ts';
import { type ExportRace, type ExportRow, groupByCategory } from './export-race.ts';
import { splitName } from './split-name.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** `h:mm:ss`, cut and never rounded. */
function writeSeconds(time: DurationMs): string {
  const seconds = Math.floor(time / 1000);
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** `h:mm:ss.cc` */
const writeHundredths = (time: DurationMs): string => `${writeSeconds(time)}.${two(Math.floor(time / 10) % 100)}`;

interface Column {
  readonly title: string;
  readonly of: (row: ExportRow) => string;
  /** Columns without a value in any row are left out: the reader of the file refuses blank ones. */
  readonly isOptional?: boolean;
}

function filled(columns: readonly Column[], rows: readonly ExportRow[]): readonly Column[] {
  return columns.filter((column) => column.isOptional !== true || rows.some((row) => column.of(row) !== ''));
}

/** Line breaks in a cell make a second row for some readers. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const lastName: Column = { title: 'Last Name', of: ({ name }) => splitName(oneLine(name)).last };
const firstName: Column = { title: 'First Name', of: ({ name }) => splitName(oneLine(name)).first };
const teamOf = ({ team, club }: ExportRow): string => oneLine(team ?? club ?? '');

/** Results as USA Cycling takes them. Licences are not known here, and their column is left out. */
export function writeUsaCycling(race: ExportRace): string {
  const [year, month, day] = formatIsoDate(race.at, race.timeZone).split('-');
  const rows = race.rows.filter((row) => placeOf(row) !== null);
  const columns = filled(
    [
      { title: 'Race Date', of: () => `${month}/${day}/${year}` },
      { title: 'Race Gender', of: ({ gender }) => (gender === 'M' || gender === 'F' ? gender : 'Open') },
      { title: 'Race Discipline', of: () => 'Time Trial' },
      { title: 'Race Category', of: ({ category }) => oneLine(category ?? 'Open') },
      { title: 'Rider Bib #', of: ({ bib }) => bib ?? '', isOptional: true },
      { ...lastName, title: 'Rider Last Name' },
      { ...firstName, title: 'Rider First Name', isOptional: true },
      { title: 'Rider Team', of: teamOf, isOptional: true },
      { title: 'Rider Place', of: (row) => placeIn(row) },
      { title: 'Rider Time', of: ({ time }) => (time === null ? '' : writeSeconds(time)), isOptional: true },
    ],
    rows,
  );
  return writeCsv([columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ of }) => of(row)))]);
}

/** The place in the category, where the race has any: the file says the category beside it. */
const placeIn = (row: ExportRow): string =>
  row.categoryRank === null ? (placeOf(row) ?? '') : String(row.categoryRank);

/** Results as CrossResults takes them: the name of each category alone on a line, and an empty line after it. */
export function writeCrossResults(race: ExportRace): string {
  const rows = race.rows.filter((row) => placeOf(row) !== null);
  const laps = lapCount(race);
  const columns = filled(
    [
      { title: 'Place', of: placeIn },
      { title: 'Time', of: ({ time }) => (time === null ? '' : writeHundredths(time)) },
      lastName,
      { ...firstName, isOptional: true },
      { title: 'Team', of: teamOf, isOptional: true },
    ],
    rows,
  );
  const groups = groupByCategory({ ...race, rows }).flatMap(({ category, rows: members }) => [
    [oneLine(category ?? race.name)],
    ...members.map((row) => [...columns.map(({ of }) => of(row)), ...lapsOf(row, laps)]),
    [],
  ]);
  return writeCsv([[...columns.map(({ title }) => title), ...Array.from({ length: laps }, () => 'lap')], ...groups]);
}

/** Results as Webscorer takes them: columns between tabs. The file is UTF-16, see `encodeUtf16`. */
export function writeWebscorer(race: ExportRace): string {
  const year = Number(formatIsoDate(race.at, race.timeZone).slice(0, 4));
  const laps = lapCount(race);
  const rows = race.rows.filter((row) => placeOf(row) !== null);
  const columns: readonly Column[] = [
    { title: 'Place', of: (row) => placeOf(row) ?? '' },
    { title: 'Bib', of: ({ bib }) => bib ?? '' },
    { ...lastName, title: 'Last name' },
    { ...firstName, title: 'First name' },
    { title: 'Team name', of: teamOf },
    { title: 'Age', of: ({ born }) => (born === null ? '' : String(year - born)) },
    { title: 'Time', of: ({ time }) => (time === null ? '' : writeHundredths(time)) },
    { title: 'Category', of: ({ category }) => oneLine(category ?? '') },
    { title: 'Distance', of: () => oneLine(race.course?.name ?? '') },
    { title: 'Gender', of: ({ gender }) => (gender === 'M' ? 'Male' : gender === 'F' ? 'Female' : '') },
  ];
  const lapTitles = Array.from({ length: laps }, (_, index) => `Lap ${index + 1}`);
  const lines = rows.map((row) => [...columns.map(({ of }) => of(row)), ...lapsOf(row, laps)]);
  return [[...columns.map(({ title }) => title), ...lapTitles], ...lines]
    .map((cells) => `${cells.map((text) => enclose(withoutFormulas(oneLine(text)))).join('\t')}\r\n`)
    .join('');
}

/** A quote at the start of a cell would enclose everything up to the next quote, and the columns after it are lost. */
const enclose = (text: string): string => (text.startsWith('"') ? `"${text.replaceAll('"', '""')}"` : text);

/** Parts of the course between its points; none where it has no points. */
const lapCount = ({ points }: ExportRace): number => (points.length === 0 ? 0 : points.length + 1);

/** A part is known where both of its ends are. */
function lapsOf({ splits, gross }: ExportRow, count: number): string[] {
  if (count === 0) return [];
  const ends = [durationMs(0), ...splits, gross];
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = [ends[index] ?? null, ends[index + 1] ?? null];
    return from === null || to === null || to < from ? '' : writeHundredths(durationMs(to - from));
  });
}

/** UTF-16 with its byte order mark, by which readers know the order of the bytes. */
export function encodeUtf16(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(2 * (text.length + 1));
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0xfeff, true);
  for (let at = 0; at < text.length; at += 1) view.setUint16(2 * (at + 1), text.charCodeAt(at), true);
  return bytes;
}
