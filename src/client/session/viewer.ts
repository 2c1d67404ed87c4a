import { useSyncExternalStore } from 'react';
import type { Boot, Site, Viewer } from '../../protocol/account.ts';
import { deviceStorage, rememberBoot } from './remembered-boot.ts';
import { createSessionStore } from './session-store.ts';
import { isViewer } from './viewer-shape.ts';

const store = createSessionStore();
const otherTabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('pushoff.viewer');

function requireBoot(): Boot {
  const boot = store.read();
  if (boot === null) throw new Error('A screen was rendered before the first authentication state was known.');
  return boot;
}

export function useViewer(): Viewer {
  return useSyncExternalStore(store.subscribe, requireBoot).viewer;
}

export function useSite(): Site {
  return useSyncExternalStore(store.subscribe, requireBoot).site;
}

export const viewerEpoch = (): number => store.epoch();

function adopt(boot: Boot): void {
  store.set(boot);
  rememberBoot(deviceStorage, boot);
}

/** What the server said at the start or in answer to a call. The other tabs hear of it when it is news. */
export function setBoot(boot: Boot): void {
  const before = store.read();
  adopt(boot);
  const isNews = before !== null && JSON.stringify(before.viewer) !== JSON.stringify(boot.viewer);
  if (isNews) otherTabs?.postMessage(boot.viewer);
}

export function setViewer(viewer: Viewer): void {
  setBoot({ ...requireBoot(), viewer });
}

export function forgetViewer(): void {
  if (store.read() !== null) setViewer({ kind: 'nobody' });
}

/** Follows a login or logout made in another tab. Never told onwards: two tabs would answer each other for ever. */
export function followOtherTabs(): () => void {
  const follow = ({ data }: MessageEvent<unknown>) => {
    if (isViewer(data)) adopt({ ...requireBoot(), viewer: data });
  };
  otherTabs?.addEventListener('message', follow);
  return () => otherTabs?.removeEventListener('message', follow);
}
