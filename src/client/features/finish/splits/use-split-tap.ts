import { useCallback } from 'react';
import type { Line } from '../../../../domain/model/lines.ts';
import { attemptNow } from '../../../../domain/model/state.ts';
import { useAlert } from '../../../ui/alert-dialog.tsx';
import { hands } from '../../../timing/hands/hands.ts';
import { giveFeedback } from '../../../timing/taps/tap-feedback.ts';
import type { Tap } from '../../../timing/taps/timing-button.tsx';
import type { OpenEvent } from '../../../event/event-context.ts';

/** Records a racer at a split point; the time is the moment at which the finger came down. */
export function useSplitTap({ sync, eventId, event }: Pick<OpenEvent, 'sync' | 'eventId' | 'event'>, line: Line): Tap {
  const { alert } = useAlert();
  const run = attemptNow(event);
  return useCallback<Tap>(
    async ({ racerId, name }, _line, timeStamp) => {
      const captured = sync.clock.stampFromEvent(timeStamp);
      giveFeedback('start');
      hands.touch(timeStamp);
      try {
        await sync.recordForEvent(eventId, { type: 'tap.record', line, run, racerId }, captured);
      } catch (error) {
        console.warn('A tap could not be recorded.', error);
        void alert(`${name} was not timed: this device could not keep the tap. Tap again, and write the time down.`);
      }
    },
    [sync, eventId, line, run, alert],
  );
}
