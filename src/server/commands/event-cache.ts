import type { EventState } from '../../domain/model/state.ts';

const MOST_EVENTS = 500;
/**
 * Limit on the changes of all events together. Counted in events alone, full ones would be more than the memory holds.
 */
const MOST_CHANGES = 300_000;

export interface CachedEvent {
  readonly event: EventState;
  /** Count of rewrites of the log when the state was read. */
  readonly rewrites: number;
}

/** Events that this node has worked on last, as they were stored. */
export class EventCache {
  readonly #events = new Map<string, CachedEvent>();
  #changes = 0;

  /** Takes the state out: the caller then holds it alone, and may change it in place. */
  take(eventId: string): CachedEvent | undefined {
    const cached = this.#events.get(eventId);
    if (cached === undefined) return undefined;
    this.#events.delete(eventId);
    this.#changes -= cached.event.seq;
    return cached;
  }

  keep(cached: CachedEvent): void {
    const { id, seq } = cached.event;
    this.take(id);
    this.#events.set(id, cached);
    this.#changes += seq;
    for (const eventId of this.#events.keys()) {
      if (this.#events.size <= MOST_EVENTS && this.#changes <= MOST_CHANGES) break;
      this.take(eventId);
    }
  }
}
