import { useMemo } from 'react';
import { createDraft, type Draft, type DraftStorage, forgetDrafts } from './drafts.ts';
import { useViewer } from './viewer.ts';

/** `sessionStorage` is named only when used: where site data is blocked, naming it alone throws. */
const ofTab = () => sessionStorage;

/** Outlives the tab: what is prepared days before a race. */
const ofDevice = () => localStorage;

/** Prefix of keys for answers of the server that are kept for places without a signal. */
export const KEPT = 'pushoff.kept.';

export const useDraft = (name: string): Draft => useKept(ofTab, name);
export const useDeviceDraft = (name: string): Draft => useKept(ofDevice, name);

function useKept(storage: () => DraftStorage, name: string): Draft {
  const viewer = useViewer();
  const userId = viewer.kind === 'nobody' ? '' : viewer.userId;
  return useMemo(() => createDraft(storage, userId, name), [storage, userId, name]);
}

export function forgetDraftsOfTab(): void {
  try {
    forgetDrafts(sessionStorage);
    forgetDrafts(localStorage, KEPT);
  } catch {
    // Nothing was kept either.
  }
}
