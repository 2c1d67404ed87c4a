import type { Channel } from '../channels.ts';

/** The meaning of a column. */
export type ColumnMeaning = Channel | 'time' | 'lap' | 'ignore';

/** The user's choices for the columns of a table that was not understood; by the names in its header. */
export type ColumnMapping = Readonly<Record<string, MappedColumn>>;

export interface MappedColumn {
  readonly meaning: ColumnMeaning;
  /** One of `unitsFor(meaning)`; without it the header's unit or else the usual one. */
  readonly unit?: string;
}
