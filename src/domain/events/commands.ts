import type { Precision } from '../model/precision.ts';
import type { ResultStatus } from '../model/ruling.ts';
import type { Reading } from '../timing/clock.ts';
import type { DurationMs, EpochMs } from '../units.ts';
import type { Details } from '../racers/details.ts';
import type {
  AddedRacer,
  CheckedTime,
  GivenBib,
  GivenDetails,
  GivenHandicap,
  GivenSlot,
  KeyKind,
  OfAttempt,
} from '../model/changes.ts';
import type { RaceFormat } from '../model/race-format.ts';
import type { RaceSettings } from '../model/race-settings.ts';
import type { Line } from '../model/lines.ts';
import type { Post, TapWay } from '../model/state.ts';

/** A command is made on a device, with an id of its own, and frozen from then on. */
export type EventCommandBody =
  | { readonly type: 'event.create'; readonly name: string; readonly timeZone: string }
  | { readonly type: 'event.duplicate'; readonly sourceId: string }
  | { readonly type: 'event.rename'; readonly name: string }
  | { readonly type: 'event.configure'; readonly initialsOnly?: boolean; readonly isIndexed?: boolean }
  | { readonly type: 'event.delete' }
  | { readonly type: 'event.restore' }
  | { readonly type: 'entries.add'; readonly racers: readonly EnteredRacer[] }
  | { readonly type: 'entry.rename'; readonly racerId: string; readonly name: string }
  | { readonly type: 'entry.remove'; readonly racerId: string }
  | { readonly type: 'entry.restore'; readonly racerId: string }
  | {
      readonly type: 'tap.record';
      readonly line: Line;
      readonly run: number;
      readonly racerId: string | null;
      readonly via?: TapWay;
    }
  | {
      readonly type: 'tap.enter';
      readonly line: Line;
      readonly racerId: string | null;
      readonly to: EpochMs;
      /** Absent: the first. */
      readonly attempt?: number;
    }
  | {
      readonly type: 'tap.fill';
      readonly tapId: string;
      readonly to: EpochMs;
      readonly correction: DurationMs;
      readonly of: number;
    }
  /** Sent together with the tap: a release that knows no cameras keeps the tap. */
  | { readonly type: 'tap.see'; readonly tapId: string; readonly uncertainty: DurationMs }
  | {
      readonly type: 'taps.shift';
      readonly tapIds: readonly string[];
      readonly ms: DurationMs;
      readonly reason: string;
    }
  | { readonly type: 'shift.undo'; readonly shiftId: string }
  | { readonly type: 'taps.move'; readonly taps: readonly TapMove[] }
  | { readonly type: 'tap.undo'; readonly tapId: string }
  | { readonly type: 'tap.redo'; readonly tapId: string }
  | { readonly type: 'tap.correct'; readonly tapId: string; readonly to: EpochMs | null }
  | { readonly type: 'tap.choose'; readonly tapId: string }
  /** `attempt`: where the tap is moved to another one. */
  | { readonly type: 'tap.assign'; readonly tapId: string; readonly racerId: string | null; readonly attempt?: number }
  | ({ readonly type: 'status.set'; readonly status: ResultStatus; readonly reason: string } & OfAttempt)
  | ({ readonly type: 'adjustment.add'; readonly ms: DurationMs; readonly reason: string } & OfAttempt)
  | ({ readonly type: 'adjustment.remove'; readonly adjustmentId: string } & OfAttempt)
  | {
      readonly type: 'statuses.set';
      readonly racerIds: readonly string[];
      /** Absent: the first. */
      readonly attempt?: number;
      readonly status: ResultStatus;
      readonly reason: string;
    }
  | { readonly type: 'times.check'; readonly times: readonly CheckedTime[] }
  | { readonly type: 'precision.set'; readonly precision: Precision }
  | { readonly type: 'bibs.set'; readonly bibs: readonly GivenBib[] }
  /**
   * `was`: the command that arranged the list that the user saw; a list that another user has arranged meanwhile is not
   * overwritten. Absent where single racers are moved: such moves go together.
   */
  | { readonly type: 'schedule.set'; readonly slots: readonly GivenSlot[]; readonly was?: string | null }
  | { readonly type: 'schedule.shift'; readonly from: EpochMs; readonly ms: DurationMs }
  | { readonly type: 'race.configure'; readonly settings: Partial<RaceSettings> }
  | { readonly type: 'format.set'; readonly format: Partial<RaceFormat> }
  | { readonly type: 'details.set'; readonly given: readonly GivenDetails[] }
  | { readonly type: 'handicaps.set'; readonly given: readonly GivenHandicap[] }
  | { readonly type: 'official.set'; readonly note: string | null }
  | ({ readonly type: 'helper.name' } & Post)
  | { readonly type: 'rehearsal.begin' }
  | { readonly type: 'rehearsal.end'; readonly keeps: boolean }
  /** `undoes`: the command that let the race go on, and is taken back. */
  | { readonly type: 'race.stop'; readonly undoes?: string }
  /** `ms`: by how much racers who have not started start later. Zero takes the stop back. */
  | { readonly type: 'race.resume'; readonly stopId: string; readonly ms: DurationMs }
  | { readonly type: 'admin.invite'; readonly email: string; readonly language?: string }
  | { readonly type: 'admin.join' }
  | { readonly type: 'admin.remove'; readonly userId: string }
  | { readonly type: 'admin.uninvite'; readonly email: string }
  | { readonly type: 'admin.leave' }
  | { readonly type: 'owner.change'; readonly userId: string }
  | { readonly type: 'group.share' }
  | { readonly type: 'group.withdraw' }
  /** `withdraws`: the screens that go with the old link; those of guests where nothing is said. */
  | { readonly type: 'keys.rotate'; readonly which: KeyKind; readonly withdraws?: readonly ScreensOf[] };

/** Makers of screens: those who came by the admin link, and everybody else. */
export type ScreensOf = 'guests' | 'others';

/** A tap and the line where it belongs. */
export interface TapMove {
  readonly tapId: string;
  readonly line: Line;
  /** The tap stays beside those that count: it is moved back to where it did not count before. */
  readonly beside?: true;
}

/** A racer as a device enters them, with the details of the library. */
export interface EnteredRacer extends Omit<AddedRacer, 'details'> {
  readonly details?: Details;
}

export type EventCommand = EventCommandBody & {
  readonly id: string;
  readonly eventId: string;
  readonly deviceId: string;
  /** The device's clocks when the command was made: for a tap, when the finger came down. Never changed. */
  readonly captured: Reading;
};
