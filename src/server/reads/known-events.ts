import { type Telling, viewOf } from '../../domain/sights/views.ts';
import { extend } from '../../domain/events/apply.ts';
import type { Change } from '../../domain/model/changes.ts';
import type { EventState } from '../../domain/model/state.ts';
import type { GuestKeys } from '../../protocol/live.ts';
import type { Requester } from '../fair-turns.ts';
import { EventText } from './event-text.ts';
import type { Lane } from './lane.ts';
import { type SharedWork, shareWork } from './shared-work.ts';

/** Reading or writing an event with a longer log than this takes longer than other requests should wait. */
export const LARGE = 2_000;
/** Limit on kept changes of all events together: the five largest possible events, or a thousand small ones. */
const MOST_KEPT_CHANGES = 100_000;
const MOST_KEPT_EVENTS = 1_000;

interface KnownText {
  /** State of the event, to be read before the next `await`: the object grows in place. */
  readonly event: EventState;
  readonly text: string;
}

export interface KnownEventsParts {
  readonly lane: Lane;
  loadEvent(position: LogPosition): Promise<EventState | null>;
  readChanges(eventId: string, after: number): Promise<readonly Change[]>;
}

/**
 * Position of an event, as its row says now: a reader compares it to know whether the kept state is still the newest.
 */
export interface LogPosition {
  readonly id: string;
  readonly seq: number;
  /** Count of rewrites of the log: a state from before the last one names people who are gone. */
  readonly rewrites: number;
}

/**
 * Events as this node's readers have read them. Each event is read from storage once, however many readers ask, and
 * follows the changes; each answer is written once for all readers who get the same.
 */
export interface KnownEvents {
  /** The state must be read before the next `await`: the next reader continues with the same object. */
  read(position: LogPosition, reader: Requester): Promise<EventState | null>;
  /** The event as JSON, for readers who are told the same. */
  readText(position: LogPosition, telling: Telling, reader: Requester): Promise<KnownText | null>;
  /** Answer to a request for the whole event, as JSON. */
  readWhole(
    position: LogPosition,
    telling: Telling,
    keys: GuestKeys | undefined,
    reader: Requester,
  ): Promise<Uint8Array<ArrayBuffer> | null>;
}

interface Known {
  readonly rewrites: number;
  /** The state is held only here: it grows in place. */
  readonly event: EventState;
  readonly texts: Map<Telling, EventText>;
  /** Texts that are being written for the first time. */
  readonly writing: Map<string, SharedWork<unknown>>;
  /** Answers by telling and keys, at the event's present seq. */
  readonly answers: Map<string, Uint8Array<ArrayBuffer>>;
}

export function createKnownEvents(parts: KnownEventsParts): KnownEvents {
  const { lane } = parts;
  /** Events by id; the one asked for last is at the end, and the first goes when there are too many. */
  const kept = new Map<string, Known>();
  const loading = new Map<string, SharedWork<Known | null>>();

  function touch(eventId: string, known: Known): Known {
    kept.delete(eventId);
    kept.set(eventId, known);
    return known;
  }

  function makeRoom(): void {
    let changes = 0;
    for (const { event } of kept.values()) changes += event.seq;
    for (const [eventId, { event }] of kept) {
      if (kept.size === 1 || (changes <= MOST_KEPT_CHANGES && kept.size <= MOST_KEPT_EVENTS)) break;
      kept.delete(eventId);
      changes -= event.seq;
    }
  }

  async function load(position: LogPosition, reader: Requester): Promise<Known | null> {
    const { id, seq, rewrites } = position;
    const known = kept.get(id);
    if (known?.rewrites === rewrites) {
      const changes = await parts.readChanges(id, known.event.seq);
      try {
        goOn(known, changes);
      } catch (error) {
        // A change of an unknown kind: the texts of the event do not match its state any more.
        kept.delete(id);
        throw error;
      }
      return touch(id, known);
    }
    const loadEvent = () => parts.loadEvent(position);
    const event = await (seq > LARGE ? lane.run(reader, loadEvent) : loadEvent());
    if (event === null) return null;
    const fresh = touch(id, { event, rewrites, texts: new Map(), writing: new Map(), answers: new Map() });
    makeRoom();
    return fresh;
  }

  async function bring(position: LogPosition, reader: Requester): Promise<Known | null> {
    const isThere = (known: Known | undefined): known is Known =>
      known !== undefined && known.event.seq >= position.seq && known.rewrites === position.rewrites;
    const known = kept.get(position.id);
    if (isThere(known)) return touch(position.id, known);
    const before = loading.get(position.id);
    if (before !== undefined) {
      // The running load began before this request, and may have missed the change that the request is about.
      const loaded = (await before.wait(reader).catch(() => null)) ?? undefined;
      if (isThere(loaded)) return loaded;
    }
    return shareWork(loading, position.id, reader, (all) => load(position, all));
  }

  async function write<Written>(
    position: LogPosition,
    telling: Telling,
    reader: Requester,
    make: (known: Known) => Written,
  ): Promise<Written | null> {
    const known = await bring(position, reader);
    if (known === null) return null;
    const { event, texts, writing } = known;
    // Viewers get few of the taps, unless every reading is part of the results.
    const isLong = event.seq > LARGE && (telling !== 'viewer' || event.race.readings === 'mean');
    if (isLong && !texts.has(telling)) {
      await shareWork(writing, telling, reader, (all) => lane.run(all, () => piecesOf(known, telling)));
    }
    return make(known);
  }

  return {
    read: async (position, reader) => (await bring(position, reader))?.event ?? null,
    readText: (position, telling, reader) =>
      write(position, telling, reader, (known) => ({
        event: known.event,
        text: Buffer.concat(piecesOf(known, telling)).toString(),
      })),
    readWhole: (position, telling, keys, reader) =>
      write(position, telling, reader, (known) => answerOf(known, telling, keys)),
  };
}

function goOn({ event, texts, answers }: Known, changes: readonly Change[]): void {
  if (changes.length === 0) return;
  extend(event, changes);
  answers.clear();
  for (const text of texts.values()) text.follow(changes);
}

function piecesOf({ event, texts }: Known, telling: Telling): readonly Buffer[] {
  const text = texts.get(telling) ?? new EventText(telling);
  texts.set(telling, text);
  return text.read(event);
}

function answerOf(known: Known, telling: Telling, keys: GuestKeys | undefined): Uint8Array<ArrayBuffer> {
  const { answers } = known;
  const name = `${telling} ${keys?.admin} ${keys?.viewer}`;
  const written = answers.get(name);
  if (written !== undefined) return written;
  const head = JSON.stringify({ view: viewOf(telling), ...(keys && { keys }) }).slice(0, -1);
  const answer = Buffer.concat([Buffer.from(`${head},"event":`), ...piecesOf(known, telling), Buffer.from('}')]);
  answers.set(name, answer);
  return answer;
}
