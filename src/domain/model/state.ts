import type { Admin } from '../access/can.ts';
import type { Precision } from './precision.ts';
import type { TeamRow } from './teams.ts';
import { type Ruling, undecided } from './ruling.ts';
import type { Placed, Reading } from '../timing/clock.ts';
import type { DurationMs, EpochMs } from '../units.ts';
import type { Details } from '../racers/details.ts';
import type { Official } from './official.ts';
import { type Handicap, plainFormat, type RaceFormat } from './race-format.ts';
import type { Line } from './lines.ts';
import { plainRace, type RaceSettings } from './race-settings.ts';

/** The user who did something, and the device: shown in the history. */
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
  /** The change that added the entry. Earlier taps do not count: they belong to an earlier entry of the same racer. */
  readonly addedSeq: number;
  readonly removed: boolean;
  /** Absent: the racer is not in the start list. */
  readonly slot?: Slot;
  /** The places in the start lists of other attempts; null: none. A new list changes no time of an earlier attempt. */
  readonly slots?: Readonly<Record<number, Slot | null>>;
  /** A racer made up for a rehearsal, who goes when it ends. */
  readonly rehearsal?: true;
  /** Null, like absent: nothing is known. */
  readonly details?: Details | null;
  readonly handicap?: Handicap | null;
}

/** A place in the start list. */
export interface Slot {
  readonly order: number;
  /** The planned start; null where only the order is known. */
  readonly at: EpochMs | null;
}

/** How a tap was made: its stamp is more exact from a key than from a finger. Absent: by a racer's own button. */
export const tapWays = ['button', 'surface', 'key', 'gate', 'hand'] as const;
export type TapWay = (typeof tapWays)[number];

/** One press of a button: which line, when, and which racer, if that is known yet. Taps are kept for ever. */
export interface Tap {
  /** The id of the command that made the tap. */
  readonly id: string;
  readonly seq: number;
  /** The change that gave the tap to its racer: the one that recorded it, unless it was assigned later. */
  readonly assignedSeq: number;
  readonly line: Line;
  readonly attempt: number;
  /** The attempt as nodes and pages of Beta 0.23 read it. Removed with the release after this one. */
  readonly run: number;
  readonly racerId: string | null;
  readonly captured: Reading;
  readonly placed: Placed;
  /** A time set by hand. The placed time stays beside it. */
  readonly corrected: EpochMs | null;
  readonly undone: boolean;
  readonly note: TapNote | null;
  readonly by: Author;
  readonly via?: TapWay;
  /** All shifts of whole groups of taps together. */
  readonly shift?: DurationMs;
  /** Read off a camera's strip: how far that can be off beside the clock, in place of a hand's way to the page. */
  readonly seen?: DurationMs;
  /** The correction fills a missing time: `correction` is the mean difference of `of` other racers' readings. */
  readonly filled?: Filled;
}

export interface Filled {
  readonly correction: DurationMs;
  readonly of: number;
}

/** Taps that were moved together, because a device's clock was wrong or a wave left late. */
interface Shift {
  readonly tapIds: readonly string[];
  readonly ms: DurationMs;
  readonly reason: string;
}

/** A timekeeper's own words: who stands there, and at which line. */
export interface Helper extends Post {
  readonly userId: string;
}

export interface Post {
  readonly name: string;
  readonly post: Line | null;
}

/** A rehearsal that is going on, and what the event held before it. */
interface Rehearsal {
  readonly from: EpochMs;
  readonly taps: Readonly<Record<string, Tap>>;
  readonly counting: Readonly<Record<string, string>>;
  readonly rulings: Readonly<Record<string, Ruling>>;
}

/** A rehearsal that is over: taps that were made in it and arrive later do not count. */
export interface Rehearsed {
  readonly from: EpochMs;
  readonly to: EpochMs;
}

/** A time in which nobody is sent off. */
export interface Stop {
  /** The command that stopped the race. */
  readonly id: string;
  readonly from: EpochMs;
  /** Null: the race is stopped. */
  readonly to: EpochMs | null;
  /** The resumption of the race, for as long as it can be taken back. */
  readonly resumed?: { readonly by: string; readonly shift?: WaitingShift };
}

/** Planned starts at `from` or later, of racers who have not started. */
export interface WaitingShift {
  readonly from: EpochMs;
  readonly ms: DurationMs;
}

/** `late`: the tap arrived long after it was made. `ahead`: the device's clock was ahead of the server's on arrival. */
export type TapNote = 'late' | 'ahead';

export interface EventState {
  readonly id: string;
  /** The number of the last change in this state. */
  readonly seq: number;
  /** The schema version that a reader must know: that of the latest kind of change in this state. */
  readonly needs: number;
  readonly name: string;
  readonly createdAt: EpochMs;
  readonly timeZone: string;
  readonly ownerId: string;
  readonly admins: readonly Admin[];
  readonly sharedGroup: { readonly id: string; readonly name: string } | null;
  readonly awaitingCredits: boolean;
  readonly deletedAt: EpochMs | null;
  /** Viewers get initials instead of names. */
  readonly initialsOnly: boolean;
  /** Search engines may list the event's public pages. */
  readonly isIndexed: boolean;
  readonly entries: Readonly<Record<string, Entry>>;
  readonly taps: Readonly<Record<string, Tap>>;
  /** The counting tap of each slot. Only a change sets it: no tap is promoted silently. */
  readonly counting: Readonly<Record<string, string>>;
  /** The lines between start and finish, in the order in which they were first tapped. */
  readonly splits: readonly Line[];
  /** The highest attempt that has a tap or a ruling. */
  readonly attempts: number;
  /** Rulings by `rulingKey`; attempts without a decision have none. */
  readonly rulings: Readonly<Record<string, Ruling>>;
  readonly precision: Precision;
  readonly race: RaceSettings;
  readonly format: RaceFormat;
  readonly official: Official | null;
  /** The command that last arranged the start list: a device that saw another list must not arrange it anew. */
  readonly arrangedBy: string | null;
  readonly shifts: Readonly<Record<string, Shift>>;
  readonly helpers: readonly Helper[];
  readonly rehearsal: Rehearsal | null;
  readonly rehearsed: readonly Rehearsed[];
  /** In the order in which they were heard of. Absent: the race was never stopped. */
  readonly stops?: readonly Stop[];
  /** Rows of teams by key, for viewers of an event whose quota looks at what they do not have. Absent: everywhere else. */
  readonly teams?: Readonly<Record<string, TeamRow>>;
}

/** Fields of an event in which nothing was arranged or decided, and tapped at start and finish alone. */
export const unarranged = {
  ...undecided,
  race: plainRace,
  format: plainFormat,
  official: null,
  arrangedBy: null,
  shifts: {},
  helpers: [],
  rehearsal: null,
  rehearsed: [],
} as const;

/** Logs of Beta 0.23 and before say `run`. Both names are written for one release, for its nodes and pages. */
export interface Attempt {
  readonly attempt?: number;
  readonly run?: number;
}

export function attemptOf({ attempt, run }: Attempt): Required<Attempt> {
  const said = attempt ?? run ?? 1;
  return { attempt: said, run: said };
}

/** The attempt that is timed now: the one of lists, buttons and readers that name no other. */
export function attemptNow({ format }: Pick<EventState, 'format'>): number {
  return format.attempts.current;
}

export function slotOf(racerId: string, line: Line, attempt: number): string {
  return `${racerId} ${line} ${attempt}`;
}

export function timeOf(tap: Tap): EpochMs {
  return tap.corrected ?? ((tap.placed.at + (tap.shift ?? 0)) as EpochMs);
}
