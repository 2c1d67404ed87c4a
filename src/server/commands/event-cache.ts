import type { EventState } from '../../domain/events/state.ts';

const MOST_EVENTS = 500;
/** Of all of them together. Counted in events alone, full ones would be more than the memory holds. */
const MOST_CHANGES = 300_000;

export interface CachedEvent {
  readonly event: EventState;
  /** How often its log had been rewritten. */
  readonly rewrites: number;
}

/** The events that this node has worked on last, as they were stored. */
export class EventCache {
  readonly #events = new Map<string, CachedEvent>();
  #changes = 0;

  /** Takes it out: nobody else has it then, so it can be changed in place. */
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
