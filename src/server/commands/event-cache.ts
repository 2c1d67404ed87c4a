import type { EventState } from '../../domain/events/state.ts';

const MOST_EVENTS = 500;
/** Of all of them together. Counted in events alone, full ones would be more than the memory holds. */
const MOST_CHANGES = 300_000;

/** The events that this node has worked on last, as they were stored. */
export class EventCache {
  readonly #events = new Map<string, EventState>();
  #changes = 0;

  /** Takes it out: nobody else has it then, so it can be changed in place. */
  take(eventId: string): EventState | undefined {
    const event = this.#events.get(eventId);
    if (event === undefined) return undefined;
    this.#events.delete(eventId);
    this.#changes -= event.seq;
    return event;
  }

  keep(event: EventState): void {
    this.take(event.id);
    this.#events.set(event.id, event);
    this.#changes += event.seq;
    for (const eventId of this.#events.keys()) {
      if (this.#events.size <= MOST_EVENTS && this.#changes <= MOST_CHANGES) break;
      this.take(eventId);
    }
  }
}
