import type { WorkerMessage } from './messages.ts';

/** The part of a `ServiceWorker` used here. */
export interface WorkerFace extends EventTarget {
  readonly state: ServiceWorkerState;
  postMessage(message: WorkerMessage, transfer?: Transferable[]): void;
}

interface RegistrationFace extends EventTarget {
  readonly installing: WorkerFace | null;
  readonly waiting: WorkerFace | null;
}

export interface UpdatePorts {
  readonly container: EventTarget & { readonly controller: WorkerFace | null };
  /** The release that this page belongs to. */
  readonly pageRelease: string;
  /** Null when the worker does not answer. */
  readonly releaseOf: (worker: WorkerFace) => Promise<string | null>;
  readonly isHeld: () => boolean;
  readonly reloadPage: () => void;
  readonly setTimer: (callback: () => void, ms: number) => void;
}

export interface Updates {
  follow(registration: RegistrationFace): void;
  /** Whether a reload would bring a new version. */
  isReady(): boolean;
  subscribe(listener: () => void): () => void;
  /** Called only by the user's choice. */
  reload(): void;
}

/** A new worker that does not take over in this time is left behind: the reload fetches the page anyway. */
const TAKE_OVER_MS = 3000;

/**
 * A new worker waits. If it belongs to the release that this page already is, because pages come from the network, it
 * takes over at once and unseen. Otherwise the user chooses when. Taking over reloads no page by itself: other tabs
 * keep running on the files of the release before, and are offered the reload in their turn.
 */
export function createUpdates(ports: UpdatePorts): Updates {
  const { container, pageRelease, releaseOf, isHeld, reloadPage, setTimer } = ports;
  const listeners = new Set<() => void>();
  let registration: RegistrationFace | null = null;
  let isReady = false;
  let isChosen = false;
  let hasReloaded = false;

  const offer = () => {
    isReady = true;
    for (const listener of listeners) listener();
  };

  const considerWaiting = async (worker: WorkerFace) => {
    const release = await releaseOf(worker);
    if (release === pageRelease) worker.postMessage({ kind: 'activate' });
    else if (release !== null) offer();
  };

  const watchInstalling = () => {
    const worker = registration?.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') void considerWaiting(worker);
    });
  };

  const reloadOnce = () => {
    if (!isChosen || hasReloaded) return;
    // A tap may have come between the choice and the moment at which the new worker is there.
    if (isHeld()) isChosen = false;
    else {
      hasReloaded = true;
      reloadPage();
    }
  };

  const meetController = async () => {
    if (isChosen) return reloadOnce();
    const release = container.controller && (await releaseOf(container.controller));
    if (release !== null && release !== pageRelease) offer();
  };

  return {
    follow(found) {
      registration = found;
      container.addEventListener('controllerchange', () => void meetController());
      registration.addEventListener('updatefound', watchInstalling);
      watchInstalling();
      if (registration.waiting) void considerWaiting(registration.waiting);
    },
    isReady: () => isReady,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reload() {
      if (isHeld()) return;
      isChosen = true;
      const waiting = registration?.waiting;
      if (!waiting) return reloadOnce();
      waiting.postMessage({ kind: 'activate' });
      setTimer(reloadOnce, TAKE_OVER_MS);
    },
  };
}
