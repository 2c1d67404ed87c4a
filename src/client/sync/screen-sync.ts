import type { EpochMs } from '../../domain/units.ts';
import type { ShownEvent } from './event-store.ts';
import { createLiveLink } from './live-link.ts';
import { createObserved, type Observable } from './observable.ts';
import type { CachedEvent } from './ports.ts';
import { createViewerClock } from './viewer-clock.ts';
import { followByKey, type ViewerPorts } from './follow-by-key.ts';

/** Sync for a screen that nobody stands at: it follows one event for ever, and shows the last known state meanwhile. */
export interface ScreenSync {
  now(): EpochMs;
  readonly event: Observable<ShownEvent>;
  /** False while the server is not heard. */
  readonly isConnected: Observable<boolean>;
  start(): void;
}

/** Screens keep their own copy on the device: one that is withdrawn must not take a viewer's with it. */
const SCREEN = 'screen';
/**
 * A screen that was refused asks again: a node of the release before knows no screens. Wrong keys of screens are not counted.
 */
const ASK_AGAIN_MS = 60_000;

export function createScreenSync(
  ports: ViewerPorts,
  eventId: string,
  key: string,
  first: CachedEvent | null,
): ScreenSync {
  const isConnected = createObserved(false);
  const link = createLiveLink({
    ports,
    onOpen: follow,
    onMessage(message) {
      isConnected.set(true);
      followed.hear(message);
    },
    onConnection: (connection) => {
      // A socket that is open has not been heard yet.
      if (connection !== 'live') isConnected.set(connection === 'polling');
    },
    async poll() {
      await followed.refillAll();
      return (await ports.transport.exchangeClock()).ok;
    },
  });
  const clock = createViewerClock(ports, link.exchangeClock);
  const { store, loader, followed } = followByKey(ports, link, key, SCREEN);

  function follow(): void {
    followed.followAll();
    void clock.measure();
  }

  function askAgain(): void {
    followed.lost().forEach(followed.follow);
    ports.timers.after(ASK_AGAIN_MS, askAgain);
  }

  return {
    now: clock.now,
    event: store.read(eventId),
    isConnected,
    start() {
      followed.add(eventId);
      if (first !== null) store.mergeSnapshot(first);
      else void loader.load(eventId);
      ports.signals.listen(() => {
        link.wake();
        void clock.measure();
      });
      link.start();
      ports.timers.after(ASK_AGAIN_MS, askAgain);
    },
  };
}
