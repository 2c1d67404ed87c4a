import type { HandicapRule } from '../../domain/model/race-format.ts';
import type { Adjusted } from '../../domain/results/adjusted.ts';
import type { LeaderboardRow } from '../../domain/results/read-leaderboard.ts';
import { writeDecimal } from '../../domain/language.ts';
import { formatDuration, formatGap } from '../../domain/timing/format.ts';
import { durationMs } from '../../domain/units.ts';

/** Names of the two orders of a board with handicaps, and a sentence about the first. */
export const orderWords: Readonly<Record<HandicapRule, { readonly label: string; readonly says: string }>> = {
  time: { label: 'Adjusted', says: 'Ranked by adjusted time, which is the time less the handicap.' },
  plus: { label: 'Against target', says: 'Ranked by how far each racer beats their own target.' },
  grade: {
    label: 'Age grade',
    says: 'Ranked by age grade, the best time for that age and gender as a percentage of the racer’s time.',
  },
};

const writeGrade = (value: number): string => `${writeDecimal(value / 100, 2)} %`;

/** With a sign for minus: a handicap can be larger than the time. */
const writeSigned = (ms: number, unit: number): string =>
  `${ms < 0 ? '−' : ''}${formatDuration(durationMs(Math.abs(ms)), unit)}`;

/** For example '24:10.00 adjusted', '1:05.30 under target' or '73.29 %'. */
export function describeAdjusted({ by, value }: Adjusted, unit: number): string {
  if (by === 'grade') return writeGrade(value);
  return by === 'time' ? `${writeSigned(value, unit)} adjusted` : describeTarget(value, unit).join(' ');
}

function describeTarget(value: number, unit: number): readonly [string, string] {
  return [formatDuration(durationMs(Math.abs(value)), unit), value > 0 ? 'over target' : 'under target'];
}

type FigureOf = (racer: LeaderboardRow) => readonly [string, string];

const adjustedOf = (racer: LeaderboardRow): number => racer.adjusted!.value;

/** The large figure of a row in the adjusted order, and the small one under it. One function for each rule: rows are compared by it. */
export const figures: Readonly<Record<HandicapRule, FigureOf>> = {
  time: (racer) => [writeSigned(adjustedOf(racer), racer.unit), racer.gap > 0 ? formatGap(racer.gap, racer.unit) : ''],
  plus: (racer) => describeTarget(adjustedOf(racer), racer.unit),
  grade: (racer) => [writeGrade(adjustedOf(racer)), ''],
};
