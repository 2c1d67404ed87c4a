import { isNothing, parseDegrees } from './cells.ts';
import type { Cells, Row } from './rows.ts';
import type { KnownColumn, Meaning } from './known-columns.ts';

export const NO_PLACE = [NaN, NaN] as const;

/** Null for cells that are not empty, but hold no position on earth. */
export type PlaceReader = (row: Cells) => readonly [lat: number, lon: number] | null;

/** Degrees in a semicircle, the unit of Garmin's devices. */
const SEMICIRCLE = 180 / 2 ** 31;
/** Smaller numbers are those of a national grid, or a place in the sea off Africa. */
const LEAST_WHOLE = 2e7;
const TEN_MILLIONTH = 1e-7;

/** The reader of the position in a row; null when the table has no columns for it. */
export function choosePlaces(chosen: ReadonlyMap<Meaning, KnownColumn>, firstRows: readonly Row[]): PlaceReader | null {
  const [lat, lon] = [chosen.get('lat'), chosen.get('lon')];
  if (lat === undefined || lon === undefined) return null;
  const [northSouth, eastWest] = [chosen.get('northSouth')?.index, chosen.get('eastWest')?.index];
  const isMost = (isSo: (north: number, east: number) => boolean) =>
    firstRows.filter((row) => isSo(Math.abs(Number(row[lat.index])), Math.abs(Number(row[lon.index])))).length * 2 >
    firstRows.length;
  const isWhole = isMost((north, east) => Number.isInteger(north + east) && Math.max(north, east) > LEAST_WHOLE);
  // Receivers count in ten-millionths of a degree; Garmin's tables, with names of their own, in semicircles.
  const isFine = isMost((north, east) => north <= 90 / TEN_MILLIONTH && east <= 180 / TEN_MILLIONTH);
  const guessed = !isWhole ? 1 : isFine && !/^position/i.test(lat.name.trim()) ? TEN_MILLIONTH : SEMICIRCLE;
  // As a receiver's sentences have it: 4807.038 is 48° 7.038'.
  const isPacked =
    guessed === 1 && isMost((north, east) => (north > 90 || east > 360) && north % 100 < 60 && east % 100 < 60);
  // Some count their longitudes eastwards all around.
  const isRound = guessed === 1 && !isPacked && isMost((north, east) => north <= 90 && east <= 360);
  const [latScale, lonScale] = [lat.unit?.scale ?? guessed, lon.unit?.scale ?? guessed];
  const read = (digits: number, row: Cells, index: number) => {
    if (isPacked) return unpackMinutes(Number.isNaN(digits) ? Number(row.cell(index)) : digits);
    return Number.isNaN(digits) ? parseDegrees(row.cell(index)) : digits;
  };
  return (row) => {
    const [latDigits, lonDigits] = [row.digits(lat.index), row.digits(lon.index)];
    if (Number.isNaN(latDigits) && Number.isNaN(lonDigits)) {
      if (isNothing(row.cell(lat.index)) && isNothing(row.cell(lon.index))) return NO_PLACE;
    }
    const north = read(latDigits, row, lat.index) * latScale;
    const counted = read(lonDigits, row, lon.index) * lonScale;
    const east = isRound && counted > 180 ? counted - 360 : counted;
    if (!(Math.abs(north) <= 90 && Math.abs(east) <= 180)) return null;
    return [turn(north, row, northSouth, 's'), turn(east, row, eastWest, 'w')];
  };
}

function unpackMinutes(value: number): number {
  const degrees = Math.trunc(value / 100);
  return degrees + (value - degrees * 100) / 60;
}

/** A column of its own says the hemisphere; the number beside it has no sign then. */
function turn(degrees: number, row: Cells, index: number | undefined, negative: string): number {
  if (index === undefined || degrees < 0) return degrees;
  return row.cell(index).trim().charAt(0).toLowerCase() === negative ? -degrees : degrees;
}
