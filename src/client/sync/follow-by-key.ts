import type { ViewerStorage } from './late-storage.ts';
import type { FollowingTransport, SyncPorts } from './ports.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { createEventLoader } from './event-loader.ts';
import { createEventStore } from './event-store.ts';
import { createFollowedEvents } from './followed-events.ts';
import type { LiveLink } from './live-link.ts';

export interface ViewerPorts extends Pick<SyncPorts, 'clock' | 'timers' | 'signals' | 'random' | 'log'> {
  readonly storage: ViewerStorage;
  readonly transport: FollowingTransport;
}

const viewer: Actor = { userId: null, isAnonymous: false, verifiedEmail: null, key: 'viewer' };
const never = () => false;

/** The events that are followed by a key alone: nothing is made or sent from here. */
export function followByKey(ports: ViewerPorts, link: LiveLink, key: string, userId: string) {
  const store = createEventStore({ actorOf: () => viewer });
  const loader = createEventLoader({
    ports,
    userId,
    store,
    keyOf: () => ({ kind: 'viewer', key }),
    isBeingCreated: never,
    lacksKeys: never,
    hasPending: never,
    isFollowed: (eventId) => followed.has(eventId),
    onRegained: (eventId) => followed.follow(eventId),
  });
  const followed = createFollowedEvents({
    store,
    loader,
    link,
    timers: ports.timers,
    keyOf: () => key,
    isBeingCreated: never,
    lacksKeys: never,
  });
  return { store, loader, followed };
}
