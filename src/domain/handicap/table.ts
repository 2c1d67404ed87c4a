import type { Gender } from '../racers/details.ts';

/** One line of a table of handicaps; null is no condition. */
export interface HandicapRow {
  readonly meters: number | null;
  readonly class: string | null;
  readonly gender: Gender | null;
  /** From and to, both included. */
  readonly ages: readonly [number, number] | null;
  readonly ms: number;
}

/** A table that somebody has uploaded. Results keep its name and version: a later table changes none of them. */
export interface HandicapTable {
  readonly name: string;
  readonly version: string;
  readonly rows: readonly HandicapRow[];
}

export const MAX_TABLE_AGE = 120;

/** Text by which a result names the table of its handicap. */
export const sourceOf = ({ name, version }: Pick<HandicapTable, 'name' | 'version'>): string => `${name} ${version}`;

/** Classes are typed by hand in two places: capitals and spaces make no difference. */
export const plainClass = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
