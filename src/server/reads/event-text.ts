import { viewTap } from '../../domain/privacy/hidden.ts';
import { countingForViewers, isForViewers, tapsForViewers } from '../../domain/sights/public-rows.ts';
import { type Telling, viewEvent } from '../../domain/sights/views.ts';
import { isOfTapAlone, touches } from '../../domain/events/change-kinds.ts';
import type { Change } from '../../domain/model/changes.ts';
import type { EventState, Tap } from '../../domain/model/state.ts';
import { readHiddenTeams } from '../../domain/results/read-teams.ts';

/** Taps in one block: writing one more tap writes its block again. */
const TOGETHER = 256;
const COMMA = Buffer.from(',');

/**
 * A whole event as JSON, for readers who are told the same. The text follows the event: after a tap one block is written, where
 * writing all 20,000 taps anew took a tenth of a second for the next reader. The view of a tap must depend on nothing
 * but the tap, and for viewers on whether it is shown, or its block would be out of date: `known-events.test.ts` tries
 * every kind of change.
 */
export class EventText {
  readonly #telling: Telling;
  #tapIds: string[] = [];
  #indexes = new Map<string, number>();
  /** Taps that viewers are shown; empty for other sights, which get all. */
  #shown: ReadonlySet<string> = new Set();
  /** Blocks of taps; undefined if the block has to be written. */
  #blocks: (Buffer | undefined)[] = [];
  /** Entries with their rulings: no tap changes either. */
  #entries: Buffer | undefined;
  /** All pieces, while nothing has changed. */
  #pieces: Buffer[] | undefined;
  /** Taps were moved together, or wiped: every block is out of date. */
  #isStale = true;

  constructor(telling: Telling) {
    this.#telling = telling;
  }

  #begin(event: EventState): void {
    this.#isStale = false;
    this.#tapIds = this.#telling === 'viewer' ? [...this.#shown] : Object.keys(event.taps);
    this.#indexes = new Map(this.#tapIds.map((tapId, index) => [tapId, index]));
    this.#blocks = Array.from({ length: Math.ceil(this.#tapIds.length / TOGETHER) });
  }

  /** Marks what these changes touched. */
  follow(changes: readonly Change[]): void {
    if (changes.length > 0) this.#pieces = undefined;
    for (const change of changes) {
      if (touches(change, 'taps')) this.#isStale = true;
      if (isOfTapAlone(change)) {
        if (this.#telling !== 'viewer' || this.#shown.has(change.tapId)) this.#touch(change.tapId);
      }
      // Any other change may hide or show a name, or set a status.
      else this.#entries = undefined;
    }
  }

  /** Pieces of the text, in order. `event`: at the seq that this text has followed to. */
  read(event: EventState): readonly Buffer[] {
    return (this.#pieces ??= this.#write(event));
  }

  #write(event: EventState): Buffer[] {
    if (this.#telling === 'viewer') this.#showTaps(event);
    if (this.#isStale) this.#begin(event);
    const {
      entries: _entries,
      taps: _taps,
      rulings: _rulings,
      ...rest
    } = viewEvent({ ...event, rulings: {}, entries: {}, taps: {} }, this.#telling);
    const counting = this.#telling === 'viewer' ? countingForViewers(event) : event.counting;
    const teams = rest.teams && readHiddenTeams(event);
    const head = Buffer.from(JSON.stringify({ ...rest, counting, ...(teams && { teams }) }).slice(0, -1));
    this.#entries ??= this.#writeEntries(event);
    const blocks = Array.from(this.#blocks, (block, index) => block ?? this.#writeBlock(event, index));
    const taps = blocks.filter(({ length }) => length > 0).flatMap((block) => [COMMA, block]);
    return [head, this.#entries, ...taps.slice(1), Buffer.from('}}')];
  }

  /** A tap that counts from now on takes the place of another, in whatever block that one stands. */
  #showTaps(event: EventState): void {
    const before = this.#shown;
    this.#shown = new Set(tapsForViewers(event).map(({ id }) => id));
    for (const tapId of before) if (!this.#shown.has(tapId)) this.#touch(tapId);
    for (const tapId of this.#shown) if (!before.has(tapId)) this.#touch(tapId);
  }

  #writeEntries(event: EventState): Buffer {
    const { entries, rulings } = viewEvent({ ...event, taps: {} }, this.#telling);
    return Buffer.from(`,"entries":${JSON.stringify(entries)},"rulings":${JSON.stringify(rulings)},"taps":{`);
  }

  #touch(tapId: string): void {
    const index = this.#indexes.get(tapId) ?? this.#tapIds.push(tapId) - 1;
    this.#indexes.set(tapId, index);
    this.#blocks[Math.floor(index / TOGETHER)] = undefined;
  }

  #writeBlock(event: EventState, index: number): Buffer {
    const tapIds = this.#tapIds.slice(index * TOGETHER, (index + 1) * TOGETHER);
    const taps = tapIds.flatMap((tapId) => this.#viewTap(event, event.taps[tapId]!) ?? []);
    const text = JSON.stringify(Object.fromEntries(taps.map((tap) => [tap.id, tap]))).slice(1, -1);
    return (this.#blocks[index] = Buffer.from(text));
  }

  #viewTap(event: EventState, tap: Tap): Tap | null {
    if (this.#telling === 'plain') return viewTap(tap);
    if (this.#telling !== 'viewer') return tap;
    return isForViewers(event, tap) ? viewTap(tap) : null;
  }
}
