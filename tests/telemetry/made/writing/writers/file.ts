import type { Chance } from '../chance.ts';
import type { Made } from '../recording.ts';
import type { Written } from '../truth.ts';

/** A recording as a file, and what of it the file says. */
export interface MadeFile {
  readonly name: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
  readonly written: Written;
}

export type Writer = (made: Made, chance: Chance) => MadeFile;

export const two = (value: number): string => String(value).padStart(2, '0');

/** A value of a row as it stands in the file: the odd one where there is one. */
export function valueOf(made: Made, at: number, value: keyof typeof VALUE_DIGITS): number {
  const row = made.rows[at]!;
  return row.odd[value] ?? row[value];
}

const VALUE_DIGITS = { speed: 3, distance: 2, elevation: 1, heartRate: 0, cadence: 0, power: 0, temperature: 0 };

export const textOf = (made: Made, at: number, value: keyof typeof VALUE_DIGITS): string =>
  valueOf(made, at, value).toFixed(VALUE_DIGITS[value]);

/** For example 2024-05-01T10:00:00.250Z; without the fraction where none is needed. */
export function isoOf({ start, rate }: Made, time: number): string {
  const text = new Date(Math.round(start + time * 1_000)).toISOString();
  return rate <= 1 && Number.isInteger(time) ? text.replace('.000', '') : text;
}

/** The rows of each piece. */
export function piecesOf({ rows, pieces }: Made): number[][] {
  return pieces.map((from, index) => {
    const to = pieces[index + 1] ?? rows.length;
    return Array.from({ length: to - from }, (_, at) => from + at);
  });
}

export const writtenAs = (made: Made, changes: Partial<Written> = {}): Written => ({
  values: made.values,
  hasTimes: true,
  hasDate: true,
  laps: made.laps,
  pieces: made.pieces,
  ...changes,
});
