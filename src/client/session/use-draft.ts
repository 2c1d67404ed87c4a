import { useMemo } from 'react';
import { createDraft, type Draft, forgetDrafts } from './drafts.ts';
import { useViewer } from './viewer.ts';

/** `sessionStorage` is named only when used: where site data is blocked, naming it alone throws. */
const ofTab = () => sessionStorage;

export function useDraft(name: string): Draft {
  const viewer = useViewer();
  const userId = viewer.kind === 'nobody' ? '' : viewer.userId;
  return useMemo(() => createDraft(ofTab, userId, name), [userId, name]);
}

export function forgetDraftsOfTab(): void {
  try {
    forgetDrafts(sessionStorage);
  } catch {
    // Nothing was kept either.
  }
}
