import type { Course } from '../domain/model/race-format.ts';
import type { Comparison } from '../domain/history/compare.ts';
import type { Progress } from '../domain/history/progress.ts';
import { api } from './routes.ts';

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
  /** Number of events in these weeks that are left out because they are too many to be read. */
  readonly leftOut: number;
}

/** A record of a course, with the day on which it was set. */
export interface ShownRecord {
  /** Null: everybody. */
  readonly category: string | null;
  readonly ms: number;
  readonly racerId: string;
  readonly name: string;
  readonly at: number;
  readonly event: { readonly id: string; readonly name: string; readonly timeZone: string };
}

export interface RecordsAnswer {
  /** Records, that of everybody first. */
  readonly records: readonly ShownRecord[];
  /** Number of events on the course that are left out because they are too many to be read: the oldest ones. */
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

export const recordsPath = (courseKey: string): string => `${api.records}?course=${encodeURIComponent(courseKey)}`;
