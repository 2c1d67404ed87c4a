import type { Sight } from '../../domain/sights/views.ts';
import { ID } from '../../protocol/ids.ts';
import { eventTopic, GUEST_KEY, type ServerMessage } from '../../protocol/live.ts';
import type { EventLoader } from './event-loader.ts';
import type { EventStore } from './event-store.ts';
import type { LiveLink } from './live-link.ts';
import type { CachedEvent, SyncPorts } from './ports.ts';

export interface FollowedEventsParts {
  readonly store: EventStore;
  readonly loader: EventLoader;
  readonly link: Pick<LiveLink, 'isOpen' | 'send'>;
  readonly timers: SyncPorts['timers'];
  keyOf(eventId: string): string | undefined;
  /** The server does not know the event yet, so there is nothing to follow. */
  isBeingCreated(eventId: string): boolean;
  /** Whether the keys of the links are missing: only the whole event carries them. */
  lacksKeys(eventId: string): boolean;
  /** The sights in which the page has an event. Absent where the page has no other than a viewer's. */
  sightsOf?(cached: CachedEvent): readonly Sight[];
}

/** The events that the page shows, kept up to date over the socket. */
export interface FollowedEvents {
  /** Counted: an event is followed until it was removed as often as added. True for the first. */
  add(eventId: string): boolean;
  remove(eventId: string): void;
  has(eventId: string): boolean;
  ids(): readonly string[];
  follow(eventId: string): void;
  followAll(): void;
  /** The events that the server refused, or gives no more. */
  lost(): readonly string[];
  hear(message: ServerMessage): void;
  /** False where an answer is missing. */
  refillAll(): Promise<boolean>;
}

/** A socket that has fallen silent is given up after two heartbeats: too long for a page that shows nothing yet. */
const ANSWER_WITHIN_MS = 5_000;

export function createFollowedEvents(parts: FollowedEventsParts): FollowedEvents {
  const { store, loader, link } = parts;
  const followed = new Map<string, { count: number; after: number | null }>();

  function follow(eventId: string): void {
    const following = followed.get(eventId);
    if (following === undefined || parts.isBeingCreated(eventId)) return;
    // An address cut short names no event: the server would close the socket on such a message, again and again.
    if (!ID.test(eventId)) return loader.lose(eventId, 'event-not-found');
    if (!link.isOpen()) return void loader.refill(eventId);
    const held = parts.keyOf(eventId);
    // A key of another shape opens nothing, and the server would close the socket on it as well.
    const key = held !== undefined && GUEST_KEY.test(held) ? held : undefined;
    const known = parts.lacksKeys(eventId) ? null : store.confirmed(eventId);
    following.after = known?.event.seq ?? null;
    const sights = known === null ? undefined : parts.sightsOf?.(known);
    link.send({ type: 'follow-event', eventId, after: following.after, key, sights });
    if (known !== null) return;
    parts.timers.after(ANSWER_WITHIN_MS, () => {
      const isMissing = store.confirmed(eventId) === null && store.read(eventId).getSnapshot().problem === null;
      if (isMissing && followed.has(eventId) && link.isOpen()) void loader.refill(eventId);
    });
  }

  function hearChanged(eventId: string): void {
    store.setProblem(eventId, null);
    if (store.hasGap(eventId)) void loader.refill(eventId);
    loader.saveSoon(eventId);
  }

  return {
    add(eventId) {
      const following = followed.get(eventId) ?? { count: 0, after: null };
      following.count += 1;
      followed.set(eventId, following);
      return following.count === 1;
    },
    remove(eventId) {
      const following = followed.get(eventId);
      if (following === undefined) return;
      following.count -= 1;
      if (following.count > 0) return;
      followed.delete(eventId);
      if (ID.test(eventId)) link.send({ type: 'unfollow', topic: eventTopic(eventId) });
    },
    has: (eventId) => followed.has(eventId),
    ids: () => [...followed.keys()],
    follow,
    followAll() {
      for (const eventId of followed.keys()) follow(eventId);
    },
    lost: () => [...followed.keys()].filter((eventId) => store.read(eventId).getSnapshot().problem !== null),
    hear(message) {
      switch (message.type) {
        case 'event': {
          const { view, event, keys } = message;
          const snapshot = { view, event, ...(keys !== undefined && { keys }) };
          const isOlder = event.seq < (followed.get(event.id)?.after ?? 0);
          if (isOlder) store.resetTo(snapshot);
          else store.mergeSnapshot(snapshot);
          // It may answer an earlier follow, so that the server takes this page to be further than it is now. Or the keys
          // were dropped with an event that an answer to a command had overtaken.
          if (isOlder || (keys !== undefined && parts.lacksKeys(event.id))) follow(event.id);
          return hearChanged(event.id);
        }
        case 'changes': {
          const { eventId, changes } = message;
          const lackedKeys = parts.lacksKeys(eventId);
          store.mergeChanges(eventId, changes);
          // Changes have made the viewer an admin, or taken the keys: the new ones come with the whole event.
          if (!lackedKeys && parts.lacksKeys(eventId)) follow(eventId);
          return hearChanged(eventId);
        }
        case 'rows':
          if (!followed.has(message.eventId)) return;
          store.mergeRows(message);
          return hearChanged(message.eventId);
        case 'watching':
          return store.setWatching(message.eventId, message.count);
        case 'gone':
          for (const id of followed.keys()) if (eventTopic(id) === message.topic) loader.lose(id, message.code);
          return;
        default:
      }
    },
    async refillAll() {
      const known = [...followed.keys()].filter((eventId) => ID.test(eventId) && !parts.isBeingCreated(eventId));
      const answers = await Promise.all(known.map(loader.refill));
      return !answers.includes('failed');
    },
  };
}
