import { useState } from 'react';
import type { Line } from '../../../domain/model/lines.ts';
import type { TapWay } from '../../../domain/model/state.ts';
import { counted } from '../../../domain/language.ts';
import type { OpenEvent } from '../../event/event-context.ts';
import { TIME_NOT_KEPT } from '../taps/tap-words.ts';
import { useRecorder } from '../taps/use-recorder.ts';
import { useStable } from '../../ui/use-stable.ts';

/** Takes a time without a racer, stamped by the event's own time stamp. */
export type Take = (timeStamp: number, via: TapWay) => void;

export interface Taking {
  readonly take: Take;
  /** Read out to those who do not see the surface. */
  readonly said: string;
}

/** `onTaken` is called before anything is stored: the answer to a touch must come in the same frame. */
export function useTake({ sync, eventId }: OpenEvent, line: Line, onTaken: () => void): Taking {
  const [taken, setTaken] = useState(0);
  const record = useRecorder({ sync, eventId });
  const take = useStable<Parameters<Take>, void>((timeStamp, via) => {
    onTaken();
    void record({ racerIds: [null], line, timeStamp, via, feedback: 'finish', lost: TIME_NOT_KEPT }).then((kept) => {
      if (kept !== null) setTaken((count) => count + 1);
    });
  });
  return { take, said: taken === 0 ? '' : `${counted(taken, 'time', 'times')} taken` };
}
