import type { Channel } from './channels.ts';

/** The meaning of a column. */
export type ColumnMeaning = Channel | 'time' | 'lap' | 'ignore';

/** The user's choices for the columns of a table that was not understood; by the names in its header. */
export type ColumnMapping = Readonly<Record<string, MappedColumn>>;

export interface MappedColumn {
  readonly meaning: ColumnMeaning;
  /** One of `unitsFor(meaning)`; without it the header's unit or else the usual one. */
  readonly unit?: string;
}

/** A table as it was read, for the user to see and to change. */
export interface TableColumns {
  readonly header: readonly string[];
  /** The first rows. */
  readonly rows: readonly (readonly string[])[];
  /** What each column was taken for; null for one that is neither a value nor the time, such as a date. */
  readonly taken: readonly (MappedColumn | null)[];
  /** Names of the columns that hold something and were not understood. */
  readonly unused: readonly string[];
}
