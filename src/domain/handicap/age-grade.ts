import { ok, refuse, type Result } from '../result.ts';
import type { Looked, NoHandicap } from './looked.ts';

/** Standards of age grading. Large, so they are loaded where somebody asks for grades. */
export interface AgeStandards {
  readonly version: string;
  /** From the shortest distance to the longest. */
  readonly tables: readonly DistanceStandards[];
}

interface DistanceStandards {
  readonly meters: number;
  readonly M: OpenStandard;
  readonly F: OpenStandard;
}

interface OpenStandard {
  /** The standard at the best age, in seconds. */
  readonly open: number;
  /** A factor for each age from `YOUNGEST` on, in ten-thousandths, five digits each. */
  readonly factors: string;
}

/** A line for each distance: meters, then for men and for women the open standard and the factors. */
export function readStandards(version: string, lines: string): AgeStandards {
  const tables = lines
    .trim()
    .split('\n')
    .map((line): DistanceStandards => {
      const [meters, openM, factorsM = '', openF, factorsF = ''] = line.split(' ');
      const [M, F] = [
        { open: Number(openM), factors: factorsM },
        { open: Number(openF), factors: factorsF },
      ];
      return { meters: Number(meters), M, F };
    });
  return { version, tables };
}

const YOUNGEST = 5;
const DIGITS = 5;

/** The tables know distances as they are named: a course of 10 miles may be written as 16.1 km. */
const SAME_DISTANCE = 0.005;

/** The standard of one age, in milliseconds: the open standard divided by the factor. Null: no such age in the table. */
function standardAt({ open, factors }: OpenStandard, age: number): number | null {
  const at = (age - YOUNGEST) * DIGITS;
  const factor = at < 0 ? '' : factors.slice(at, at + DIGITS);
  return factor === '' ? null : (open * 1000 * 10_000) / Number(factor);
}

/** Between two distances: in proportion to the logarithms of the distances, as the tables' author does. */
export function findStandard({ tables }: AgeStandards, { gender, age, meters }: Looked): Result<number, NoHandicap> {
  if (age === null) return refuse('no-year');
  if (gender !== 'M' && gender !== 'F') return refuse('no-gender');
  if (meters === null) return refuse('no-distance');
  const near = tables.find((table) => Math.abs(table.meters - meters) <= table.meters * SAME_DISTANCE);
  const above = tables.findIndex((table) => table.meters > meters);
  if (near === undefined && above <= 0) return refuse('distance-not-in-table');
  const [one, other] = near === undefined ? [tables[above - 1]!, tables[above]!] : [near, near];
  const [short, long] = [standardAt(one[gender], age), standardAt(other[gender], age)];
  if (short === null || long === null) return refuse('age-not-in-table');
  if (near !== undefined) return ok(Math.round(short));
  const share = Math.log(meters / one.meters) / Math.log(other.meters / one.meters);
  return ok(Math.round(short * (1 - share) + long * share));
}
