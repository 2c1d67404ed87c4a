import { describeDistance } from '../../../../domain/events/course.ts';
import type { HandicapRule } from '../../../../domain/model/race-format.ts';
import type { FoundHandicap } from '../../../../domain/handicap/look-up.ts';
import type { Looked, NoHandicap } from '../../../../domain/handicap/looked.ts';
import type { FaultyRow, TableFault } from '../../../../domain/handicap/read-table.ts';
import { formatDuration } from '../../../../domain/timing/format.ts';
import { durationMs } from '../../../../domain/units.ts';
import { MAX_TABLE_ROWS } from '../../../../protocol/limits.ts';

export const reasons: Readonly<Record<NoHandicap, string>> = {
  'no-year': 'year of birth missing, or after the race',
  'no-gender': 'gender missing, or not in the table',
  'no-class': 'class missing',
  'no-distance': 'the course has no distance',
  'class-not-in-table': 'class or gender not in the table',
  'age-not-in-table': 'age not in the table',
  'distance-not-in-table': 'distance of the course not in the table',
  'no-earlier-result': 'no earlier result',
};

/** The rule of the results below, in a sentence of its own. */
export const ruleWords: Readonly<Record<HandicapRule, string>> = {
  time: 'Ranked by adjusted time, with the handicap taken off.',
  plus: 'Ranked by how far each racer beats their own target.',
  grade: 'Ranked by age grade.',
};

/** For example 'M · 54 · Tandem', and where the table has no such line, what it lies between. */
export function describeLooked({ gender, age, class: ofClass }: Looked, found: FoundHandicap | null): string {
  const known = [gender, age, ofClass].filter((part) => part !== null).map(String);
  const ages = found?.betweenAges;
  const meters = found?.betweenMeters;
  return [
    ...known,
    ...(ages ? [`between ${ages[0]} and ${ages[1]} years`] : []),
    ...(meters ? [`between ${describeDistance(meters[0])} and ${describeDistance(meters[1])}`] : []),
  ].join(' · ');
}

export function describeHandicap(ms: number): string {
  return `${ms < 0 ? '−' : ''}${formatDuration(durationMs(Math.abs(ms)))}`;
}

const faults: Readonly<Record<TableFault, (cell: string) => string>> = {
  'no-titles': () => 'no column “seconds”. The first line names the columns: distance, class, gender, age, seconds.',
  'too-many-rows': () => `more than ${MAX_TABLE_ROWS} lines. Leave out distances that you don’t race.`,
  'no-rows': () => 'nothing to read.',
  'distance-unclear': (cell) => `“${cell}” is no distance. Write 10 mi, 16.1 km or 16093 m.`,
  'class-too-long': (cell) => `the class “${cell}…” is too long.`,
  'gender-unclear': (cell) => `“${cell}” is no gender. Write M, F or X.`,
  'age-unclear': (cell) => `“${cell}” is no age. Write 52, 50-54 or 70+.`,
  'seconds-unclear': (cell) => `“${cell}” is no time. Write seconds or h:mm:ss, and no formula.`,
  'seconds-below-zero': (cell) => `${cell} is below zero. A handicap is zero or more.`,
  'seconds-too-many': (cell) => `${cell} is more than ten days.`,
  'said-twice': (cell) => `says the same racer as line ${cell}, with another time.`,
};

export const describeFault = ({ line, fault, cell }: FaultyRow): string => `Line ${line}: ${faults[fault](cell)}`;
