import type { Admin } from '../access/can.ts';
import type { Precision } from './precision.ts';
import type { ResultStatus } from './ruling.ts';
import type { Placed, Reading } from '../timing/clock.ts';
import type { DurationMs, EpochMs } from '../units.ts';
import type { Details } from '../racers/details.ts';
import type { Handicap, RaceFormat } from './race-format.ts';
import type { RaceSettings } from './race-settings.ts';
import type { Line } from './lines.ts';
import type { Author, Helper, Slot, TapNote, TapWay, WaitingShift } from './state.ts';

/** A change is something that happened, decided once and never revised. An event is the sum of its changes. */
export type ChangeBody =
  | {
      readonly type: 'event-created';
      readonly name: string;
      readonly timeZone: string;
      readonly ownerId: string;
      readonly createdAt: EpochMs;
      readonly copiedFrom: string | null;
    }
  | { readonly type: 'event-renamed'; readonly name: string }
  /** Only the settings that the change alters. */
  | { readonly type: 'event-configured'; readonly initialsOnly?: boolean; readonly isIndexed?: boolean }
  | { readonly type: 'event-deleted' }
  | { readonly type: 'event-restored' }
  | { readonly type: 'credits-awaited' }
  | { readonly type: 'credits-paid' }
  | { readonly type: 'entries-added'; readonly racers: readonly AddedRacer[] }
  /** `was`: for the history; what a viewer is sent says nothing of it. */
  | { readonly type: 'entry-renamed'; readonly racerId: string; readonly name: string; readonly was: string }
  /** `forgotten` is never stored: it is sent to viewers, whose pages must keep no name of a removed racer. */
  | { readonly type: 'entry-removed'; readonly racerId: string; readonly forgotten?: true }
  | { readonly type: 'entry-restored'; readonly racerId: string }
  | {
      readonly type: 'tap-recorded';
      readonly tapId: string;
      readonly line: Line;
      readonly attempt?: number;
      /** The attempt in logs of Beta 0.23: see `attemptOf`. */
      readonly run?: number;
      readonly racerId: string | null;
      readonly captured: Reading;
      readonly placed: Placed;
      readonly counts: boolean;
      readonly note: TapNote | null;
      readonly via?: TapWay;
    }
  /** A time from paper: nobody's clock was read. */
  | {
      readonly type: 'tap-entered';
      readonly tapId: string;
      readonly line: Line;
      readonly attempt: number;
      readonly racerId: string | null;
      readonly captured: Reading;
      readonly to: EpochMs;
      readonly counts: boolean;
    }
  /** A missing time, from the reading of another device and the mean difference of `of` other racers' readings. */
  | {
      readonly type: 'tap-filled';
      readonly tapId: string;
      readonly to: EpochMs;
      readonly correction: DurationMs;
      readonly of: number;
    }
  /** The tap was read off a camera's strip, which can be off by `uncertainty` beside the clock. */
  | { readonly type: 'tap-seen'; readonly tapId: string; readonly uncertainty: DurationMs }
  | ({ readonly type: 'taps-shifted'; readonly reason: string } & ShiftOf)
  | ({ readonly type: 'shift-undone' } & ShiftOf)
  | { readonly type: 'taps-moved'; readonly taps: readonly MovedTap[] }
  | { readonly type: 'tap-undone'; readonly tapId: string }
  | { readonly type: 'tap-restored'; readonly tapId: string; readonly counts: boolean }
  | { readonly type: 'tap-corrected'; readonly tapId: string; readonly to: EpochMs | null }
  | { readonly type: 'tap-chosen'; readonly tapId: string }
  | {
      readonly type: 'tap-assigned';
      readonly tapId: string;
      readonly racerId: string | null;
      /** Absent: the tap stays in its attempt. Only in events with several, which no release before schema 5 reads. */
      readonly attempt?: number;
      readonly counts: boolean;
    }
  | ({
      readonly type: 'status-set';
      readonly status: ResultStatus;
      readonly reason: string;
    } & OfAttempt)
  | ({
      readonly type: 'adjustment-added';
      readonly adjustmentId: string;
      readonly ms: DurationMs;
      readonly reason: string;
    } & OfAttempt)
  | ({ readonly type: 'adjustment-removed'; readonly adjustmentId: string } & OfAttempt)
  | ({ readonly type: 'statuses-set'; readonly status: ResultStatus; readonly reason: string } & OfAttempts)
  | { readonly type: 'times-checked'; readonly times: readonly CheckedTime[] }
  | { readonly type: 'precision-set'; readonly precision: Precision }
  | { readonly type: 'bibs-set'; readonly bibs: readonly GivenBib[] }
  /** Racers who are not named keep their place. */
  | { readonly type: 'schedule-set'; readonly slots: readonly GivenSlot[]; readonly arranges: boolean }
  /** Every start at `from` or later moves. */
  | { readonly type: 'schedule-shifted'; readonly from: EpochMs; readonly ms: DurationMs }
  /** Only the settings that the change alters. */
  | { readonly type: 'race-configured'; readonly settings: Partial<RaceSettings> }
  /** Only the parts that the change alters. */
  | { readonly type: 'format-set'; readonly format: Partial<RaceFormat> }
  | { readonly type: 'details-set'; readonly given: readonly GivenDetails[] }
  | { readonly type: 'handicaps-set'; readonly given: readonly GivenHandicap[] }
  /** The owner's note on the official results; null: they are provisional again. */
  | { readonly type: 'official-set'; readonly note: string | null }
  | ({ readonly type: 'helper-named' } & Helper)
  | { readonly type: 'rehearsal-begun' }
  /** `keeps`: it was the race after all, and nothing is wiped. */
  | { readonly type: 'rehearsal-ended'; readonly keeps: boolean }
  /** A stop that is known already, again: it began earlier than was known, or its end was taken back. */
  | { readonly type: 'race-stopped'; readonly stopId: string; readonly from: EpochMs; readonly shift?: WaitingShift }
  | { readonly type: 'race-resumed'; readonly stopId: string; readonly to: EpochMs; readonly shift?: WaitingShift }
  | { readonly type: 'admin-added'; readonly admin: Admin }
  | { readonly type: 'admin-removed'; readonly admin: Admin }
  | { readonly type: 'owner-changed'; readonly ownerId: string }
  | { readonly type: 'event-shared'; readonly groupId: string; readonly groupName: string }
  | { readonly type: 'event-withdrawn' }
  | { readonly type: 'keys-rotated'; readonly which: KeyKind }
  /**
   * A change that its reader may not see. It has a number: without one, readers would see a gap. `since`: the schema
   * version of the change, which the state of every reader needs alike.
   */
  | { readonly type: 'withheld'; readonly since?: number };

/** An attempt of a racer that a ruling is about. */
export interface OfAttempt {
  readonly racerId: string;
  readonly attempt: number;
}

/** `ms`: the time that is said to be right; null: nobody says so any more. */
export interface CheckedTime extends OfAttempt {
  readonly ms: DurationMs | null;
}

/** One attempt of several racers. */
interface OfAttempts {
  readonly racerIds: readonly string[];
  readonly attempt: number;
}

export interface ShiftOf {
  readonly shiftId: string;
  readonly tapIds: readonly string[];
  readonly ms: DurationMs;
}

/** A tap that was taken at the wrong line; `counted` and `counts`: at the line that it leaves, and at its new one. */
export interface MovedTap {
  readonly tapId: string;
  readonly from: Line;
  readonly counted: boolean;
  readonly line: Line;
  readonly counts: boolean;
}

export interface GivenBib {
  readonly racerId: string;
  readonly bib: string | null;
}

export interface GivenSlot extends Slot {
  readonly racerId: string;
}

/** All details of a racer; null: none. */
export interface GivenDetails {
  readonly racerId: string;
  readonly details: Details | null;
}

export interface GivenHandicap {
  readonly racerId: string;
  readonly handicap: Handicap | null;
}

export type ChangeType = ChangeBody['type'];

/** Kinds that Beta 0.23 knows. Nothing is added here. */
type FirstKind =
  | `event-${'created' | 'renamed' | 'configured' | 'deleted' | 'restored' | 'shared' | 'withdrawn'}`
  | `credits-${'awaited' | 'paid'}`
  | `entries-added`
  | `entry-${'removed' | 'restored'}`
  | `tap-${'recorded' | 'undone' | 'restored' | 'corrected' | 'chosen' | 'assigned'}`
  | `admin-${'added' | 'removed'}`
  | 'owner-changed'
  | 'keys-rotated'
  | 'withheld';

/**
 * Kinds that came later, with the schema version that brought each. None is written while a node is up that knows less.
 */
const laterKinds: Readonly<Record<Exclude<ChangeType, FirstKind>, number>> = {
  'status-set': 2,
  'adjustment-added': 2,
  'adjustment-removed': 2,
  'precision-set': 2,
  'statuses-set': 3,
  'tap-entered': 3,
  'tap-filled': 3,
  'taps-shifted': 3,
  'shift-undone': 3,
  'bibs-set': 3,
  'schedule-set': 3,
  'schedule-shifted': 3,
  'race-configured': 3,
  'helper-named': 3,
  'rehearsal-begun': 3,
  'rehearsal-ended': 3,
  'format-set': 5,
  'details-set': 5,
  'handicaps-set': 5,
  'official-set': 5,
  'taps-moved': 6,
  'race-stopped': 8,
  'race-resumed': 8,
  'times-checked': 9,
  'tap-seen': 9,
  'entry-renamed': 9,
};

/** The schema version that a reader of this kind of change must know. */
export function sinceOf(type: ChangeType): number {
  return (laterKinds as Readonly<Partial<Record<ChangeType, number>>>)[type] ?? 1;
}

export type KeyKind = 'admin' | 'viewer';

export interface AddedRacer {
  readonly racerId: string;
  readonly name: string;
  readonly groups: readonly string[];
  readonly bib: string | null;
  /** Made up for a rehearsal; only while one is going on. */
  readonly rehearsal?: true;
  /** Never stored here: viewers are sent what the owner shows of the racer. */
  readonly details?: Details | null;
}

export type Change = ChangeBody & {
  readonly eventId: string;
  /** Changes are numbered from 1, without gaps. */
  readonly seq: number;
  /** The command that the change comes from; several changes may share one. */
  readonly commandId: string;
  readonly at: EpochMs;
  readonly by: Author;
};
