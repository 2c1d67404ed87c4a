export const STALE_AFTER_MS = 60_000;

export interface FreshnessPorts {
  readonly page: EventTarget & { readonly visibilityState: DocumentVisibilityState };
  readonly network: EventTarget;
  readonly now: () => number;
  readonly refresh: () => void;
}

/** A phone that comes out of a pocket, or back into coverage, asks again who is signed in and with how many credits. */
export function keepFresh({ page, network, now, refresh }: FreshnessPorts): void {
  let hiddenSince = now();
  page.addEventListener('visibilitychange', () => {
    if (page.visibilityState === 'hidden') hiddenSince = now();
    else if (now() - hiddenSince > STALE_AFTER_MS) refresh();
  });
  network.addEventListener('online', refresh);
}
