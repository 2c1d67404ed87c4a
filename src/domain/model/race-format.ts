import type { Gender } from '../racers/details.ts';

/** Rules by which a racer's attempts make one result. */
export const countingRules = ['best', 'sum', 'mean', 'last'] as const;
/** What viewers may be shown of racers besides names and times. `bests`: that a time is a personal best. */
export const shownDetails = ['category', 'class', 'club', 'team', 'bests'] as const;
/**
 * `time`: the handicap of each racer is taken off the time. `plus`: it is a target, and the result is how far below it the
 * racer stayed. `grade`: it is the standard that the time is compared with, in per cent.
 */
export const handicapRules = ['time', 'plus', 'grade'] as const;
export type HandicapRule = (typeof handicapRules)[number];
export const teamScores = ['nth', 'sum', 'places'] as const;

/** A racer is in the first category all of whose conditions hold; null is no condition. */
export interface Category {
  readonly name: string;
  readonly group: string | null;
  readonly gender: Gender | null;
  readonly class: string | null;
  /** From and to, both included: the age that is reached in the year of the race. */
  readonly ages: readonly [number, number] | null;
}

export interface Attempts {
  readonly count: number;
  readonly counts: (typeof countingRules)[number];
  /** The attempt that is timed now: taps are made for it. */
  readonly current: number;
}

export interface TeamRules {
  readonly of: 'team' | 'club';
  /** `nth`: the time of the nth across; `sum`: the best n times together; `places`: the best n places together. */
  readonly score: (typeof teamScores)[number];
  readonly n: number;
  /** True with `places` where racers beyond the n of their team still take a place from others. */
  readonly displaces: boolean;
  /** Least number of the n who must be of one gender or class. */
  readonly quota: Quota | null;
  /** A team time trial: one tap starts a whole team. */
  readonly startsTogether: boolean;
}

export interface Quota {
  readonly gender: Gender | null;
  readonly class: string | null;
  readonly least: number;
}

export interface Course {
  readonly name: string;
  readonly meters: number | null;
}

/** Settings of what a result is made of. An event whose owner never opens them has `plainFormat`. */
export interface RaceFormat {
  /** In the order in which they are tried and listed. */
  readonly categories: readonly Category[];
  /** The owner's word on what viewers see of details, and of earlier results. */
  readonly shows: readonly (typeof shownDetails)[number][];
  readonly attempts: Attempts;
  readonly teams: TeamRules | null;
  /** Null: the actual times are the result. */
  readonly handicap: HandicapRule | null;
  readonly course: Course | null;
  /** Wind, rain, temperature: in the owner's own words. */
  readonly conditions: string;
}

export const plainFormat: RaceFormat = {
  categories: [],
  shows: [],
  attempts: { count: 1, counts: 'best', current: 1 },
  teams: null,
  handicap: null,
  course: null,
  conditions: '',
};

/** The handicap of a racer, as it was on the day: later tables change no result. */
export interface Handicap {
  readonly ms: number;
  /** Source of the handicap: a table and its version, or earlier results. */
  readonly source: string;
}

/** Viewers do not have what this quota looks at: genders never, classes only where they are shown. */
export function isQuotaHidden({ teams, shows }: Pick<RaceFormat, 'teams' | 'shows'>): boolean {
  const quota = teams?.quota ?? null;
  return quota !== null && (quota.gender !== null || (quota.class !== null && !shows.includes('class')));
}
