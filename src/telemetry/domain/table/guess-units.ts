import { distanceBetween } from '../geo.ts';
import type { ValueColumn } from './choose-columns.ts';
import type { TableClock } from './clock.ts';
import { readNumber, type TableRows } from './rows.ts';
import { NO_PLACE, type PlaceReader } from './places.ts';
import { areStrokes } from './units.ts';

/** A position with the value of the column in question; the time is NaN without a clock. */
interface Fix {
  readonly time: number;
  readonly lat: number;
  readonly lon: number;
  readonly value: number;
}

/** m/s, km/h, mph and knots: how many of each make a metre per second. */
const PER_METRE_PER_SECOND = [1, 3.6, 1 / 0.447_04, 3_600 / 1_852];
/** Metres, kilometres, miles and feet: how many of each make a metre. */
const PER_METRE = [1, 0.001, 1 / 1_609.344, 1 / 0.304_8];
/** Metres that a receiver does not wander at rest, and over which its errors hardly count. */
const SHORT_METRES = 8;
const LONG_METRES = 40;
const STRETCH_SECONDS = 1;
/** Behind a longer step nobody knows what the speed was meanwhile. */
const LONGEST_STEP = 10;
const STRETCH_METRES = 100;
const LEAST_STRETCHES = 8;
const LEAST_LONG_STRETCHES = 3;
/** A speed so many times off every unit is none of the positions. */
const MOST_OFF = 1.3;
/** The line between fixes is shorter than the way, and their jitter longer. */
const WAY_TOLERANCE = 0.2;

/** The rows that are measured, and the columns of them that are understood. */
export interface MeasuredRows {
  readonly rows: TableRows;
  readonly from: number;
  readonly to: number;
  readonly columns: readonly number[];
}

export interface Measures {
  readonly readPlace: PlaceReader | null;
  /** Some clocks remember the row before, so each reading of the rows needs a new one. */
  readonly createClock: () => TableClock | null;
  readonly hasCommas: boolean;
}

/** Corrects the scales of columns without a unit, and the meaning of a fix, where the positions show them. */
export function guessUnits(columns: readonly ValueColumn[], rows: MeasuredRows, measures: Measures): ValueColumn[] {
  const { readPlace } = measures;
  return columns.map((column) => {
    if (column.mayBeStrokes) {
      const values = valuesOf(column, rows, measures);
      return areStrokes(values) ? { ...column, scale: 1 } : column;
    }
    // Where the cells carry their units nothing is unknown.
    const isSpeed = column.channel === 'speed' && column.isUnitUnknown;
    if (isSpeed && !valuesOf(column, rows, measures).some((value) => value > 0))
      return { ...column, isUnitUnknown: false };
    if (readPlace === null) return column;
    if (column.channel === 'fix') return isOneAFix(fixesOf(column, rows, measures)) ? { ...column, offset: 1 } : column;
    if (!column.isUnitUnknown) return column;
    if (column.channel === 'speed') {
      const fixes = fixesOf(column, rows, measures);
      return fixes.length === 0 ? column : { ...column, scale: guessSpeedScale(fixes), isUnitUnknown: false };
    }
    if (column.channel === 'distance') return { ...column, scale: guessDistanceScale(fixesOf(column, rows, measures)) };
    return column;
  });
}

function valuesOf(
  { index }: ValueColumn,
  { rows, from, to, columns }: MeasuredRows,
  { hasCommas }: Measures,
): number[] {
  const values: number[] = [];
  for (let at = from; at < to; at += 1) {
    const row = rows.isNote(at) ? null : rows.pick(at, columns);
    if (row !== null) values.push(readNumber(row, index, hasCommas));
  }
  return values;
}

function fixesOf(
  { index }: ValueColumn,
  { rows, from, to, columns }: MeasuredRows,
  { readPlace, createClock, hasCommas }: Measures,
): Fix[] {
  const fixes: Fix[] = [];
  const clock = createClock();
  for (let at = from; at < to; at += 1) {
    const row = rows.isNote(at) ? null : rows.pick(at, columns);
    if (row === null) continue;
    const place = readPlace!(row);
    const value = readNumber(row, index, hasCommas);
    const time = clock?.read(row) ?? NaN;
    if (place === null || place === NO_PLACE || Number.isNaN(value)) continue;
    fixes.push({ time, lat: place[0], lon: place[1], value });
  }
  return fixes;
}

/**
 * The scale of a column of speeds without a unit: that of the unit which the positions agree with, at any speed and length.
 * Only stretches that are longer than a receiver wanders count, and of these the faster half: standing tells nothing. 1
 * where the positions agree with no unit.
 */
function guessSpeedScale(fixes: readonly Fix[]): number {
  const whole = stretchesOf(fixes, SHORT_METRES).reduce((sum, { metres }) => sum + metres, 0);
  const long = Math.max(SHORT_METRES, Math.min(LONG_METRES, whole / LEAST_STRETCHES));
  const stretches = stretchesOf(fixes, long).sort((a, b) => b.metres / b.seconds - a.metres / a.seconds);
  const ratios = stretches
    .slice(0, Math.max(LEAST_LONG_STRETCHES, stretches.length >> 1))
    .map(({ value, metres, seconds }) => value / (metres / seconds));
  if (ratios.length === 0) return 1;
  const ratio = middle(ratios);
  const off = (unit: number) => Math.abs(Math.log(ratio / unit));
  const best = PER_METRE_PER_SECOND.reduce((one, other) => (off(other) < off(one) ? other : one));
  return off(best) < Math.log(MOST_OFF) ? 1 / best : 1;
}

interface SpeedStretch {
  readonly metres: number;
  readonly seconds: number;
  /** The mean of what was written, over the time. */
  readonly value: number;
}

/** The fixes in stretches whose ends lie so far apart. */
function stretchesOf(fixes: readonly Fix[], long: number): SpeedStretch[] {
  const stretches: SpeedStretch[] = [];
  let from = 0;
  let sum = 0;
  for (let at = 1; at < fixes.length; at += 1) {
    const [start, before, here] = [fixes[from]!, fixes[at - 1]!, fixes[at]!];
    const step = here.time - before.time;
    if (!(step >= 0 && step <= LONGEST_STEP)) {
      [from, sum] = [at, 0];
      continue;
    }
    sum += ((before.value + here.value) / 2) * step;
    const seconds = here.time - start.time;
    const metres = distanceBetween(start.lat, start.lon, here.lat, here.lon);
    if (metres < long || seconds < STRETCH_SECONDS) continue;
    stretches.push({ metres, seconds, value: sum / seconds });
    [from, sum] = [at, 0];
  }
  return stretches;
}

/** The scale of a column of distances without a unit, likewise; times are not needed for it. */
function guessDistanceScale(fixes: readonly Fix[]): number {
  const ratios: number[] = [];
  let from = 0;
  let metres = 0;
  for (let at = 1; at < fixes.length; at += 1) {
    const [a, b] = [fixes[at - 1]!, fixes[at]!];
    metres += distanceBetween(a.lat, a.lon, b.lat, b.lon);
    if (metres < STRETCH_METRES) continue;
    const change = b.value - fixes[from]!.value;
    if (change > 0) ratios.push(change / metres);
    from = at;
    metres = 0;
  }
  return ratios.length < LEAST_LONG_STRETCHES ? 1 : 1 / nearest(ratios, PER_METRE, WAY_TOLERANCE);
}

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

function nearest(ratios: readonly number[], units: readonly number[], tolerance: number): number {
  const ratio = middle(ratios);
  return units.find((candidate) => Math.abs(ratio / candidate - 1) < tolerance) ?? 1;
}

/**
 * Receivers count in two ways: 1 for no fix, 2 and 3 for a fix in the plane and in space; or 0 for no fix, 1 for a fix
 * and 2 for a corrected one. It is the second where positions of type 1 move and none, or only a few, are of type 3.
 */
function isOneAFix(fixes: readonly Fix[]): boolean {
  let [ones, others, moves] = [0, 0, 0];
  let last: Fix | null = null;
  for (const fix of fixes) {
    if (fix.value === 1) {
      ones += 1;
      if (last !== null && (last.lat !== fix.lat || last.lon !== fix.lon)) moves += 1;
    } else if (fix.value === 3) others += 1;
    last = fix;
  }
  return moves > 0 && (others === 0 || (ones > others && moves * 2 > ones));
}
