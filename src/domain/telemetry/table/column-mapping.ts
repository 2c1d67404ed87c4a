import type { Channel } from '../channels.ts';

/** What a column is taken for. */
export type ColumnMeaning = Channel | 'time' | 'lap' | 'ignore';

/** What the user said about the columns of a table that was not understood; by the names in its header. */
export type ColumnMapping = Readonly<Record<string, MappedColumn>>;

export interface MappedColumn {
  readonly meaning: ColumnMeaning;
  /** One of `unitsFor(meaning)`; without it, what the header says or else the usual one. */
  readonly unit?: string;
}
