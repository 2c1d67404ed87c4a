import type { Access } from './access.ts';
import type { Connection, Subscription } from './connection.ts';

/** The place of who does not follow yet, or not any more. */
export const NOWHERE = -1;

export interface EventSubscription extends Subscription {
  /** The guest key that they came with. */
  readonly key: string | undefined;
  /** Where it stands among the followers; they alone write it. */
  place: number;
}

/**
 * What each follower of an event was sent, in rows beside each other instead of an object for each: with every tap ten
 * thousand of them are looked through, and fetching as many objects from all over the memory took a tenth of the telling.
 * Who goes leaves a gap, and who comes next fills it, so that a place stays somebody's for as long as they are there.
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
    if (subscription.place === NOWHERE) subscription.place = this.#gaps.pop() ?? this.connections.length;
    const { place } = subscription;
    this.#subscriptions[place] = subscription;
    this.connections[place] = subscription.connection;
    this.accesses[place] = access;
    this.seqs[place] = seq;
  }

  /** They see something else from now on, and have what they had. */
  allow({ place }: EventSubscription, access: Access): void {
    this.accesses[place] = access;
  }

  has(subscription: EventSubscription): boolean {
    return subscription.place !== NOWHERE;
  }

  accessOf({ place }: EventSubscription): Access | null {
    return this.accesses[place] ?? null;
  }

  /** False when it was not there. */
  delete(subscription: EventSubscription): boolean {
    const { place } = subscription;
    if (place === NOWHERE) return false;
    subscription.place = NOWHERE;
    this.#subscriptions[place] = null;
    this.connections[place] = null;
    this.accesses[place] = null;
    this.#gaps.push(place);
    return true;
  }

  all(): EventSubscription[] {
    return this.#subscriptions.filter((subscription) => subscription !== null);
  }

  /** Where those stand who have been sent the least of what they may see. */
  leastSeq(): number {
    return this.seqs.reduce(
      (least, seq, place) => (this.accesses[place] === null ? least : Math.min(least, seq)),
      Infinity,
    );
  }

  countWatching(): number {
    return this.accesses.reduce((sum, access) => sum + Number(access !== null), 0);
  }
}
