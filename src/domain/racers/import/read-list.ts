import type { DurationMs } from '../../units.ts';
import type { Details } from '../details.ts';
import { tidy } from '../same-name.ts';
import type { ColumnKind } from './column-words.ts';
import type { ListTable, TextRecord } from './columns.ts';
import { readDetails } from './read-details.ts';
import { readStart, type StartKind } from './start-text.ts';

/** Limits of what can be stored. The protocol holds the numbers. */
export interface ImportRules {
  readonly maxNameLength: number;
  readonly maxGroupLength: number;
  readonly maxGroups: number;
  readonly maxBibLength: number;
  readonly isStorable: (text: string) => boolean;
  /** The present year: a year of birth after it is a fault. */
  readonly thisYear: number;
}

export interface ListedRacer {
  readonly line: number;
  readonly name: string;
  readonly groups: readonly string[];
  readonly bib: string | null;
  /** After midnight or after the first start, as the list's start times are meant. */
  readonly start: DurationMs | null;
  /** Absent where the list says nothing besides names, numbers and times. */
  readonly details?: Details;
}

export type ImportFault =
  | 'above-header'
  | 'no-name'
  | 'name-is-number'
  | 'name-too-long'
  | 'group-too-long'
  | 'too-many-groups'
  | 'bib-too-long'
  | 'bib-twice'
  | 'bib-taken'
  | 'start-unreadable'
  | 'born-unreadable'
  | 'not-storable';

export interface FaultyLine {
  readonly line: number;
  /** What the line says of the racer: a name, or the cell that is at fault. */
  readonly text: string;
  readonly fault: ImportFault;
  /** The line that has the same number. */
  readonly other?: number;
}

export interface RacerList {
  readonly racers: readonly ListedRacer[];
  /** In the order of the lines. */
  readonly faults: readonly FaultyLine[];
}

/** A line with a fault keeps no other line from being read. */
export function readRacerList(
  table: ListTable,
  columns: readonly ColumnKind[],
  starts: StartKind,
  rules: ImportRules,
): RacerList {
  const racers: ListedRacer[] = [];
  const faults: FaultyLine[] = table.above.map(({ line, cells }) => ({
    line,
    text: tidy(cells.join(' ')),
    fault: 'above-header',
  }));
  const lineOfBib = new Map<string, number>();
  for (const record of table.rows) {
    const { startText, wrongBorn, ...racer } = readLine(record, columns, starts, rules.thisYear);
    const other = racer.bib === null ? undefined : lineOfBib.get(bibKey(racer.bib));
    const fault = findFault(racer, columns.length, rules);
    const { line } = racer;
    if (fault !== null) faults.push({ line, text: fault === 'bib-too-long' ? racer.bib! : racer.name, fault });
    else if (startText !== '' && racer.start === null)
      faults.push({ line, text: startText, fault: 'start-unreadable' });
    else if (wrongBorn !== null) faults.push({ line, text: wrongBorn, fault: 'born-unreadable' });
    else if (other !== undefined) faults.push({ line, text: racer.bib!, fault: 'bib-twice', other });
    else {
      racers.push(racer);
      if (racer.bib !== null) lineOfBib.set(bibKey(racer.bib), line);
    }
  }
  return { racers, faults };
}

interface ReadLine extends ListedRacer {
  readonly startText: string;
  readonly wrongBorn: string | null;
}

const LED_BY_NUMBER = /^#?(\d{1,5})[.):]? (\p{L}.*)$/u;

function readLine(
  { line, cells }: TextRecord,
  columns: readonly ColumnKind[],
  starts: StartKind,
  thisYear: number,
): ReadLine {
  const of = (...kinds: ColumnKind[]) =>
    kinds.flatMap((kind) => columns.flatMap((column, index) => (column === kind ? (cells[index] ?? '') : [])));
  const startText = tidy(of('start').join(' '));
  const names = tidy(of('name', 'first', 'last').map(tidy).join(' '));
  // A list of names alone, as people write it: '12 Ada Swift', '3. Bo'.
  const [, led, rest] = (columns.length === 1 && LED_BY_NUMBER.exec(names)) || [];
  const bib = led ?? tidy(of('number').join(' ')).replace(/^#\s?/, '');
  const { details, wrongBorn } = readDetails((kind) => splitGroups(of(kind)), thisYear);
  return {
    line,
    name: rest ?? names,
    groups: splitGroups(of('category', 'class', 'club', 'team')),
    bib: bib === '' ? null : bib,
    startText,
    start: startText === '' ? null : readStart(startText, starts),
    wrongBorn,
    ...(details && { details }),
  };
}

/** Numbers that a reader of the list would take for the same one. */
export const bibKey = (bib: string): string => bib.normalize('NFKC').toLowerCase();

function splitGroups(cells: readonly string[]): string[] {
  const groups = cells.flatMap((cell) => cell.split(/[;|]/)).map(tidy);
  return [...new Set(groups.filter((group) => group !== ''))];
}

function findFault({ name, groups, bib }: ListedRacer, width: number, rules: ImportRules): ImportFault | null {
  if (name === '') return 'no-name';
  // In a table, a name of figures alone is the number in the wrong column. A list of one column can have such names.
  if (width > 1 && /^\d+$/.test(name)) return 'name-is-number';
  if (name.length > rules.maxNameLength) return 'name-too-long';
  if (groups.length > rules.maxGroups) return 'too-many-groups';
  if (groups.some((group) => group.length > rules.maxGroupLength)) return 'group-too-long';
  if (bib !== null && bib.length > rules.maxBibLength) return 'bib-too-long';
  return [name, bib ?? '', ...groups].every(rules.isStorable) ? null : 'not-storable';
}
