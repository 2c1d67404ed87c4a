import { isNothing, parseDegrees } from './cells.ts';
import type { Row } from './header.ts';
import type { KnownColumn, Meaning } from './known-columns.ts';

export const NO_PLACE = [NaN, NaN] as const;

/** Null for cells that are not empty, but hold no position on earth. */
export type PlaceReader = (row: Row) => readonly [lat: number, lon: number] | null;

/** Degrees in a semicircle, the unit of Garmin's devices. */
const SEMICIRCLE = 180 / 2 ** 31;

/** The reader of the position in a row; null when the table has no columns for it. */
export function choosePlaces(chosen: ReadonlyMap<Meaning, KnownColumn>, firstRows: readonly Row[]): PlaceReader | null {
  const [lat, lon] = [chosen.get('lat'), chosen.get('lon')];
  if (lat === undefined || lon === undefined) return null;
  const [northSouth, eastWest] = [chosen.get('northSouth')?.index, chosen.get('eastWest')?.index];
  const isTooLarge = (row: Row) =>
    Math.abs(Number(row[lat.index])) > 90 * 100 || Math.abs(Number(row[lon.index])) > 180 * 100;
  const guessed = firstRows.filter(isTooLarge).length * 2 > firstRows.length ? SEMICIRCLE : 1;
  const [latScale, lonScale] = [lat.unit?.scale ?? guessed, lon.unit?.scale ?? guessed];
  return (row) => {
    const [latCell, lonCell] = [row[lat.index] ?? '', row[lon.index] ?? ''];
    if (isNothing(latCell) && isNothing(lonCell)) return NO_PLACE;
    const north = parseDegrees(latCell) * latScale;
    const east = parseDegrees(lonCell) * lonScale;
    if (!(Math.abs(north) <= 90 && Math.abs(east) <= 180)) return null;
    return [turn(north, row, northSouth, 's'), turn(east, row, eastWest, 'w')];
  };
}

/** A column of its own says the hemisphere; the number beside it has no sign then. */
function turn(degrees: number, row: Row, index: number | undefined, negative: string): number {
  if (index === undefined || degrees < 0) return degrees;
  return (row[index] ?? '').trim().charAt(0).toLowerCase() === negative ? -degrees : degrees;
}
