import type { ClockFact, ReadFailure, ReadWarning, Recording } from '../../../domain/recording.ts';

/** The facts on a run's card about a recording; made where it is read, so that the page does not wait for them. */
interface RecordingFacts {
  readonly distance: number | null;
  readonly duration: number | null;
  readonly outline: [lat: number, lon: number][];
}

export interface ReadRecording {
  readonly recording: Recording;
  /** The samples as they are stored: packing takes a while, too. */
  readonly packed: Uint8Array;
  readonly facts: RecordingFacts;
}

interface ReadChapter {
  /** The index of the file among the given ones. */
  readonly file: number;
  readonly duration: number;
  readonly fingerprint: string;
}

/** A recording in an archive, or in a file that holds several. */
export interface ArchiveEntry {
  readonly path: string;
  /** As its table names it, else the file's name. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly at: number | null;
  readonly bytes: number;
}

/** The outcome of reading one file, or the files of one video. */
export type ReadOutcome =
  | {
      readonly kind: 'data';
      readonly read: ReadRecording;
      /** The name of the file that was read, where it came out of an archive. */
      readonly fileName: string | null;
    }
  /** An archive, or a file, with several recordings: the user says which are read. */
  | { readonly kind: 'archive'; readonly entries: readonly ArchiveEntry[] }
  | {
      readonly kind: 'video';
      readonly chapters: readonly ReadChapter[];
      readonly framesPerSecond: number | null;
      readonly isGoPro: boolean;
      /** The video's own clock, for a video without positions. */
      readonly clocks: readonly ClockFact[];
      readonly read: ReadRecording | null;
      /** Why the video has no positions. */
      readonly withoutGps: ReadFailure | null;
      /** Files of the video that could not be read. */
      readonly skipped: readonly { readonly file: number; readonly failure: ReadFailure }[];
    }
  | { readonly kind: 'failed'; readonly failure: ReadFailure }
  /** The reader itself has died, for example of too little memory. */
  | { readonly kind: 'crashed' };

/** A file's name without its ending, also that of a packed file. */
export const withoutEnding = (fileName: string): string => fileName.replace(/\.gz$/i, '').replace(/\.[^.]+$/, '');

export const warningsOf = (outcome: ReadOutcome): readonly ReadWarning[] =>
  outcome.kind === 'data' || outcome.kind === 'video' ? (outcome.read?.recording.warnings ?? []) : [];

/** Sent to the worker. */
export interface ReadRequest {
  readonly id: number;
  readonly files: readonly File[];
  /** The meaning of a table's columns, where the user has set it. */
  readonly mapping: object | null;
  /** The recording of an archive that is read; null for the archive itself. */
  readonly entry: string | null;
}

/** Sent by the worker. */
export type ReadReport =
  | { readonly id: number; readonly kind: 'progress'; readonly part: number }
  | { readonly id: number; readonly kind: 'outcome'; readonly outcome: ReadOutcome };
