import { ok, refuse, type Result } from '../result.ts';
import type { Looked, NoHandicap } from './looked.ts';
import { type HandicapRow, plainClass } from './table.ts';

export interface FoundHandicap {
  readonly ms: number;
  /** The two ages, or the two distances in metres, that the handicap lies between; null where the table has the very one. */
  readonly betweenAges: readonly [number, number] | null;
  readonly betweenMeters: readonly [number, number] | null;
}

/** A course of 10 miles may be written as 16.1 km. */
const SAME_DISTANCE = 0.005;
const SECOND = 1000;

/**
 * Of the lines whose class and gender fit, those that say most count. A value between two ages or two distances is in
 * proportion, at a full second. Nothing is continued beyond the first or the last age or distance of the table.
 */
export function lookUp(rows: readonly HandicapRow[], looked: Looked): Result<FoundHandicap, NoHandicap> {
  const fitting = fittingRows(rows, looked);
  if (fitting.length === 0) return refuse(describeMisfit(rows, looked));
  const measured = fitting.filter(({ meters }) => meters !== null);
  if (measured.length === 0) return atAge(fitting, looked.age);
  const { meters } = looked;
  if (meters === null) return refuse('no-distance');

  const distances = [...new Set(measured.map((row) => row.meters!))].toSorted((one, other) => one - other);
  const at = (distance: number) =>
    atAge(
      measured.filter((row) => row.meters === distance),
      looked.age,
    );
  const near = distances
    .filter((distance) => Math.abs(distance - meters) <= distance * SAME_DISTANCE)
    .toSorted((one, other) => Math.abs(one - meters) - Math.abs(other - meters));
  if (near.length > 0) return at(near[0]!);
  const below = distances.findLast((distance) => distance < meters);
  const above = distances.find((distance) => distance > meters);
  if (below === undefined || above === undefined) return refuse('distance-not-in-table');
  const [short, long] = [at(below), at(above)];
  if (!short.ok) return short;
  if (!long.ok) return long;
  return ok({
    ms: between(short.value.ms, long.value.ms, (meters - below) / (above - below)),
    betweenAges: short.value.betweenAges ?? long.value.betweenAges,
    betweenMeters: [below, above],
  });
}

function fittingRows(rows: readonly HandicapRow[], looked: Looked): readonly HandicapRow[] {
  const ofClass = looked.class === null ? null : plainClass(looked.class);
  const fitting = rows.filter(
    (row) =>
      (row.class === null || plainClass(row.class) === ofClass) &&
      (row.gender === null || row.gender === looked.gender),
  );
  const most = fitting.reduce((best, row) => Math.max(best, saysOf(row)), 0);
  return fitting.filter((row) => saysOf(row) === most);
}

/** A line about the racer's class says more than one about their gender alone. */
const saysOf = (row: HandicapRow): number => (row.class === null ? 0 : 2) + (row.gender === null ? 0 : 1);

function describeMisfit(rows: readonly HandicapRow[], looked: Looked): NoHandicap {
  if (looked.class === null && rows.every((row) => row.class !== null)) return 'no-class';
  if (looked.gender === null && rows.some((row) => row.gender !== null)) return 'no-gender';
  return 'class-not-in-table';
}

function atAge(rows: readonly HandicapRow[], age: number | null): Result<FoundHandicap, NoHandicap> {
  const aged = rows.filter((row) => row.ages !== null);
  const ageless = rows.find((row) => row.ages === null);
  if (aged.length === 0) return ok(exactly(ageless!));
  if (age === null) return ageless === undefined ? refuse('no-year') : ok(exactly(ageless));
  const holding = aged
    .filter(({ ages }) => ages![0] <= age && age <= ages![1])
    .toSorted((one, other) => widthOf(one) - widthOf(other));
  if (holding.length > 0) return ok(exactly(holding[0]!));
  const younger = aged
    .filter(({ ages }) => ages![1] < age)
    .reduce<HandicapRow | null>((best, row) => (best === null || row.ages![1] > best.ages![1] ? row : best), null);
  const older = aged
    .filter(({ ages }) => ages![0] > age)
    .reduce<HandicapRow | null>((best, row) => (best === null || row.ages![0] < best.ages![0] ? row : best), null);
  if (younger === null || older === null)
    return ageless === undefined ? refuse('age-not-in-table') : ok(exactly(ageless));
  const [from, to] = [younger.ages![1], older.ages![0]];
  const ms = between(younger.ms, older.ms, (age - from) / (to - from));
  return ok({ ms, betweenAges: [from, to], betweenMeters: null });
}

const widthOf = ({ ages }: HandicapRow): number => ages![1] - ages![0];
const exactly = ({ ms }: HandicapRow): FoundHandicap => ({ ms, betweenAges: null, betweenMeters: null });
const between = (one: number, other: number, share: number): number =>
  Math.round((one + (other - one) * share) / SECOND) * SECOND;
