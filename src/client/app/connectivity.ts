import { useSyncExternalStore } from 'react';

export interface ConnectivityPorts {
  readonly network: EventTarget;
  readonly isOnline: () => boolean;
}

export interface Connectivity {
  isOnline(): boolean;
  subscribe(listener: () => void): () => void;
}

export function createConnectivity({ network, isOnline }: ConnectivityPorts): Connectivity {
  return {
    isOnline,
    subscribe: (listener) => {
      network.addEventListener('online', listener);
      network.addEventListener('offline', listener);
      return () => {
        network.removeEventListener('online', listener);
        network.removeEventListener('offline', listener);
      };
    },
  };
}

export interface ConnectivityMessages {
  wentOffline(): void;
  cameBack(): void;
}

/** Announces changes only: a page that opens with a connection has nothing to announce. */
export function announceConnectivity(connectivity: Connectivity, messages: ConnectivityMessages): () => void {
  let wasOnline = true;
  const announce = () => {
    const isOnline = connectivity.isOnline();
    if (isOnline === wasOnline) return;
    wasOnline = isOnline;
    if (isOnline) messages.cameBack();
    else messages.wentOffline();
  };
  announce();
  return connectivity.subscribe(announce);
}

export const connectivity = createConnectivity({ network: globalThis, isOnline: () => navigator.onLine });

export function useIsOnline(): boolean {
  return useSyncExternalStore(connectivity.subscribe, connectivity.isOnline, () => true);
}
