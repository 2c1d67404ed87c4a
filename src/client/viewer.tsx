import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { PageBlock, RenderedPage } from '../protocol/page-data.ts';
import { readErrors } from '../protocol/read-errors.ts';
import { SCHEMA_VERSION } from '../protocol/schema-version.ts';
import { ViewerApp } from './app/viewer-app.tsx';
import { preloadFormat } from './leaderboard/standings/format-part.ts';
import { CALM_AFTER_MS } from './loading/calm.ts';
import { keepTrying } from './loading/keep-trying.ts';
import { startServiceWorker } from './service-worker/start.ts';
import { deviceStorage, rememberBoot } from './session/remembered-boot.ts';
import { createLateStorage } from './sync/late-storage.ts';
import { createViewerSync } from './sync/viewer-sync.ts';
import { createWebDevice } from './sync/web-device.ts';
import { createBackgroundCall, createFollowingTransport } from './sync/web-transport.ts';
import './styles.css';

/** The server sends this entry only with a public page in it, and only to a viewer who is not signed in. */
const block = JSON.parse(document.getElementById('boot')!.textContent) as PageBlock;
const page = block.page as RenderedPage;
const key = new URLSearchParams(location.search).get('guestViewerKey') ?? '';

const call = createBackgroundCall(readErrors);
const device = createWebDevice();
const storage = createLateStorage(device.log);
async function start(): Promise<void> {
  const rarely =
    page.kind === 'group' || page.rows ? await keepTrying(() => import('./features/events/viewer-group.ts')) : null;
  await preloadFormat(page.kind === 'event' ? page.event : undefined);
  const node = createFollowingTransport(call);
  const ports = { ...device, storage, transport: rarely?.followRows(page, device, node) ?? node };
  const createGroups = rarely?.createFollowedGroups;
  const sync = createViewerSync(ports, page, { key, isOfThisVersion: block.schema === SCHEMA_VERSION, createGroups });
  hydrateRoot(
    document.getElementById('root')!,
    <StrictMode>
      <ViewerApp page={page} sync={sync} Events={rarely?.EventsPage ?? null} />
    </StrictMode>,
  );
  sync.start();
}

void start();
rememberBoot(deviceStorage, block);
startServiceWorker(CALM_AFTER_MS);
