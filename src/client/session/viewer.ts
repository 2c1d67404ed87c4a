import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Boot, Site, Viewer } from '../../protocol/account.ts';
import { deviceStorage, rememberBoot } from './remembered-boot.ts';
import { createSessionStore } from './session-store.ts';
import { isViewer, VIEWER_CHANNEL } from './viewer-shape.ts';

const store = createSessionStore();
/** False where a page is rendered: there are no other tabs, and one process renders for many viewers. */
const hasTabs = typeof document !== 'undefined' && typeof BroadcastChannel !== 'undefined';
const otherTabs = !hasTabs ? null : new BroadcastChannel(VIEWER_CHANNEL);

function requireBoot(): Boot {
  const boot = store.read();
  if (boot === null) throw new Error('A screen was rendered before the first authentication state was known.');
  return boot;
}

/** The boot data of a page that the server renders: it renders for many viewers, so each page is given its own. */
export const RenderedBoot = createContext<Boot | null>(null);

function useBoot(): Boot {
  const rendered = useContext(RenderedBoot);
  return useSyncExternalStore(store.subscribe, requireBoot, () => rendered ?? requireBoot());
}

export const useViewer = (): Viewer => useBoot().viewer;

/** Works also on public pages, which do not know their viewer. */
export function useIsSignedIn(): boolean {
  return useSyncExternalStore(
    store.subscribe,
    () => store.read()?.viewer.kind === 'user',
    () => false,
  );
}

export const useSite = (): Site => useBoot().site;

/** The session has run out in the middle of a race: taps are recorded as before, and sent after the next login. */
export const useSessionEnded = (): boolean => useSyncExternalStore(store.subscribe, store.hasEnded, () => false);

export const holdSession = (): (() => void) => store.hold();

export const viewerEpoch = (): number => store.epoch();

function adopt(boot: Boot): void {
  store.set(boot);
  rememberBoot(deviceStorage, boot);
}

function tellOtherTabs(before: Boot | null, boot: Boot): void {
  const isNews = before !== null && JSON.stringify(before.viewer) !== JSON.stringify(boot.viewer);
  if (isNews) otherTabs?.postMessage(boot.viewer);
}

/** Sets the server's answer from the start or from a call. The other tabs are told when it is new. */
export function setBoot(boot: Boot): void {
  const before = store.read();
  adopt(boot);
  tellOtherTabs(before, boot);
}

export function setViewer(viewer: Viewer): void {
  setBoot({ ...requireBoot(), viewer });
}

/** Sets the answer of a background request: it signs nobody out who is timing a race. */
export function refreshViewer(boot: Boot): void {
  if (boot.viewer.kind === 'nobody') endSession(boot);
  else setBoot(boot);
}

export function forgetViewer(): void {
  const boot = store.read();
  if (boot !== null) endSession({ ...boot, viewer: { kind: 'nobody' } });
}

function endSession(boot: Boot): void {
  const before = store.read();
  store.end(boot);
  if (store.hasEnded()) return;
  rememberBoot(deviceStorage, boot);
  tellOtherTabs(before, boot);
}

/** Follows a login or logout made in another tab. Never told onwards: two tabs would answer each other for ever. */
export function followOtherTabs(): () => void {
  const follow = ({ data }: MessageEvent<unknown>) => {
    if (isViewer(data)) adopt({ ...requireBoot(), viewer: data });
  };
  otherTabs?.addEventListener('message', follow);
  return () => otherTabs?.removeEventListener('message', follow);
}
