import { useCallback, useState } from 'react';
import type { Line } from '../../../../domain/model/lines.ts';
import { attemptNow, type TapWay } from '../../../../domain/model/state.ts';
import { counted } from '../../../../domain/language.ts';
import { useAlert } from '../../../ui/alert-dialog.tsx';
import { giveFeedback } from '../../../timing/taps/tap-feedback.ts';
import type { OpenEvent } from '../../../event/event-context.ts';

/** Takes a time without a racer, stamped by the event's own time stamp. */
export type Take = (timeStamp: number, via: TapWay) => void;

export interface Taking {
  readonly take: Take;
  /** Read out to those who do not see the surface. */
  readonly said: string;
}

/** `onTaken` is called before anything is stored: the answer to a touch must come in the same frame. */
export function useTake({ sync, eventId, event }: OpenEvent, line: Line, onTaken: () => void): Taking {
  const { alert } = useAlert();
  const [taken, setTaken] = useState(0);
  const run = attemptNow(event);
  const take = useCallback<Take>(
    (timeStamp, via) => {
      const captured = sync.clock.stampFromEvent(timeStamp);
      onTaken();
      giveFeedback('finish');
      const body = { type: 'tap.record', line, run, racerId: null, via } as const;
      sync.recordForEvent(eventId, body, captured).then(
        () => setTaken((count) => count + 1),
        (error: unknown) => {
          console.warn('A tap could not be recorded.', error);
          void alert('The last time was not kept: this device could not store it. Write the time down.');
        },
      );
    },
    [sync, eventId, line, run, onTaken, alert],
  );
  return { take, said: taken === 0 ? '' : `${counted(taken, 'time', 'times')} taken` };
}
