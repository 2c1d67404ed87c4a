import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { PageBlock } from '../../../protocol/page-data.ts';
import { readErrors } from '../../../protocol/read-errors.ts';
import { SCHEMA_VERSION } from '../../../protocol/schema-version.ts';
import type { ScreenKind } from '../../../protocol/screen-address.ts';
import { createLateStorage } from '../../sync/late-storage.ts';
import { createScreenSync } from '../../sync/screen-sync.ts';
import { createWebDevice } from '../../sync/web-device.ts';
import { createBackgroundCall, createFollowingTransport } from '../../sync/web-transport.ts';
import { readSettings } from './read-settings.ts';
import { EventScreen } from './screen.tsx';

/** Takes the page over for a screen. Its calls carry no session: it shows what its key shows, whoever is signed in here. */
export function startScreen(container: HTMLElement, kind: ScreenKind): void {
  const search = new URLSearchParams(location.search);
  const device = createWebDevice();
  const call = createBackgroundCall(readErrors, { credentials: 'omit' });
  const ports = { ...device, storage: createLateStorage(device.log), transport: createFollowingTransport(call, true) };
  const sync = createScreenSync(ports, search.get('eventId') ?? '', search.get('screenKey') ?? '', readFirst());
  fillPage();
  if (kind === 'overlay') clearBackground();
  createRoot(container).render(
    <StrictMode>
      <EventScreen kind={kind} sync={sync} settings={readSettings(search)} />
    </StrictMode>,
  );
  sync.start();
}

/** The event that came with the page; null where the page comes from the device, or from another release. */
function readFirst() {
  const text = document.getElementById('boot')?.textContent;
  const block = text ? (JSON.parse(text) as PageBlock) : null;
  const { page, schema } = block ?? {};
  return page?.kind === 'event' && schema === SCHEMA_VERSION ? { event: page.event, view: page.view } : null;
}

/** The room that pages keep for a scroll bar would be a strip of another colour. */
function fillPage(): void {
  document.documentElement.style.overflow = 'hidden';
  document.documentElement.style.scrollbarGutter = 'auto';
}

/** The canvas of a page takes the colour of the scheme, which a mixer would show as a black or white picture. */
function clearBackground(): void {
  for (const element of [document.documentElement, document.body]) {
    element.style.background = 'transparent';
    element.style.colorScheme = 'light';
  }
}
