export interface TeamMember {
  readonly racerId: string;
  readonly ms: number | null;
  /** The place that is added up, where places are; null without one. */
  readonly place: number | null;
  /** True for a racer whom the team's result is made of. */
  readonly counts: boolean;
}

export interface TeamResult {
  /** Key that is equal for every way in which the team's name was typed. */
  readonly key: string;
  readonly name: string;
  /** Equal results share a rank. Null: the team has no result. */
  readonly rank: number | null;
  /** Milliseconds, or places added up; null without a rank. */
  readonly score: number | null;
  /** By time, the fastest first; those without a time last. */
  readonly members: readonly TeamMember[];
  /** Number of finishers that the team is short of. */
  readonly lacks: number;
  /** Number of finishers of the quota that the team is short of. */
  readonly lacksOfQuota: number;
}

/** A team before it is ranked among the others. */
export type TeamRow = Omit<TeamResult, 'rank'>;
