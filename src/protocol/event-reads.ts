import type { Change } from '../domain/model/changes.ts';
import type { Tap } from '../domain/model/state.ts';

/** The changes of an event, the newest first: who did what, when, on which device. For its admins. */
export interface EventHistory {
  readonly changes: readonly Change[];
  /** The taps that these changes are about, for viewers: their pages have no others than those that count. */
  readonly taps?: readonly Tap[];
  /** More changes come before the last of these: ask again with `before` set to its number. */
  readonly hasMore: boolean;
}

/** The owner and the admins of an event, by name. For its admins. */
export interface EventPeople {
  readonly owner: EventPerson;
  /** In the order of the event's own list of admins. */
  readonly admins: readonly EventPerson[];
}

export type EventPerson =
  | {
      readonly kind: 'user';
      readonly userId: string;
      readonly name: string;
      /** Null for a guest without an account. */
      readonly email: string | null;
      readonly isAnonymous: boolean;
      /** Whether their address is confirmed. Only for viewers who can hand the event over. */
      readonly isConfirmed?: boolean;
      readonly via: 'owner' | 'invitation' | 'guest-link';
    }
  /** Invited by an address that no account had confirmed at that time. */
  | { readonly kind: 'email'; readonly email: string };

/** Runs attached to results of an event, as far as the viewer may see them. */
export interface EventRuns {
  readonly runs: readonly { readonly runId: string; readonly racerId: string; readonly name: string }[];
}
