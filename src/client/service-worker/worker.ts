import { handlingOf } from './handling.ts';
import type { WorkerMessage } from './messages.ts';
import { pageOf, readPushed, stopRequestOf } from './notifications.ts';
import { openPage } from './open-page.ts';
import { type Release, findFile, forgetOtherReleases, noteActivation, storeRelease } from './release-files.ts';

declare const self: ServiceWorkerGlobalScope;
/** Inserted by the build, which alone knows its files. */
declare const PUSHOFF_RELEASE: Release;

const release = PUSHOFF_RELEASE;
const paths = new Set(release.files.map(([path]) => path));
const { caches } = self;

self.addEventListener('install', (event) => {
  event.waitUntil(storeRelease(release, { caches, fetch: (path, init) => fetch(path, init) }));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

async function takeOver(): Promise<void> {
  // The very first page is claimed too: its next screen then opens even if the signal goes before the next page load.
  await self.clients.claim();
  const kept = await noteActivation(release.id, caches);
  // A newer release that is being stored at this moment must not lose its files: it clears up when it runs itself.
  if (self.registration.installing === null) await forgetOtherReleases(kept, caches);
}

self.addEventListener('message', ({ data, ports }) => {
  const { kind } = data as WorkerMessage;
  if (kind === 'release') ports[0]?.postMessage(release.id);
  if (kind === 'activate') void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const handling = handlingOf(request, self.location.origin, paths);
  if (handling === 'file') event.respondWith(readFile(request));
  if (handling === 'page') {
    event.respondWith(
      openPage({
        fetchPage: (signal) => fetch(request, { signal }),
        readShell: () => findFile(release.shell, release.id, caches),
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      }),
    );
  }
});

self.addEventListener('push', (event) => {
  const { title, options } = readPushed(event.data?.text(), self.location.origin);
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener('notificationclick', (event) => {
  const { notification, action } = event;
  notification.close();
  const stop = stopRequestOf(action, notification.data);
  event.waitUntil(stop === null ? openBoard(pageOf(notification.data)) : fetch(stop));
});

/** A board that is open already is brought to the front: a second tab would follow the same race. */
async function openBoard(page: string): Promise<void> {
  const open = await self.clients.matchAll({ type: 'window' });
  const there = open.find(({ url }) => url === page);
  if (there === undefined) await self.clients.openWindow(page);
  else await there.focus();
}

async function readFile(request: Request): Promise<Response> {
  return (await findFile(new URL(request.url).pathname, release.id, caches)) ?? fetch(request);
}
