import type { Admin } from '../access/can.ts';
import type { Placed, Reading } from '../timing/clock.ts';
import type { EpochMs } from '../units.ts';
import type { Author, Line, TapNote } from './state.ts';

/** What happened, decided once and never revised. An event is the sum of its changes. */
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
  /** With those settings that it changes. */
  | { readonly type: 'event-configured'; readonly initialsOnly?: boolean; readonly isIndexed?: boolean }
  | { readonly type: 'event-deleted' }
  | { readonly type: 'event-restored' }
  | { readonly type: 'credits-awaited' }
  | { readonly type: 'credits-paid' }
  | { readonly type: 'entries-added'; readonly racers: readonly AddedRacer[] }
  /** `forgotten`: never stored. Viewers get it, who are to keep no name of a racer who was removed. */
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
    }
  | { readonly type: 'tap-undone'; readonly tapId: string }
  | { readonly type: 'tap-restored'; readonly tapId: string; readonly counts: boolean }
  | { readonly type: 'tap-corrected'; readonly tapId: string; readonly to: EpochMs | null }
  | { readonly type: 'tap-chosen'; readonly tapId: string }
  | {
      readonly type: 'tap-assigned';
      readonly tapId: string;
      readonly racerId: string | null;
      readonly counts: boolean;
    }
  | { readonly type: 'admin-added'; readonly admin: Admin }
  | { readonly type: 'admin-removed'; readonly admin: Admin }
  | { readonly type: 'owner-changed'; readonly ownerId: string }
  | { readonly type: 'event-shared'; readonly groupId: string; readonly groupName: string }
  | { readonly type: 'event-withdrawn' }
  | { readonly type: 'keys-rotated'; readonly which: KeyKind }
  /** What its reader may not see. It has a number, so that no reader mistakes it for a gap. */
  | { readonly type: 'withheld' };

export type ChangeType = ChangeBody['type'];

/** What Beta 0.23 knows. Nothing is added here. */
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

/** Kinds that came later, with the schema version that brought each. None is written while a node is up that knows less. */
const laterKinds: Readonly<Record<Exclude<ChangeType, FirstKind>, number>> = {};

/** The schema version that a reader of such a change must know. */
export function sinceOf(type: ChangeType): number {
  return (laterKinds as Readonly<Partial<Record<ChangeType, number>>>)[type] ?? 1;
}

export type KeyKind = 'admin' | 'viewer';

export interface AddedRacer {
  readonly racerId: string;
  readonly name: string;
  readonly groups: readonly string[];
  readonly bib: string | null;
}

export type Change = ChangeBody & {
  readonly eventId: string;
  /** Without gaps from 1. */
  readonly seq: number;
  /** The command that it comes from; several changes may share one. */
  readonly commandId: string;
  readonly at: EpochMs;
  readonly by: Author;
};
