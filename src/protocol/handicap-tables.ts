import * as z from 'zod/mini';
import { type HandicapRow, MAX_TABLE_AGE, MAX_TABLE_ROWS } from '../domain/handicap/table.ts';
import { genders } from '../domain/racers/details.ts';
import { MAX_COURSE_METERS, MAX_GROUP_LENGTH, MAX_HANDICAP_MS } from './limits.ts';
import { oneLine, text } from './text.ts';

export const MAX_HANDICAP_TABLES = 20;
export const MAX_HANDICAP_TABLE_BYTES = 512 * 1024;
/** Name and version together are the source of a handicap, which has as many characters as a group. */
export const MAX_TABLE_NAME = 40;
export const MAX_TABLE_VERSION = 19;

export const handicapPaths = {
  list: '/api/handicap-tables',
  one: '/api/handicap-tables/:tableId',
} as const;

export const handicapTablePath = (tableId: string): string => `${handicapPaths.list}/${encodeURIComponent(tableId)}`;

const age = z.int().check(z.gte(0), z.lte(MAX_TABLE_AGE));

/** Metres, class, gender, the ages from and to, milliseconds: six thousand objects with names would be too many parts. */
const row = z.tuple([
  z.nullable(z.number().check(z.gt(0), z.lte(MAX_COURSE_METERS))),
  z.nullable(text(MAX_GROUP_LENGTH).check(oneLine, z.minLength(1))),
  z.nullable(z.enum(genders)),
  z.nullable(age),
  z.nullable(age),
  z.int().check(z.gte(0), z.lte(MAX_HANDICAP_MS)),
]);
export type PackedRow = z.infer<typeof row>;

export const handicapTable = z.object({
  name: text(MAX_TABLE_NAME).check(oneLine, z.trim(), z.minLength(1)),
  version: text(MAX_TABLE_VERSION).check(oneLine, z.trim(), z.minLength(1)),
  rows: z.array(row).check(
    z.minLength(1),
    z.maxLength(MAX_TABLE_ROWS),
    z.refine<PackedRow[]>((rows) =>
      rows.every(([, , , from, to]) => (from === null) === (to === null) && (from ?? 0) <= (to ?? 0)),
    ),
  ),
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
