import './draws.ts';
import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect } from 'vitest';
import { page } from 'vitest/browser';
import type { EventState } from '../../src/domain/model/state.ts';
import { TimerPage } from '../../src/client/app/event/timer-page.tsx';
import { setBoot } from '../../src/client/session/viewer.ts';
import { webIds } from '../../src/client/sync/ids.ts';
import { createMemoryStorage } from '../../src/client/sync/memory-storage.ts';
import type { SyncStorage } from '../../src/client/sync/ports.ts';
import { createSyncClient, type SyncClient } from '../../src/client/sync/sync-client.ts';
import { SyncContext } from '../../src/client/sync/use-sync.ts';
import { createWebDevice } from '../../src/client/sync/web-device.ts';
import type { ViewId } from '../../src/client/event/view-list.ts';
import { MOVED_MS } from '../../src/client/timing/taps/places.ts';
import { AlertProvider } from '../../src/client/ui/alert-dialog.tsx';
import { QuestionDialog } from '../../src/client/ui/alert-question.tsx';
import { Toaster } from '../../src/client/ui/toast.tsx';
import { showUndo, UndoBar } from '../../src/client/ui/undo-bar.tsx';
import '../../src/client/styles.css';
import { createRaceServer, type RaceServer } from './race-server.ts';

export interface OpenedRace extends RaceServer {
  readonly sync: SyncClient;
  /** Waits until the server has all that was recorded here, and returns the event as it knows it. */
  readonly sent: () => Promise<EventState>;
  /** The page is loaded again: what was on the device's disk is all that is left. */
  readonly reload: () => Promise<void>;
}

export interface RaceOptions {
  readonly names: readonly string[];
  /** Null: the board. */
  readonly view?: ViewId | null;
  /** As in the link of a post. */
  readonly post?: string;
  /** What has happened before the page is opened. */
  readonly before?: (server: RaceServer) => Promise<void>;
  /** False where draws are counted: in strict mode everything is drawn twice. */
  readonly isStrict?: boolean;
  readonly storage?: (storage: SyncStorage) => SyncStorage;
  /** `joining`: of a guest whose admin link has not been turned into rights yet. */
  readonly guestAccess?: 'none' | 'joining';
}

const PHONE = [390, 844] as const;
let touchedAt = -Infinity;
addEventListener('pointerdown', ({ timeStamp }) => (touchedAt = timeStamp), { capture: true });
let close = () => {};
const fetchReally = globalThis.fetch;

beforeEach(async () => {
  await page.viewport(...PHONE);
  // There is no server: the calls beside sync, for recordings and bests, find none.
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    if (pathname.startsWith('/api/')) throw new TypeError('There is no server.');
    return fetchReally(input, init);
  };
});

/** The last step is offered for ten seconds: a later offer replaces it, and is withdrawn. */
export const endOffer = (): void => showUndo({ message: '', undo: () => undefined })();

afterEach(() => {
  close();
  globalThis.fetch = fetchReally;
  endOffer();
  localStorage.clear();
  sessionStorage.clear();
  scrollTo(0, 0);
});

/** Of the runner of the tests; screens keep what they show in the address too. */
const address = location.href;

function show(view: ViewId | null, post: string | undefined): void {
  const next = new URL(address);
  if (post !== undefined) next.searchParams.set('post', post);
  if (view !== null) next.searchParams.set('view', view);
  history.replaceState(null, '', next);
}

/** One screen of a race on a phone: the page as it is, over the real sync client and a server in this page. */
export async function openRace(options: RaceOptions): Promise<OpenedRace> {
  const { names, view = null, post, before, isStrict = true, storage: wrap = (storage) => storage } = options;
  const { guestAccess = 'none' } = options;
  const server = await createRaceServer(names);
  await before?.(server);
  const { eventId, userId } = server;
  const storage = wrap({ ...createMemoryStorage(), isDurable: true });
  const viewer = {
    kind: 'user',
    userId,
    email: '',
    emailVerified: false,
    username: '',
    name: 'Coach',
    credits: 0,
  } as const;
  let root: Root | null = null;
  let sync = startSync();

  function startSync(): SyncClient {
    setBoot({ viewer, site: { supportEmail: '', contactEmail: '' } });
    const client = createSyncClient(
      {
        ...createWebDevice(),
        log: () => undefined,
        storage,
        transport: server.transport,
        lock: {
          async run(task) {
            await task();
            return true;
          },
        },
        tabs: { announce: () => undefined, listen: () => () => undefined },
        ids: webIds,
      },
      viewer,
    );
    client.start();
    return client;
  }

  async function draw(): Promise<void> {
    const container = document.body.appendChild(document.createElement('div'));
    root = createRoot(container);
    const shown = (
      <MemoryRouter>
        <SyncContext value={sync}>
          <AlertProvider Dialog={QuestionDialog}>
            <main>
              <TimerPage
                eventId={eventId}
                guestAccess={guestAccess}
                onOpenEvent={() => undefined}
                onLeave={() => undefined}
              />
            </main>
          </AlertProvider>
          <div data-bars>
            <UndoBar />
            <Toaster />
          </div>
        </SyncContext>
      </MemoryRouter>
    );
    root.render(isStrict ? <StrictMode>{shown}</StrictMode> : shown);
    close = () => {
      root?.unmount();
      container.remove();
      sync.stop();
      server.mend();
      close = () => {};
    };
    // Measured, so that a countdown and a stamp are those of the common clock.
    await expect.poll(() => sync.clock.quality.getSnapshot()).not.toBeNull();
    await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  }

  show(view, post);
  await draw();
  // Every test shares one page: a touch so soon after the last one, on its place, would be the same hand that trembles.
  await expect.poll(() => performance.now() - touchedAt).toBeGreaterThan(MOVED_MS);
  return {
    ...server,
    get sync() {
      return sync;
    },
    async sent() {
      await expect.poll(() => sync.status.getSnapshot().unsynced).toBe(0);
      return server.event();
    },
    async reload() {
      root?.unmount();
      sync.stop();
      document.body.replaceChildren();
      sync = startSync();
      await draw();
    },
  };
}
