import type { ClockFact, ReadFailure, ReadWarning, Recording } from '../../../../domain/telemetry/recording.ts';

/** What a run's card says of a recording; made where it was read, so that the page does not wait for it. */
export interface RecordingFacts {
  readonly distance: number | null;
  readonly duration: number | null;
  readonly outline: [lat: number, lon: number][];
}

export interface ReadRecording {
  readonly recording: Recording;
  /** Its samples as they are stored: that takes a while, too. */
  readonly packed: Uint8Array;
  readonly facts: RecordingFacts;
}

export interface ReadChapter {
  /** Which of the files that were given. */
  readonly file: number;
  readonly duration: number;
  readonly fingerprint: string;
}

/** What was read from one file, or from the files of one video. */
export type ReadOutcome =
  | { readonly kind: 'data'; readonly read: ReadRecording }
  | {
      readonly kind: 'video';
      readonly chapters: readonly ReadChapter[];
      readonly framesPerSecond: number | null;
      readonly isGoPro: boolean;
      /** Of its own clock, for a video without positions. */
      readonly clocks: readonly ClockFact[];
      readonly read: ReadRecording | null;
      /** Why it has no positions. */
      readonly withoutGps: ReadFailure | null;
      /** Files of it that could not be read. */
      readonly skipped: readonly { readonly file: number; readonly failure: ReadFailure }[];
    }
  | { readonly kind: 'failed'; readonly failure: ReadFailure }
  /** The reader itself has died, of too little memory say. */
  | { readonly kind: 'crashed' };

export const warningsOf = (outcome: ReadOutcome): readonly ReadWarning[] =>
  outcome.kind === 'data' || outcome.kind === 'video' ? (outcome.read?.recording.warnings ?? []) : [];

/** To the worker. */
export interface ReadRequest {
  readonly id: number;
  readonly files: readonly File[];
  /** Which column of a table is which, where the user has said so. */
  readonly mapping: object | null;
}

/** From the worker. */
export type ReadReport =
  | { readonly id: number; readonly kind: 'progress'; readonly part: number }
  | { readonly id: number; readonly kind: 'outcome'; readonly outcome: ReadOutcome };
