import { writePlain } from '../language.ts';
import type { RaceFormat } from '../model/race-format.ts';

export const distanceUnits = ['km', 'mi'] as const;
export type DistanceUnit = (typeof distanceUnits)[number];

const metersIn: Readonly<Record<DistanceUnit, number>> = { km: 1000, mi: 1609.344 };
/** Decimals of a distance: metres, or a little more than a yard. */
const DECIMALS = 3;

export interface Distance {
  readonly value: number;
  readonly unit: DistanceUnit;
}

/**
 * The unit in which a distance was most likely given: the one with the shorter number. Only metres are stored, and
 * 16,093.44 of them are '10 mi' to the club that typed it.
 */
export function distanceOf(meters: number): Distance {
  const [km, mi] = distanceUnits.map((unit) => ({ unit, value: round(meters / metersIn[unit]) })) as [
    Distance,
    Distance,
  ];
  return isExact(mi, meters) && (!isExact(km, meters) || length(mi) < length(km)) ? mi : km;
}

export const metersOf = ({ value, unit }: Distance): number => round(value * metersIn[unit]);

const round = (value: number): number => Number(value.toFixed(DECIMALS));
const length = ({ value }: Distance): number => String(value).length;
const isExact = (distance: Distance, meters: number): boolean => metersOf(distance) === round(meters);

/** For example '10 mi', '16.1 km'. */
export function describeDistance(meters: number): string {
  const { value, unit } = distanceOf(meters);
  return `${writePlain(value)} ${unit}`;
}

/** Reads '16.1', '16,1' or '10'; null for anything else. */
export function readDistance(text: string, unit: DistanceUnit): number | null {
  const figure = text.trim().replace(',', '.');
  const value = /^\d{1,6}(\.\d{1,6})?$/.test(figure) ? Number(figure) : 0;
  const meters = metersOf({ value, unit });
  return meters > 0 ? meters : null;
}

/** The course, its length and the conditions, each where the owner gave it. */
export function describeCourse({ course, conditions }: Pick<RaceFormat, 'course' | 'conditions'>): string[] {
  const meters = course?.meters ?? null;
  return [course?.name ?? '', meters === null ? '' : describeDistance(meters), conditions].filter(
    (part) => part !== '',
  );
}
