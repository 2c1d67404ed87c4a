import * as z from 'zod/mini';
import type { Course } from '../domain/model/race-format.ts';
import type { EarlierBest } from '../domain/history/earlier-bests.ts';
import type { Scoring } from '../domain/series/rules.ts';
import type { HistoryResult } from '../domain/history/read-history.ts';

export const historyPaths = {
  one: '/api/racers/:racerId/history',
  link: '/api/racers/:racerId/history/link',
  series: '/api/racers/:racerId/series',
  merge: '/api/racers/:racerId/merge',
} as const;

export const historyPath = (racerId: string): string => `/api/racers/${encodeURIComponent(racerId)}/history`;

export const racerSeriesPath = (racerId: string): string => `/api/racers/${encodeURIComponent(racerId)}/series`;

/** The address of a look at what it means that two racers are one person. */
export const mergePath = (racerId: string, into: string): string =>
  `/api/racers/${encodeURIComponent(racerId)}/merge?into=${encodeURIComponent(into)}`;

/** Counts of what one of two racers has, with those who are the same person already. */
export interface MergeSide {
  readonly racerId: string;
  readonly name: string;
  readonly events: number;
  readonly series: number;
  readonly followers: number;
  readonly runs: number;
}

export interface MergePreview {
  /** The racer that would be merged, then the one that would stand for both. */
  readonly sides: readonly MergeSide[];
  /** Names of events in which both have times, the newest first, a few of them: as long as there is one, they are two. */
  readonly met: readonly string[];
}

/** Standing of a racer in one table of a series. */
export interface RacerStanding {
  /** Null: all racers together, and for others every category. */
  readonly category: string | null;
  readonly isOverall: boolean;
  /** Null: too few events. */
  readonly rank: number | null;
  /** Number of racers with a rank in the table. */
  readonly ranked: number;
  readonly total: number;
  /** Number of events in which the racer has a score. */
  readonly scores: number;
}

export interface RacerSeries {
  /** Id for a link to the series' page, for the owner alone. */
  readonly id: string | null;
  readonly name: string;
  readonly scoring: Scoring['kind'];
  readonly isAdjusted: boolean;
  /** Events that a racer needs for a place. */
  readonly minimum: number;
  readonly standings: readonly RacerStanding[];
}

/** The newest series that a racer stands in. For others those whose link is on. */
export interface RacerSeriesAnswer {
  readonly series: readonly RacerSeries[];
  /** True where there are more results, which are left out. */
  readonly isCut: boolean;
}

export const historyLink = z.object({ isOn: z.boolean() });

/** A result with its event. For others the event's id, name and conditions are there only where it is public. */
export interface ShownResult extends Omit<HistoryResult, 'eventId'> {
  readonly event: {
    readonly id: string | null;
    readonly name: string | null;
    readonly timeZone: string;
    readonly conditions: string;
    readonly viewerKey: string | null;
  };
}

export interface ShownCourse {
  readonly course: Course | null;
  readonly best: { readonly ms: number; readonly at: number } | null;
  /** The newest first. */
  readonly results: readonly ShownResult[];
}

export interface OwnHistory {
  readonly linkKey: string | null;
  readonly mayShare: boolean;
  /** The name that others read. */
  readonly publicName: string;
  /** The racer that stands for the person, for changes of the library. */
  readonly racerId: string;
  /** The events in which the racer stands under another name than in the library, and as which racer. */
  readonly elsewhere: readonly { readonly eventId: string; readonly racerId: string; readonly name: string }[];
  /** Racers who are the same person. */
  readonly merged: readonly { readonly racerId: string; readonly name: string }[];
  /** Names of events in which two of them have times: there they stay two. */
  readonly met: readonly string[];
}

export interface HistoryAnswer {
  /** Name of the racer; readers besides the owner get initials where one of the events shows initials only. */
  readonly name: string;
  readonly courses: readonly ShownCourse[];
  /** Older results are left out. */
  readonly isCut: boolean;
  /** The owner's part of the answer. */
  readonly own?: OwnHistory;
}

/** The path of a racer's page. The key of the link stands behind the hash, which no browser sends. */
export function racerPagePath(racerId: string, key: string | null = null): string {
  const path = `/racers/${encodeURIComponent(racerId)}`;
  return key === null ? path : `${path}#key=${encodeURIComponent(key)}`;
}

/** The key of the link, in a header: addresses are written into logs. */
export const HISTORY_KEY_HEADER = 'x-history-key';

/** The earlier bests of the racers of an event, by racer. Viewers get the time and nothing else. */
export interface BestsAnswer {
  readonly bests: Readonly<Record<string, Pick<EarlierBest, 'ms'> & Partial<EarlierBest>>>;
}
