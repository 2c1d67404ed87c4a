import { racersCovered } from '../credits/coverage.ts';
import { RACER_COST } from '../credits/prices.ts';
import { type Credits, credits as asCredits } from '../units.ts';

/** A line of a list, or several where a cell holds line breaks, split into cells by the reader of the file. */
export interface TextRecord {
  /** The number of its first line, counted from 1 as in an editor. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Limits of what can be stored. The protocol holds the numbers. */
export interface ImportRules {
  readonly maxNameLength: number;
  readonly maxGroupLength: number;
  readonly maxGroups: number;
  readonly isStorable: (text: string) => boolean;
}

export interface ListedRacer {
  readonly line: number;
  readonly name: string;
  readonly groups: readonly string[];
}

export type ImportFault = 'no-name' | 'name-too-long' | 'group-too-long' | 'too-many-groups' | 'not-storable';

export interface FaultyLine {
  readonly line: number;
  readonly name: string;
  readonly fault: ImportFault;
}

export interface RacerList {
  readonly racers: readonly ListedRacer[];
  readonly faults: readonly FaultyLine[];
}

/** One name in each line, or a spreadsheet's columns of names and groups, with or without a header line. */
export function readRacerList(all: readonly TextRecord[], rules: ImportRules): RacerList {
  const records = all.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const header = records[0] === undefined ? null : readHeader(records[0].cells);
  const columns = header ?? { name: 0, groups: null };
  const racers: ListedRacer[] = [];
  const faults: FaultyLine[] = [];
  for (const { line, cells } of header === null ? records : records.slice(1)) {
    const groupCells = columns.groups === null ? cells.slice(1) : columns.groups.map((index) => cells[index] ?? '');
    const racer = { line, name: tidyName(cells[columns.name] ?? ''), groups: splitGroups(groupCells) };
    const fault = findFault(racer, rules);
    if (fault === null) racers.push(racer);
    else faults.push({ line, name: racer.name, fault });
  }
  return { racers, faults };
}

const NAME_HEADERS = new Set(['name', 'names', 'racer', 'racers', 'racer name']);
const GROUP_HEADERS = new Set(['group', 'groups', 'tag', 'tags']);

function readHeader(cells: readonly string[]): { name: number; groups: readonly number[] } | null {
  const titles = cells.map((cell) => cell.trim().toLowerCase());
  const name = titles.findIndex((title) => NAME_HEADERS.has(title));
  if (name === -1) return null;
  return { name, groups: titles.flatMap((title, index) => (GROUP_HEADERS.has(title) ? [index] : [])) };
}

/** The name without the apostrophe that the app's own CSV puts before what a spreadsheet would run as a formula. */
function tidyName(cell: string): string {
  return cell
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^'(?=[=+\-@])/, '');
}

function splitGroups(cells: readonly string[]): string[] {
  const groups = cells.flatMap((cell) => cell.split(/[;|]/)).map(tidyName);
  return [...new Set(groups.filter((group) => group !== ''))];
}

function findFault({ name, groups }: ListedRacer, rules: ImportRules): ImportFault | null {
  if (name === '') return 'no-name';
  if (name.length > rules.maxNameLength) return 'name-too-long';
  if (groups.length > rules.maxGroups) return 'too-many-groups';
  if (groups.some((group) => group.length > rules.maxGroupLength)) return 'group-too-long';
  return [name, ...groups].every(rules.isStorable) ? null : 'not-storable';
}

/** `library`: a racer of that name exists. `list`: the name stands further up in the same list. */
export type Known = 'library' | 'list' | null;

export interface MarkedRacer extends ListedRacer {
  readonly known: Known;
}

export function markKnown(racers: readonly ListedRacer[], libraryNames: readonly string[]): MarkedRacer[] {
  const library = new Set(libraryNames.map(nameKey));
  const listed = new Set<string>();
  return racers.map((racer) => {
    const key = nameKey(racer.name);
    const known: Known = library.has(key) ? 'library' : listed.has(key) ? 'list' : null;
    listed.add(key);
    return { ...racer, known };
  });
}

const nameKey = (name: string): string => tidyName(name).normalize('NFKC').toLowerCase();

export interface ImportPlan {
  readonly racers: readonly ListedRacer[];
  readonly cost: Credits;
  /** The number of new racers that the credits pay for. */
  readonly payable: number;
}

export function planImport(racers: readonly MarkedRacer[], credits: Credits, withKnown: boolean): ImportPlan {
  const chosen = withKnown ? racers : racers.filter(({ known }) => known === null);
  return {
    racers: chosen,
    cost: asCredits(chosen.length * RACER_COST),
    payable: Math.min(chosen.length, racersCovered(credits)),
  };
}
