import { type Sight, viewEvent } from '../../domain/access/views.ts';
import { isOfTapAlone, touches } from '../../domain/events/change-kinds.ts';
import type { Change } from '../../domain/events/changes.ts';
import type { EventState } from '../../domain/events/state.ts';

/** Taps in one block: writing one more tap writes its block again. */
const TOGETHER = 256;

/**
 * A whole event as JSON, for readers of one sight. The text follows the event: after a tap one block is written, where
 * writing all 20,000 taps anew took a tenth of a second for the next reader. The view of a tap must depend on nothing
 * but the tap, or its block would be out of date: `known-events.test.ts` tries every kind of change.
 */
export class EventText {
  readonly #sight: Sight;
  #tapIds: string[] = [];
  #indexes = new Map<string, number>();
  /** Blocks of taps; undefined if the block has to be written. */
  #blocks: (Buffer | undefined)[] = [];
  /** Entries with their rulings: no tap changes either. */
  #entries: Buffer | undefined;
  /** Taps were moved together, or wiped: every block is out of date. */
  #isStale = true;

  constructor(sight: Sight) {
    this.#sight = sight;
  }

  #begin(event: EventState): void {
    this.#isStale = false;
    this.#tapIds = Object.keys(event.taps);
    this.#indexes = new Map(this.#tapIds.map((tapId, index) => [tapId, index]));
    this.#blocks = Array.from({ length: Math.ceil(this.#tapIds.length / TOGETHER) });
  }

  /** Marks what these changes touched. */
  follow(changes: readonly Change[]): void {
    for (const change of changes) {
      if (touches(change, 'taps')) this.#isStale = true;
      if (isOfTapAlone(change)) this.#touch(change.tapId);
      // Any other change may hide or show a name, or set a status.
      else this.#entries = undefined;
    }
  }

  /** Pieces of the text, in order. `event`: at the seq that this text has followed to. */
  read(event: EventState): Buffer[] {
    if (this.#isStale) this.#begin(event);
    const {
      entries: _entries,
      taps: _taps,
      rulings: _rulings,
      ...rest
    } = this.#view({ ...event, rulings: {} }, {}, {});
    const head = Buffer.from(JSON.stringify(rest).slice(0, -1));
    this.#entries ??= this.#writeEntries(event);
    const blocks = Array.from(this.#blocks, (block, index) => block ?? this.#writeBlock(event, index));
    return [head, this.#entries, ...blocks, Buffer.from('}}')];
  }

  #writeEntries(event: EventState): Buffer {
    const { entries, rulings } = this.#view(event, event.entries, {});
    return Buffer.from(`,"entries":${JSON.stringify(entries)},"rulings":${JSON.stringify(rulings)},"taps":{`);
  }

  #touch(tapId: string): void {
    const index = this.#indexes.get(tapId) ?? this.#tapIds.push(tapId) - 1;
    this.#indexes.set(tapId, index);
    this.#blocks[Math.floor(index / TOGETHER)] = undefined;
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
