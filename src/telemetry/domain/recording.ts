import type { EpochMs } from '../../domain/units.ts';
import type { Activity } from './activities.ts';
import type { Channel } from './channels.ts';
import type { TableColumns } from './column-mapping.ts';

/** The format of a file, or the GPS in a video. */
export type SourceKind = 'gpx' | 'fit' | 'csv' | 'gopro' | 'tcx' | 'kml' | 'igc' | 'nmea' | 'vbo' | 'srt';

/** Columns of equal length. NaN stands where nothing was measured. */
export interface Samples {
  /**
   * Seconds on the recording's own timeline, never going back. In a video it is the time in the movie; elsewhere it
   * begins with 0 at the first sample that has a time. All NaN in a recording without times.
   */
  readonly time: Float64Array;
  readonly channels: Readonly<Partial<Record<Channel, Float64Array>>>;
}

export interface Lap {
  readonly name: string;
  /** Seconds on the recording's timeline. */
  readonly from: number;
  readonly to: number;
}

/** Sources from which a recording's offset to UTC is known; the most trusted first. */
export type ClockMethod =
  /** Each sample carries its own time from a satellite (GPS9, or the times in FIT, GPX and CSV). */
  | 'sample-time'
  /** One time from a satellite for each second or so, while there was a fix (GPSU). */
  | 'payload-time'
  /** The recorder noted when the camera was started: `at` is then time 0 of the video, by the recorder's clock. */
  | 'camera-event'
  /** The date in the movie's head: the camera's own clock, in an unknown time zone. */
  | 'creation-time';

export interface ClockFact {
  readonly method: ClockMethod;
  /** UTC at time 0 of the recording. */
  readonly at: EpochMs;
  /** Bound of how far `at` may be off. */
  readonly uncertaintySeconds: number;
}

/** The reading went on; the warning says what is missing or was corrected. `detail` stands in the user's sentence. */
export interface ReadWarning {
  readonly code: ReadWarningCode;
  readonly count?: number;
  readonly detail?: string;
}

export type ReadWarningCode =
  | 'file-cut'
  | 'checksum-wrong'
  | 'undefined-message'
  | 'rows-skipped'
  | 'values-skipped'
  /** Values of the channel `detail` that no ride has. */
  | 'beyond-limits'
  | 'times-went-back'
  /** Times that went back by some seconds lie between their neighbours now. */
  | 'times-mended'
  | 'times-far-apart'
  | 'points-without-time'
  /** Summer time began or ended in a table without a time zone. */
  | 'summer-time'
  /** Heights of 0 of a receiver that had none. */
  | 'heights-missing'
  /** Seconds by which the clock jumps in the middle. */
  | 'clock-jumped'
  /** A planned route: its times, if any, say when it was drawn. */
  | 'route-only'
  | 'no-positions'
  | 'no-fix-at-start'
  /** Seconds without a position after the first one. */
  | 'fix-lost'
  /** Columns of a table that were not understood; their names are in `detail`. */
  | 'columns-unused'
  | 'quote-unclosed'
  | 'line-too-long'
  /** More samples than are kept: every `count`th was taken. */
  | 'samples-thinned';

/** The contents of one file, or of the chapters of one video. */
export interface Recording {
  readonly kind: SourceKind;
  /** The device or app that made the file, in its own words ('HERO11 Black', 'RaceChrono'); null when not named. */
  readonly device: string | null;
  readonly samples: Samples;
  /** Sample indices where a new segment begins; the first is 0. No line is drawn across. */
  readonly breaks: readonly number[];
  readonly laps: readonly Lap[];
  /** Clocks that place the timeline on UTC, the most trusted first; empty when that is unknown. */
  readonly clocks: readonly ClockFact[];
  /** The recordings of a file that holds several far apart, the earliest first: one is to be chosen. */
  readonly activities?: readonly Activity[];
  /** Sport as the device calls it, in small letters of English ('running'); left out where the file does not say. */
  readonly sport?: string;
  /** Metres climbed by the device's own count, where the file states them. */
  readonly deviceAscent?: number;
  readonly warnings: readonly ReadWarning[];
  /** Of a table: what its columns were taken for. */
  readonly columns?: TableColumns;
}

/** Reason why nothing could be read. */
export type ReadFailure =
  | { readonly code: 'file-empty' }
  | { readonly code: 'file-unknown' }
  | { readonly code: 'file-changes' }
  /** With the limit that was passed, where it is one of the file's own size or rows; else it is that of points. */
  | { readonly code: 'file-too-large'; readonly megabytes?: number; readonly rows?: number }
  | { readonly code: 'fit-not-fit' }
  | { readonly code: 'fit-no-activity' }
  | { readonly code: 'fit-damaged' }
  | { readonly code: 'gpx-not-gpx' }
  | { readonly code: 'gpx-doctype' }
  | { readonly code: 'gpx-no-track' }
  | { readonly code: 'kml-no-track' }
  | { readonly code: 'log-no-positions' }
  /** A VBO file in which no column has a known name of a latitude or a longitude. */
  | { readonly code: 'vbo-columns-unknown'; readonly names: readonly string[] }
  | { readonly code: 'zip-damaged' }
  | { readonly code: 'zip-locked' }
  | { readonly code: 'zip-no-activity' }
  /** DecompressionStream is missing: Safari has it from 16.4 on. */
  | { readonly code: 'browser-cannot-unpack' }
  | { readonly code: 'file-aim' }
  | { readonly code: 'csv-no-rows' }
  /** Time or position was not recognised: the user says which column is which. */
  | { readonly code: 'csv-columns-unknown'; readonly header: readonly string[]; readonly rows: readonly string[][] }
  /** A speed without a unit, and no positions to tell it by: the user says which. */
  | { readonly code: 'csv-unit-unknown'; readonly columns: TableColumns }
  | { readonly code: 'movie-not-movie' }
  | { readonly code: 'movie-cut' }
  | { readonly code: 'movie-not-gopro' }
  | { readonly code: 'movie-model-without-gps'; readonly device: string }
  | { readonly code: 'movie-no-fix' };

export type ReadFailureCode = ReadFailure['code'];

export const sampleCount = (samples: Samples): number => samples.time.length;
