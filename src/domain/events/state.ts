import type { Admin } from '../access/can.ts';
import type { Placed, Reading } from '../timing/clock.ts';
import type { EpochMs } from '../units.ts';

/** Where a tap is made. A split point will be another line. */
export type Line = 'start' | 'finish';

/** Who did something, on which device: what the history shows. */
export interface Author {
  readonly userId: string;
  readonly name: string;
  readonly deviceId: string;
}

/** A racer as the event knows them: the name stays as it was, whatever happens in the library later. */
export interface Entry {
  readonly racerId: string;
  readonly name: string;
  readonly groups: readonly string[];
  readonly bib: string | null;
  /** The change that added it. Taps from before count for nothing: they belong to an earlier entry of the same racer. */
  readonly addedSeq: number;
  readonly removed: boolean;
}

/** One press of a button: which line, when, and which racer, if that is known yet. Kept for ever. */
export interface Tap {
  /** The id of the command that made it. */
  readonly id: string;
  readonly seq: number;
  /** The change that gave it to its racer: the one that recorded it, unless it was assigned later. */
  readonly assignedSeq: number;
  readonly line: Line;
  readonly attempt: number;
  /** The attempt as nodes and pages of Beta 0.23 read it. Goes with the release after this one. */
  readonly run: number;
  readonly racerId: string | null;
  readonly captured: Reading;
  readonly placed: Placed;
  /** A time set by hand. The placed one stays beside it. */
  readonly corrected: EpochMs | null;
  readonly undone: boolean;
  readonly note: TapNote | null;
  readonly by: Author;
}

/** `late`: it arrived long after it was made. `ahead`: its clock was ahead of ours when it arrived. */
export type TapNote = 'late' | 'ahead';

export interface EventState {
  readonly id: string;
  /** The number of the last change in it. */
  readonly seq: number;
  /** The schema version that a reader must know: that of the latest kind of change in it. */
  readonly needs: number;
  readonly name: string;
  readonly createdAt: EpochMs;
  readonly timeZone: string;
  readonly ownerId: string;
  readonly admins: readonly Admin[];
  readonly sharedGroup: { readonly id: string; readonly name: string } | null;
  readonly awaitingCredits: boolean;
  readonly deletedAt: EpochMs | null;
  /** Whoever is no admin gets initials instead of names. */
  readonly initialsOnly: boolean;
  /** Search engines may list its public pages. */
  readonly isIndexed: boolean;
  readonly entries: Readonly<Record<string, Entry>>;
  readonly taps: Readonly<Record<string, Tap>>;
  /** For each slot the tap that counts. Only a change puts one there: nothing is promoted silently. */
  readonly counting: Readonly<Record<string, string>>;
}

/** Logs of Beta 0.23 and before say `run`. Both names are written for one release, so that its nodes and pages can read. */
export interface Attempt {
  readonly attempt?: number;
  readonly run?: number;
}

export function attemptOf({ attempt, run }: Attempt): Required<Attempt> {
  const said = attempt ?? run ?? 1;
  return { attempt: said, run: said };
}

export function slotOf(racerId: string, line: Line, attempt: number): string {
  return `${racerId} ${line} ${attempt}`;
}

export function timeOf(tap: Tap): EpochMs {
  return tap.corrected ?? tap.placed.at;
}
