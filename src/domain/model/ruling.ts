import type { DurationMs } from '../units.ts';
import { HUNDREDTHS, type Precision, publish } from './precision.ts';

/**
 * The codes of race results, in the order in which entries are listed: OK gets a rank, all others get none. OTL: over
 * the time limit. NP: not placed, rode outside the classification. DNF, DSQ, DNS: did not finish, disqualified, did not
 * start.
 */
export const statuses = ['OK', 'OTL', 'NP', 'DNF', 'DSQ', 'DNS'] as const;
export type ResultStatus = (typeof statuses)[number];

/** Racers outside of the ranking keep their time, as it would be published: it stands with the status and has no rank. */
export const outsideTimeOf = (net: DurationMs | null, status: ResultStatus, precision: Precision): DurationMs | null =>
  net !== null && (status === 'OTL' || status === 'NP') ? publish(net, precision) : null;

/** The statuses in words. */
export const statusWords: Readonly<Record<ResultStatus, string>> = {
  OK: 'Placed',
  OTL: 'Over the time limit',
  NP: 'Not placed',
  DNF: 'Did not finish',
  DSQ: 'Disqualified',
  DNS: 'Did not start',
};

/** Time that an admin adds to a measured time or takes off it. */
export interface Adjustment {
  /** The id of the command that made the adjustment. */
  readonly id: string;
  /** Above zero a penalty, below zero a bonus. */
  readonly ms: DurationMs;
  readonly reason: string;
}

/** The decisions of admins about one attempt of a racer. Taps never change a ruling, and a ruling changes no tap. */
export interface Ruling {
  readonly status: ResultStatus;
  /** The reason of the status; empty where none was given. */
  readonly reason: string;
  readonly adjustments: readonly Adjustment[];
  /**
   * The time from start to finish, in whole milliseconds, that somebody has said to be right. It says nothing of another
   * time: once that has changed, it is asked about again. Absent, like null: nobody has.
   */
  readonly checked?: DurationMs | null;
}

/** The ruling of every attempt without a decision. */
export const noRuling: Ruling = { status: 'OK', reason: '', adjustments: [] };

/** Rulings and settings of an event before anybody has decided anything. */
export const undecided = { splits: [], attempts: 1, rulings: {}, precision: HUNDREDTHS } as const;

export function rulingKey(racerId: string, attempt: number): string {
  return `${racerId} ${attempt}`;
}

/** The racer and the attempt of a key. */
export function readRulingKey(key: string): { readonly racerId: string; readonly attempt: number } {
  const space = key.lastIndexOf(' ');
  return { racerId: key.slice(0, space), attempt: Number(key.slice(space + 1)) };
}

export function adjustmentsOf(
  { rulings }: { readonly rulings: Readonly<Record<string, Ruling>> },
  { racerId, attempt }: { readonly racerId: string; readonly attempt: number },
): readonly Adjustment[] {
  return rulings[rulingKey(racerId, attempt)]?.adjustments ?? [];
}
