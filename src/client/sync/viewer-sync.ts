import { followByKey, type ViewerPorts } from './follow-by-key.ts';
import type { EpochMs } from '../../domain/units.ts';
import type { ServerMessage, SharedGroup } from '../../protocol/live.ts';
import type { RenderedPage } from '../../protocol/page-data.ts';
import type { ShownEvent } from './event-store.ts';
import type { createFollowedGroups } from './followed-groups.ts';
import { createLiveLink } from './live-link.ts';
import { createObserved, type Observable } from './observable.ts';
import { createViewerClock } from './viewer-clock.ts';

/** Sync for a viewer without an account: everything that listens, and nothing that records. */
export interface ViewerSync {
  now(): EpochMs;
  /** True once the server has sent what came after the page, or could not be reached: late loading may begin now. */
  readonly isLive: Observable<boolean>;
  /** False while the server is not heard: what is shown is the last known state. A short loss is not told. */
  readonly isConnected: Observable<boolean>;
  event(eventId: string): Observable<ShownEvent>;
  /** Null until the server has answered. */
  group(groupId: string): Observable<SharedGroup | null>;
  start(): void;
}

export interface ViewerSyncOptions {
  readonly key: string;
  /** False for a page that was written by another release: the event is requested anew. */
  readonly isOfThisVersion?: boolean;
  /** Only for the page of a share group: no other page has to load it. */
  readonly createGroups?: typeof createFollowedGroups | undefined;
}

const NOBODY = '';
const nothing = createObserved(null);

/**
 * Continues from the state that the page was rendered with, so that only later changes are requested.
 */
export function createViewerSync(
  ports: ViewerPorts,
  page: RenderedPage,
  { key, isOfThisVersion = true, createGroups }: ViewerSyncOptions,
): ViewerSync {
  const { storage, transport, signals, log } = ports;
  const link = createLiveLink({ ports, onOpen: followAll, onMessage: hear, onConnection: () => undefined, poll });
  const clock = createViewerClock(ports, link.exchangeClock);
  const { store, followed } = followByKey(ports, link, key, NOBODY);
  const groups = createGroups?.(transport, link);
  const isLive = createObserved(false);
  const isConnected = createObserved(true);

  function followAll(): void {
    followed.followAll();
    groups?.followAll();
    if (page.kind === 'event') void clock.measure();
  }

  function hear(message: ServerMessage): void {
    isConnected.set(true);
    if (groups?.hear(message) !== true) followed.hear(message);
    settle();
  }

  async function poll(): Promise<boolean> {
    const [isAnswered] = await Promise.all([followed.refillAll(), groups?.refillAll()]);
    isConnected.set(isAnswered);
    settle();
    return isAnswered;
  }

  function startFollowing(): void {
    if (page.kind === 'group') return void groups?.follow(page.group.id);
    const { event, view } = page;
    followed.add(event.id);
    if (isOfThisVersion) store.mergeSnapshot({ event, view });
  }

  /** The device's cache waits until the board is live: its code has to be loaded first. */
  function settle(): void {
    if (isLive.getSnapshot()) return;
    isLive.set(true);
    if (page.kind === 'group') return;
    void clock.measure();
    storage
      .saveGuestKey(page.event.id, { kind: 'viewer', key })
      .catch((error: unknown) => log('A key could not be stored', { error }));
  }

  return {
    now: clock.now,
    isLive,
    isConnected,
    event: store.read,
    group: (groupId) => groups?.read(groupId) ?? nothing,
    start() {
      startFollowing();
      signals.listen(() => {
        link.wake();
        followed.lost().forEach(followed.follow);
        // Before, the socket measures as it opens: a call of its own would compete with the page's files.
        if (page.kind === 'event' && isLive.getSnapshot()) void clock.measure();
      });
      link.start();
    },
  };
}
