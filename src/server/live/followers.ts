import type { Access } from '../access/judge-reader.ts';
import type { Sight, Telling } from '../../domain/sights/views.ts';
import type { Connection, Subscription } from './connection.ts';

/** A reader's access, and what the reader's page can be sent. */
export interface PageAccess extends Access {
  readonly telling: Telling;
}

/** Index of a subscription that is not among the followers yet, or not any more. */
export const NOWHERE = -1;

export interface EventSubscription extends Subscription {
  /** Guest key of the reader. */
  readonly key: string | undefined;
  /** Sights in which the reader has the event; undefined where the page does not say it. */
  readonly sights?: readonly Sight[] | undefined;
  /** Index among the followers; only `Followers` writes it. */
  index: number;
}

/**
 * State of all followers of an event, in parallel arrays instead of an object for each: every tap looks through ten thousand
 * of them, and fetching as many objects from all over the memory took a tenth of the telling. A follower who leaves makes a
 * gap that the next one fills, so that an index never changes while its follower stays.
 */
export class Followers {
  /** Null: the place is free. */
  readonly connections: (Connection | null)[] = [];
  /** Null while the follower may see nothing: the event is deleted. */
  readonly accesses: (PageAccess | null)[] = [];
  /** Seq up to which each follower was sent everything. */
  readonly seqs: number[] = [];
  readonly #subscriptions: (EventSubscription | null)[] = [];
  readonly #gaps: number[] = [];

  get size(): number {
    return this.connections.length - this.#gaps.length;
  }

  /** Adds a follower, or brings a present one up to this seq. */
  put(subscription: EventSubscription, access: PageAccess | null, seq: number): void {
    if (subscription.index === NOWHERE) subscription.index = this.#gaps.pop() ?? this.connections.length;
    const { index } = subscription;
    this.#subscriptions[index] = subscription;
    this.connections[index] = subscription.connection;
    this.accesses[index] = access;
    this.seqs[index] = seq;
  }

  /** Gives a follower another access, without sending anything. */
  allow({ index }: EventSubscription, access: PageAccess): void {
    this.accesses[index] = access;
  }

  has(subscription: EventSubscription): boolean {
    return subscription.index !== NOWHERE;
  }

  accessOf({ index }: EventSubscription): PageAccess | null {
    return this.accesses[index] ?? null;
  }

  /** False when the subscription was not there. */
  delete(subscription: EventSubscription): boolean {
    const { index } = subscription;
    if (index === NOWHERE) return false;
    subscription.index = NOWHERE;
    this.#subscriptions[index] = null;
    this.connections[index] = null;
    this.accesses[index] = null;
    this.#gaps.push(index);
    return true;
  }

  all(): EventSubscription[] {
    return this.#subscriptions.filter((subscription) => subscription !== null);
  }

  /** Lowest seq of the followers who may see the event. */
  leastSeq(): number {
    return this.seqs.reduce(
      (least, seq, index) => (this.accesses[index] === null ? least : Math.min(least, seq)),
      Infinity,
    );
  }

  countWatching(): number {
    return this.accesses.reduce((sum, access) => sum + Number(access !== null), 0);
  }
}
