import type { EventCommandBody } from '../../../domain/events/commands.ts';
import type { Line } from '../../../domain/model/lines.ts';
import { givenAttempt } from '../../../domain/results/given-attempt.ts';
import type { SyncClient } from '../../sync/sync-client.ts';
import { showUndo } from '../../ui/undo-bar.tsx';
import type { AnswerQuestion } from './question-chip.tsx';

/** Gives a time that was kept without a name to one of those in question. */
export function createAnswer(sync: SyncClient, eventId: string): AnswerQuestion {
  return (tapId, { racerId, line }) => {
    const { event } = sync.event(eventId).getSnapshot();
    const tap = event?.taps[tapId];
    if (event === null || tap === undefined) return;
    const attempt = givenAttempt(event, tapId, racerId);
    const moveTo = (to: Line) =>
      line === tap.line ? [] : [{ type: 'taps.move', taps: [{ tapId, line: to }] } as const];
    const give: EventCommandBody = { type: 'tap.assign', tapId, racerId, ...(attempt !== null && { attempt }) };
    void sync.recordTogether(eventId, [...moveTo(line), give]);
    const name = event.entries[racerId]?.name ?? '';
    showUndo({
      message: line === 'start' ? `Start time moved to ${name}` : `Finish time moved to ${name}`,
      undo: () =>
        void sync.recordTogether(eventId, [{ type: 'tap.assign', tapId, racerId: null }, ...moveTo(tap.line)]),
    });
  };
}
