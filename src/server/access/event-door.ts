import type { Guarded } from '../../domain/access/can.ts';

/** Somebody, or nobody in particular, who wants to see an event. */
export interface Knocking {
  readonly userId: string;
  readonly verifiedEmail: string | null;
}

/** What it takes to judge one person's access to an event: as little for a long event as for an empty one. */
export interface EventDoor extends Guarded {
  readonly id: string;
  readonly seq: number;
  /** How often its log was rewritten, and up to which number the last time. */
  readonly rewrites: number;
  readonly rewrittenSeq: number;
  readonly deletedAt: number | null;
  /** Of its admins only that person, if they are one. */
  readonly admins: Guarded['admins'];
  readonly keys: EventKeys;
}

export interface EventKeys {
  readonly admin: string;
  readonly viewer: string;
}
