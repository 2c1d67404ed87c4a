import type { EpochMs } from '../units.ts';
import type { ResultStatus } from './ruling.ts';

/** The part of a result that is declared official. A racer without a time and without a status has none. */
export interface OfficialValue {
  readonly status: ResultStatus;
  /** The published time; null with a status other than OK. */
  readonly ms: number | null;
  readonly penaltyMs: number;
  /** The racer's handicap, where results are ranked by handicaps. */
  readonly handicapMs?: number;
}

/** A result that is no longer the declared one. */
export interface Correction {
  readonly was: OfficialValue | null;
  /** When it last changed. */
  readonly at: EpochMs;
  /** The racer's name and category as they were declared, where they are others now. */
  readonly name?: string;
  readonly category?: string | null;
}

/** By `rulingKey`. A result that has been put back as it was has no correction. */
export type Corrections = Readonly<Record<string, Correction>>;

/** The owner's word that the results stand. */
export interface Official {
  readonly at: number;
  /** The number of the change that declared them. Later changes of results are corrections. */
  readonly seq: number;
  readonly note: string;
  readonly corrections: Corrections;
}
