import * as z from 'zod/mini';
import { type HandicapRow, MAX_TABLE_AGE } from '../domain/handicap/table.ts';
import { type Gender, genders } from '../domain/racers/details.ts';
import { MAX_COURSE_METERS, MAX_GROUP_LENGTH, MAX_HANDICAP_MS, MAX_TABLE_ROWS } from './limits.ts';
import { oneLine, text } from './text.ts';

export const MAX_HANDICAP_TABLE_BYTES = 512 * 1024;
/** Name and version together are the source of a handicap, which has as many characters as a group. */
export const MAX_TABLE_NAME = 40;
export const MAX_TABLE_VERSION = 19;

export const handicapPaths = {
  list: '/api/handicap-tables',
  one: '/api/handicap-tables/:tableId',
} as const;

export const handicapTablePath = (tableId: string): string => `${handicapPaths.list}/${encodeURIComponent(tableId)}`;

/** Metres, class, gender, the ages from and to, milliseconds: six thousand objects with names would be too many parts. */
type PackedRow = readonly [
  meters: number | null,
  ofClass: string | null,
  gender: Gender | null,
  from: number | null,
  to: number | null,
  ms: number,
];

const isWithin = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'number' && value >= least && value <= most;
const isAge = (value: unknown): boolean => Number.isInteger(value) && isWithin(value, 0, MAX_TABLE_AGE);
const className = text(MAX_GROUP_LENGTH).check(oneLine, z.minLength(1));

/** Rows are checked by hand: zod takes five times as long for the six thousand rows of a table. */
function isRow(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 6) return false;
  const [meters, ofClass, gender, from, to, ms] = value as unknown[];
  if (meters !== null && !(isWithin(meters, 0, MAX_COURSE_METERS) && meters !== 0)) return false;
  if (ofClass !== null && !className.safeParse(ofClass).success) return false;
  if (gender !== null && !genders.includes(gender as Gender)) return false;
  if (!Number.isInteger(ms) || !isWithin(ms, 0, MAX_HANDICAP_MS)) return false;
  if (from === null || to === null) return from === to;
  return isAge(from) && isAge(to) && (from as number) <= (to as number);
}

const orNull = (schema: object): object => ({ anyOf: [schema, { type: 'null' }] });
const years = orNull({ type: 'integer', minimum: 0, maximum: MAX_TABLE_AGE });

const row = z.custom<PackedRow>(isRow).check(
  z.meta({
    type: 'array',
    prefixItems: [
      orNull({ type: 'number', exclusiveMinimum: 0, maximum: MAX_COURSE_METERS }),
      orNull({ type: 'string', minLength: 1, maxLength: MAX_GROUP_LENGTH }),
      orNull({ enum: genders }),
      years,
      years,
      { type: 'integer', minimum: 0, maximum: MAX_HANDICAP_MS },
    ],
    minItems: 6,
    maxItems: 6,
    description: 'Metres, class, gender, the ages from and to, milliseconds. Null stands for any, the last is needed.',
  }),
);

export const handicapTable = z.object({
  name: text(MAX_TABLE_NAME).check(oneLine, z.trim(), z.minLength(1)),
  version: text(MAX_TABLE_VERSION).check(oneLine, z.trim(), z.minLength(1)),
  rows: z.array(row).check(z.minLength(1), z.maxLength(MAX_TABLE_ROWS)),
});
export type PackedTable = z.infer<typeof handicapTable>;

/** A table in the list of its owner. */
export interface ListedTable {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly createdAt: number;
}

export const packRow = ({ meters, class: ofClass, gender, ages, ms }: HandicapRow): PackedRow => [
  meters,
  ofClass,
  gender,
  ages?.[0] ?? null,
  ages?.[1] ?? null,
  ms,
];

export const unpackRow = ([meters, ofClass, gender, from, to, ms]: PackedRow): HandicapRow => ({
  meters,
  class: ofClass,
  gender,
  ages: from === null || to === null ? null : [from, to],
  ms,
});
