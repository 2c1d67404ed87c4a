import { type Sight, viewEvent } from '../../domain/access/views.ts';
import { isOfTapAlone } from '../../domain/events/change-kinds.ts';
import type { Change } from '../../domain/events/changes.ts';
import type { EventState } from '../../domain/events/state.ts';

/** Taps that are written together: one more tap costs no more than these. */
const TOGETHER = 256;

/**
 * A whole event as JSON, as readers of one sight get it. It goes on with the event: after a tap one block is written,
 * where writing all 20,000 of them anew took a tenth of a second for whoever came first after it. What is shown of a tap
 * must depend on nothing but the tap, or it would stay as it was: `known-events.test.ts` tries every kind of change.
 */
export class EventText {
  readonly #sight: Sight;
  readonly #tapIds: string[];
  readonly #places: Map<string, number>;
  /** Undefined where it has to be written. */
  readonly #blocks: (Buffer | undefined)[];
  #entries: Buffer | undefined;

  constructor(event: EventState, sight: Sight) {
    this.#sight = sight;
    this.#tapIds = Object.keys(event.taps);
    this.#places = new Map(this.#tapIds.map((tapId, place) => [tapId, place]));
    this.#blocks = Array.from({ length: Math.ceil(this.#tapIds.length / TOGETHER) });
  }

  /** After these changes. */
  follow(changes: readonly Change[]): void {
    for (const change of changes) {
      if (isOfTapAlone(change)) this.#touch(change.tapId);
      // Anything else may hide or show a name.
      else this.#entries = undefined;
    }
  }

  /** In pieces that follow on each other. `event`: at the number that this text has come to. */
  read(event: EventState): Buffer[] {
    const { entries: _entries, taps: _taps, ...rest } = this.#view(event, {}, {});
    const head = Buffer.from(JSON.stringify(rest).slice(0, -1));
    this.#entries ??= Buffer.from(
      `,"entries":${JSON.stringify(this.#view(event, event.entries, {}).entries)},"taps":{`,
    );
    const blocks = Array.from(this.#blocks, (block, index) => block ?? this.#writeBlock(event, index));
    return [head, this.#entries, ...blocks, Buffer.from('}}')];
  }

  #touch(tapId: string): void {
    const place = this.#places.get(tapId) ?? this.#tapIds.push(tapId) - 1;
    this.#places.set(tapId, place);
    this.#blocks[Math.floor(place / TOGETHER)] = undefined;
  }

  #writeBlock(event: EventState, index: number): Buffer {
    const tapIds = this.#tapIds.slice(index * TOGETHER, (index + 1) * TOGETHER);
    const taps = Object.fromEntries(tapIds.map((tapId) => [tapId, event.taps[tapId]!]));
    const text = JSON.stringify(this.#view(event, {}, taps).taps).slice(1, -1);
    return (this.#blocks[index] = Buffer.from(index === 0 ? text : `,${text}`));
  }

  #view(event: EventState, entries: EventState['entries'], taps: EventState['taps']): EventState {
    return viewEvent({ ...event, entries, taps }, this.#sight);
  }
}
