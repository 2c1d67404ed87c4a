import { type ReactNode, useRef } from 'react';
import { formatClock } from '../../../domain/timing/format.ts';
import { RunningClock } from '../../timing/clocks/running-clock.tsx';
import type { Standing } from './racer-standing.ts';

export interface StandingClockProps {
  readonly standing: Standing;
  readonly draw: (words: ReactNode, time: ReactNode) => ReactNode;
}

/** The words of a standing with what would lead and what is left of it, and its time. */
export function StandingClock({ standing: { words, time, runsSince, needs }, draw }: StandingClockProps) {
  const toLead = useRef<HTMLSpanElement>(null);
  const left = useRef<HTMLSpanElement>(null);
  const until = needs?.until ?? null;
  return draw(
    <>
      {words}
      {until !== null && (
        <span ref={toLead}>
          {' '}
          · needs {formatClock(until)} {needs?.where}to lead, <span ref={left} /> left
        </span>
      )}
    </>,
    runsSince === null ? time : <RunningClock startTime={runsSince} toLead={toLead} until={until} left={left} />,
  );
}
