import type { Access } from '../access/judge-reader.ts';
import type { Connection, Subscription } from './connection.ts';

/** The index of who does not follow yet, or not any more. */
export const NOWHERE = -1;

export interface EventSubscription extends Subscription {
  /** The guest key that they came with. */
  readonly key: string | undefined;
  /** Where it stands among the followers; they alone write it. */
  index: number;
}

/**
 * What each follower of an event was sent, in rows beside each other instead of an object for each: with every tap ten
 * thousand of them are looked through, and fetching as many objects from all over the memory took a tenth of the telling.
 * Who goes leaves a gap, and who comes next fills it, so that an index stays somebody's for as long as they are there.
 */
export class Followers {
  /** Null: nobody is there. */
  readonly connections: (Connection | null)[] = [];
  /** Null while there is nothing for them to see: the event is deleted. */
  readonly accesses: (Access | null)[] = [];
  /** The last number that each was sent. */
  readonly seqs: number[] = [];
  readonly #subscriptions: (EventSubscription | null)[] = [];
  readonly #gaps: number[] = [];

  get size(): number {
    return this.connections.length - this.#gaps.length;
  }

  /** Comes, or is there already and has moved on. */
  put(subscription: EventSubscription, access: Access | null, seq: number): void {
    if (subscription.index === NOWHERE) subscription.index = this.#gaps.pop() ?? this.connections.length;
    const { index } = subscription;
    this.#subscriptions[index] = subscription;
    this.connections[index] = subscription.connection;
    this.accesses[index] = access;
    this.seqs[index] = seq;
  }

  /** They see something else from now on, and have what they had. */
  allow({ index }: EventSubscription, access: Access): void {
    this.accesses[index] = access;
  }

  has(subscription: EventSubscription): boolean {
    return subscription.index !== NOWHERE;
  }

  accessOf({ index }: EventSubscription): Access | null {
    return this.accesses[index] ?? null;
  }

  /** False when it was not there. */
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

  /** Where those stand who have been sent the least of what they may see. */
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
