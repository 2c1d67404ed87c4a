import type { Updates } from './updates.ts';
import { addReloadGuard, isReloadHeld } from './reload-guards.ts';
import { dismissToast, showToast } from '../ui/toast.tsx';

const TOAST = 'update';
const LOOK_EVERY_MS = 1000;

/** Text in a field would be lost by a reload. */
function isTyping(): boolean {
  const { activeElement } = document;
  const isField = activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement;
  return isField && activeElement.value !== '';
}

/** The offer floats and moves nothing: a button that slides away under a finger costs a tap. */
export function offerUpdates(updates: Updates): void {
  let isShown = false;
  let isPutAway = false;
  let timer: ReturnType<typeof setInterval> | undefined;

  const look = () => {
    const isOffered = !isPutAway && !isReloadHeld();
    if (isOffered === isShown) return;
    isShown = isOffered;
    if (!isOffered) return dismissToast(TOAST);
    showToast('A new version is ready.', {
      id: TOAST,
      duration: 'forever',
      action: { label: 'Reload', onClick: updates.reload },
      onPutAway: () => {
        // The next opening of the app brings the new version by itself, so once is enough to ask.
        isPutAway = true;
        clearInterval(timer);
      },
    });
  };

  addReloadGuard(isTyping);
  updates.subscribe(() => {
    if (isPutAway) return;
    timer ??= setInterval(look, LOOK_EVERY_MS);
    look();
  });
}
