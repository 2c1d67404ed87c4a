import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { Viewer } from '../../protocol/account.ts';
import { keepTrying } from '../loading/keep-trying.ts';
import { addReloadGuard } from '../service-worker/reload-guards.ts';
import { holdSession, useViewer } from '../session/viewer.ts';
import type { SyncClient } from '../sync/sync-client.ts';
import { SyncContext, useObservedPart } from '../sync/use-sync.ts';
import { dismissToast, showToast } from '../ui/toast.tsx';

const FOLLOWING = ['/timer', '/events'];

/** Loaded once, and only for a viewer who has something to sync. */
let parts: Promise<(viewer: Viewer) => SyncClient> | null = null;

function loadSync(): Promise<(viewer: Viewer) => SyncClient> {
  parts ??= Promise.all([import('../sync/web-ports.ts'), import('../sync/sync-client.ts')]).then(
    async ([{ createWebPorts }, { createSyncClient }]) => {
      const ports = await createWebPorts();
      return (viewer) => createSyncClient(ports, viewer);
    },
  );
  // A chunk that did not arrive is requested again the next time.
  parts.catch(() => (parts = null));
  return parts;
}

const NOT_LOADED = 'sync.not-loaded';

/** Says that the part that syncs did not arrive: the timer would show that it loads, for as long as there is no signal. */
function tellNotLoaded(error: unknown): void {
  console.warn('Sync could not be loaded.', error);
  showToast('The timer hasn’t loaded yet. Trying again until there’s a signal.', {
    id: NOT_LOADED,
    duration: 'forever',
  });
}

/** Provides one sync client for each user: commands that wait on this device stay with the user who recorded them. */
export function SyncProvider({ children }: { readonly children: ReactNode }) {
  const viewer = useViewer();
  const [running, setRunning] = useState<{ readonly of: Viewer; readonly client: SyncClient } | null>(null);
  const person = usePerson(viewer);
  // Between two users there is no client: a command recorded now must not be recorded for the user before.
  const client = running?.of === person ? running.client : null;
  const { pathname } = useLocation();
  // A viewer who is not signed in has something to follow on the public pages only.
  const isNeeded = person.kind !== 'nobody' || FOLLOWING.includes(pathname);

  useEffect(() => {
    if (!isNeeded) return;
    let isOver = false;
    let started: SyncClient | null = null;
    const start = async () => {
      const create = await keepTrying(loadSync, () => isOver, tellNotLoaded);
      dismissToast(NOT_LOADED);
      if (create === null || isOver) return;
      started = create(person);
      started.start();
      setRunning({ of: person, client: started });
    };
    void start().catch((error: unknown) => console.warn('Sync could not be started.', error));
    return () => {
      isOver = true;
      started?.stop();
      setRunning(null);
    };
  }, [person, isNeeded]);

  useEffect(() => (client === null ? undefined : guardPage(client)), [client]);
  useEffect(() => (client === null ? undefined : lookAfterPictures(client)), [client]);
  useHeldSession(client, pathname);

  return <SyncContext value={client}>{children}</SyncContext>;
}

/** Late, because a page that times waits for no pictures. */
function lookAfterPictures(client: SyncClient): () => void {
  let isOver = false;
  let stop = () => {};
  // Awaited: the build loads what the part needs outside of a `then`, and its failure would be nobody's.
  async function start(): Promise<void> {
    try {
      const pictures = await import('../pictures/look-after-pictures.ts');
      if (!isOver) stop = pictures.lookAfterPictures(client);
    } catch (error) {
      console.warn('Pictures of finishes could not be looked after.', error);
    }
  }
  void start();
  return () => {
    isOver = true;
    stop();
  };
}

/** A session that runs out takes neither the timer nor waiting commands off the screen. */
function useHeldSession(client: SyncClient | null, pathname: string): void {
  const isWaiting = useObservedPart(client?.status, ({ unsynced }) => unsynced > 0, false);
  const isHeld = isWaiting || pathname === '/timer';
  useEffect(() => (isHeld ? holdSession() : undefined), [isHeld]);
}

/**
 * Keeps the viewer's object while the user is the same: a new one with each balance would make a new client, and drop the
 * connection for nothing.
 */
function usePerson(viewer: Viewer): Viewer {
  const [person, setPerson] = useState(viewer);
  if (isSamePerson(person, viewer)) return person;
  setPerson(viewer);
  return viewer;
}

function isSamePerson(one: Viewer, other: Viewer): boolean {
  if (one.kind === 'nobody' || other.kind === 'nobody') return one.kind === other.kind;
  const isVerified = (viewer: Viewer) => viewer.kind === 'user' && viewer.emailVerified;
  // Without a network every user is taken as confirmed. To learn otherwise when the signal comes back, in the middle of
  // a race, is no reason to take the board down: the server knows.
  const isNews = isVerified(other) && !isVerified(one);
  return one.kind === other.kind && one.userId === other.userId && !isNews;
}

const RECENT_MS = 48 * 3_600_000;

/**
 * Whether a racer is on course in a recent race: one who was forgotten on the course last month does not keep the app from its
 * updates.
 */
function hasRacerOnCourse(client: SyncClient): boolean {
  const since = Date.now() - RECENT_MS;
  return client.account
    .getSnapshot()
    .events.some(({ onCourse, deletedAt, createdAt }) => onCourse > 0 && deletedAt === null && createdAt > since);
}

/** A tap that is only in memory must not be lost by closing the page, and no update reloads over one that waits. */
function guardPage(client: SyncClient): () => void {
  const warn = (event: BeforeUnloadEvent) => {
    if (!client.mayCloseSafely()) event.preventDefault();
  };
  window.addEventListener('beforeunload', warn);
  const release = addReloadGuard(() => client.status.getSnapshot().unsynced > 0 || hasRacerOnCourse(client));
  return () => {
    window.removeEventListener('beforeunload', warn);
    release();
  };
}
