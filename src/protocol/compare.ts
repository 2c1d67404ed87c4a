import type { Course } from '../domain/events/race-format.ts';
import type { Comparison } from '../domain/history/compare.ts';
import type { Progress } from '../domain/history/progress.ts';
import { api } from './routes.ts';

/** Events in the list from which those to compare are chosen: the newest ones that have results. */
export const MAX_OWN_RACES = 500;
/** Events that a trend is made of, and rows of results: the newest ones of the chosen weeks. */
export const MAX_COMPARED_EVENTS = 60;
export const MAX_COMPARED_RESULTS = 20_000;
/** The same with a time for each split point: every one of them takes part in a trend. */
export const MAX_COMPARED_TIMES = 60_000;

/** An event of one's own that has results. */
export interface RaceInfo {
  readonly id: string;
  readonly name: string;
  /** The first start; before anybody has started, the moment at which the event was created. */
  readonly at: number;
  readonly timeZone: string;
  readonly course: Course | null;
  /** Equal for events on one course; null without a course. */
  readonly courseKey: string | null;
  readonly conditions: string;
  readonly finished: number;
}

export interface RacesAnswer {
  /** The newest first. */
  readonly races: readonly RaceInfo[];
}

/** `before` is the earlier event, in whatever order the two were named. */
export interface ComparisonAnswer extends Comparison {
  readonly before: RaceInfo;
  readonly after: RaceInfo;
}

export interface ProgressAnswer extends Progress {
  /** The earliest first. */
  readonly races: readonly RaceInfo[];
  /** Events of these weeks that are too many to be read. */
  readonly leftOut: number;
}

export interface ProgressQuestion {
  readonly courseKey: string;
  readonly from: number;
  readonly to: number;
}

export const comparisonPath = (eventId: string, otherId: string): string =>
  api.compare.replace(':eventId', encodeURIComponent(eventId)).replace(':otherId', encodeURIComponent(otherId));

export const progressPath = ({ courseKey, from, to }: ProgressQuestion): string =>
  `${api.progress}?course=${encodeURIComponent(courseKey)}&from=${from}&to=${to}`;
