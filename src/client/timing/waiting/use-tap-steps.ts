import { useMemo } from 'react';
import type { EventCommandBody } from '../../../domain/events/commands.ts';
import { givenAttempt } from '../../../domain/results/given-attempt.ts';
import type { OpenEvent } from '../../event/event-context.ts';
import type { TapSteps } from './waiting-row.tsx';

export function useTapSteps({ sync, eventId }: OpenEvent): Omit<TapSteps, 'choose'> {
  return useMemo(() => {
    const record = (body: EventCommandBody) => void sync.recordForEvent(eventId, body);
    return {
      give(tapId, racerId) {
        const { event } = sync.event(eventId).getSnapshot();
        const attempt = event && givenAttempt(event, tapId, racerId);
        record({ type: 'tap.assign', tapId, racerId, ...(attempt !== null && { attempt }) });
      },
      throwAway: (tapId) => record({ type: 'tap.undo', tapId }),
      bringBack: (tapId) => record({ type: 'tap.redo', tapId }),
    };
  }, [sync, eventId]);
}
