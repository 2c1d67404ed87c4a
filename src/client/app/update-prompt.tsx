import { useEffect, useState, useSyncExternalStore } from 'react';
import { updates } from '../service-worker/register.ts';
import { addReloadGuard, isReloadHeld } from '../service-worker/reload-guards.ts';
import { dismissToast, showToast } from '../ui/toast.tsx';

const TOAST = 'update';
const LOOK_EVERY_MS = 1000;

function subscribeToSeconds(listener: () => void): () => void {
  const timer = setInterval(listener, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

/** Text in a field would be lost by a reload. */
function isTyping(): boolean {
  const { activeElement } = document;
  const isField = activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement;
  return isField && activeElement.value !== '';
}

export function UpdatePrompt() {
  useEffect(() => addReloadGuard(isTyping), []);
  return useSyncExternalStore(updates.subscribe, updates.isReady, () => false) ? <Offer /> : null;
}

/** The offer floats and moves nothing: a button that slides away under a finger costs a tap. */
function Offer() {
  const isHeld = useSyncExternalStore(subscribeToSeconds, isReloadHeld);
  const [isPutAway, setIsPutAway] = useState(false);
  const isOffered = !isHeld && !isPutAway;

  useEffect(() => {
    if (!isOffered) return undefined;
    showToast('A new version is ready.', {
      id: TOAST,
      duration: 'forever',
      action: { label: 'Reload', onClick: updates.reload },
      // The next opening of the app brings the new version by itself, so once is enough to ask.
      onPutAway: () => setIsPutAway(true),
    });
    return () => dismissToast(TOAST);
  }, [isOffered]);

  return null;
}
