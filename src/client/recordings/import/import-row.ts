import type { ReadFailure } from '../../../domain/telemetry/recording.ts';
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
  | { readonly kind: 'asking'; readonly table: UnknownTable }
  /** An archive with several recordings. */
  | { readonly kind: 'choosing'; readonly entries: readonly ArchiveEntry[] }
  /** `notes`: what is missing or was corrected. */
  | { readonly kind: 'done'; readonly runId: string; readonly notes: readonly string[] }
  | { readonly kind: 'failed'; readonly why: string };

export type UnknownTable = Extract<ReadFailure, { code: 'csv-columns-unknown' }>;

/** Tells tables apart by their first row: a user who has set its columns once need not do it again. */
export const signatureOf = ({ header }: UnknownTable): string => header.map((name) => name.trim()).join('\u001f');
