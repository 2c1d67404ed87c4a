import type { ReadFailure } from '../../../domain/recording.ts';
import type { TableColumns } from '../../../domain/column-mapping.ts';
import type { ArchiveEntry } from '../reading/read-outcome.ts';

/** A file, or the files of one video, on the way to become a run. */
export interface ImportRow {
  readonly id: string;
  readonly title: string;
  readonly bytes: number;
  /** The run that the files go into; null when they become a new one. */
  readonly intoRun: string | null;
  readonly state: ImportState;
}

export type ImportState =
  | { readonly kind: 'reading'; readonly part: number }
  | { readonly kind: 'asking'; readonly table: AskedTable }
  /** An archive with several recordings. */
  | { readonly kind: 'choosing'; readonly entries: readonly ArchiveEntry[] }
  /** `notes`: what is missing or was corrected. `table`: of a table with columns that were not used, what they are. */
  | { readonly kind: 'done'; readonly runId: string; readonly notes: readonly string[]; readonly table?: ReadTable }
  | { readonly kind: 'failed'; readonly why: string };

/** A table whose columns the user is asked about. */
export type AskedTable = Pick<TableColumns, 'header' | 'rows'> & {
  /** What they were taken for, where the file was read but for one unit. */
  readonly taken?: TableColumns['taken'];
};

/** A table that was read into this source of a run. */
export type ReadTable = TableColumns & { readonly sourceId: string };

/** The table in a failure that only the user can settle; null for all others. */
export function askedTable(failure: ReadFailure): AskedTable | null {
  if (failure.code === 'csv-unit-unknown') return failure.columns;
  return failure.code === 'csv-columns-unknown' ? failure : null;
}

/** Tells tables apart by their first row: a user who has set its columns once need not do it again. */
export const signatureOf = ({ header }: AskedTable): string => header.map((name) => name.trim()).join('\u001f');
