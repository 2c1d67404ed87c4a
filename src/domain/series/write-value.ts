import { writeDecimal } from '../language.ts';
import { formatDuration } from '../timing/format.ts';
import { durationMs } from '../units.ts';
import type { Scoring } from './rules.ts';

/** Points, per cent or a time, as the rules of the series have it. */
export function writeValue(value: number, { scoring }: { readonly scoring: Pick<Scoring, 'kind'> }): string {
  // Under a target, adjusted times are below zero.
  if (scoring.kind === 'time') return `${value < 0 ? '−' : ''}${formatDuration(durationMs(Math.abs(value)))}`;
  const digits = scoring.kind === 'percent' ? 2 : Number.isInteger(value) ? 0 : 1;
  return writeDecimal(value, digits);
}
