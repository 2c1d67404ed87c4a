import { writeDecimal } from '../language.ts';
import { formatDuration } from '../timing/format.ts';
import { durationMs } from '../units.ts';
import type { SeriesRules } from './rules.ts';

/** Points, per cent or a time, as the rules of the series have it. */
export function writeValue(value: number, { scoring }: Pick<SeriesRules, 'scoring'>): string {
  // Under a target, adjusted times are below zero.
  if (scoring.kind === 'time') return `${value < 0 ? '−' : ''}${formatDuration(durationMs(Math.abs(value)))}`;
  const digits = scoring.kind === 'percent' ? 2 : Number.isInteger(value) ? 0 : 1;
  return writeDecimal(value, digits);
}
