import { type DurationMs, durationMs } from '../units.ts';
import type { Line } from './lines.ts';

/** The start that counts: the tap, the start list, or the tap with a flag where it is outside of the window. */
export const startPolicies = ['tap', 'schedule', 'window'] as const;
/** The sounds before a start: see `domain/schedule/tones.ts`. */
export const toneSets = ['none', 'voice', 'pips', 'track', 'downhill'] as const;
/** The reading that counts where several phones stand at one line. */
export const readingRules = ['first', 'device', 'mean'] as const;
/** The order of racers who share a rank. */
export const tieRules = ['shared', 'higher-number-first'] as const;

/** A place on the course between start and finish where taps are made. */
export interface SplitPoint {
  readonly line: Line;
  readonly name: string;
}

/** Settings of how a race is run. An event whose owner never opens them has `plainRace`. */
export interface RaceSettings {
  /** The preset that the other settings were taken from; null where none was chosen. */
  readonly preset: string | null;
  readonly startPolicy: (typeof startPolicies)[number];
  /** Time to either side of the start list beyond which a tap is flagged. */
  readonly windowMs: DurationMs;
  readonly tones: (typeof toneSets)[number];
  readonly readings: (typeof readingRules)[number];
  /** The device whose readings count, where `readings` is `device`. */
  readonly mainDevice: string | null;
  readonly ties: (typeof tieRules)[number];
  /** In the order of the course. */
  readonly points: readonly SplitPoint[];
  /** Viewers may read the event's history. */
  readonly openHistory: boolean;
  /** Viewers may see what a finish camera saw of racers who have finished. */
  readonly openPictures: boolean;
}

/** Where names are hidden, faces are. */
export const arePicturesOpen = (event: { readonly race: RaceSettings; readonly initialsOnly: boolean }): boolean =>
  event.race.openPictures && !event.initialsOnly;

export const plainRace: RaceSettings = {
  preset: null,
  startPolicy: 'tap',
  windowMs: durationMs(5_000),
  tones: 'none',
  readings: 'first',
  mainDevice: null,
  ties: 'shared',
  points: [],
  openHistory: false,
  openPictures: false,
};
