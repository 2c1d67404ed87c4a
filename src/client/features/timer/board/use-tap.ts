import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { SyncClient } from '../../../sync/sync-client.ts';
import { useAlert } from '../../../ui/alert-dialog.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { showUndo } from '../../../ui/undo-bar.tsx';
import { createSendingTrouble, type SendingTrouble } from './sending-trouble.ts';
import type { Tap } from './tap-button.tsx';
import { giveFeedback } from './tap-feedback.ts';
import { describeTap } from './tap-words.ts';

export interface TapParts {
  readonly sync: SyncClient | null;
  readonly eventId: string;
  /** An admin link that has not been turned into rights yet. */
  readonly isJoining: boolean;
}

/** Records a press on Start or Finish. The same function for the whole life of the board, so that no row is drawn again for it. */
export function useTap({ sync, eventId, isJoining }: TapParts): Tap {
  const { alert } = useAlert();
  const trouble = useRef<SendingTrouble | null>(null);
  useEffect(() => {
    if (sync === null) return;
    const watching = createSendingTrouble(sync);
    trouble.current = watching;
    return () => watching.stop();
  }, [sync]);

  const tap: Tap = async (entry, line, timeStamp) => {
    if (sync === null || isJoining) {
      return alert('Guest admin access is still initializing. Please try again in a moment.');
    }
    const captured = sync.clock.stampFromEvent(timeStamp);
    giveFeedback(line);
    let tapId: string;
    try {
      const { command } = await sync.recordForEvent(
        eventId,
        { type: 'tap.record', line, run: 1, racerId: entry.racerId },
        captured,
      );
      tapId = command.id;
    } catch (error) {
      console.warn('A tap could not be recorded.', error);
      // Not awaited: the button must be free for the second try while the words are still on the screen.
      void alert(
        `${entry.name} was not timed: this device could not keep the tap. Tap again, and write the time down.`,
      );
      return;
    }
    trouble.current?.watch(line, tapId, eventId);
    const event = sync.event(eventId).getSnapshot().event;
    const news = event && describeTap(event, tapId);
    if (news === null) return;
    if (news.isFinished) showToast('Race finished!', { tone: 'good' });
    showUndo({
      message: news.message,
      undo: () => void sync.recordForEvent(eventId, { type: 'tap.undo', tapId }),
    });
  };

  const latest = useRef(tap);
  useLayoutEffect(() => {
    latest.current = tap;
  });
  return useCallback<Tap>((...args) => latest.current(...args), []);
}
