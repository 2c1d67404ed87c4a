import type { Guarded } from '../../domain/access/can.ts';

/** A person, or an unknown viewer, who asks to see an event. */
export interface Knocking {
  readonly userId: string;
  readonly verifiedEmail: string | null;
}

/** Data to judge one person's access to an event: as little for a long event as for an empty one. */
export interface EventDoor extends Guarded {
  readonly id: string;
  readonly seq: number;
  /** Count of rewrites of the log, and the seq at the last one. */
  readonly rewrites: number;
  readonly rewrittenSeq: number;
  readonly deletedAt: number | null;
  /** The asking person's own entry among the event's admins, if there is one. */
  readonly admins: Guarded['admins'];
  readonly keys: EventKeys;
  /** Keys of its screens, apart from those of its links: admins are sent the links with the event. */
  readonly screenKeys?: readonly string[];
}

export interface EventKeys {
  readonly admin: string;
  readonly viewer: string;
}

/** Everything that opens an event without an account. */
export interface OpeningKeys extends EventKeys {
  readonly screens?: readonly string[] | undefined;
}

export const openingKeysOf = ({ keys, screenKeys }: Pick<EventDoor, 'keys' | 'screenKeys'>): OpeningKeys => ({
  ...keys,
  screens: screenKeys,
});
