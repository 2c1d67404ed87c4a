import { givenAttempt } from '../../../../../domain/results/given-attempt.ts';
import type { SyncClient } from '../../../../sync/sync-client.ts';
import { showUndo } from '../../../../ui/undo-bar.tsx';
import type { AnswerQuestion } from '../strip/question-chip.tsx';
import { useStable } from '../use-stable.ts';

/** Gives a time that was kept without a name to one of those in question. */
export function useAnswer(sync: SyncClient | null, eventId: string): AnswerQuestion {
  return useStable((tapId, { racerId }) => {
    const { event = null } = sync?.event(eventId).getSnapshot() ?? {};
    const tap = event?.taps[tapId];
    if (sync === null || event === null || tap === undefined) return;
    const attempt = givenAttempt(event, tapId, racerId);
    void sync.recordForEvent(eventId, { type: 'tap.assign', tapId, racerId, ...(attempt !== null && { attempt }) });
    const name = event.entries[racerId]?.name ?? '';
    showUndo({
      message: tap.line === 'start' ? `${name} has the start time now` : `${name} has the finish time now`,
      undo: () => void sync.recordForEvent(eventId, { type: 'tap.assign', tapId, racerId: null }),
    });
  });
}
