import { type RefObject, use, useLayoutEffect, useRef, useState } from 'react';
import { formatClock } from '../../../domain/timing/format.ts';
import { type DurationMs, durationMs, type EpochMs } from '../../../domain/units.ts';
import { RenderedAtContext } from './rendered-at.ts';
import { TickerContext } from './ticker-context.ts';

export interface RunningClockProps {
  readonly startTime: EpochMs;
  /** The element is hidden once this time has passed. */
  readonly toLead?: RefObject<HTMLElement | null>;
  readonly until?: DurationMs | null;
  /** Says how much of it is left. */
  readonly left?: RefObject<HTMLElement | null>;
}

/** Writes its digits itself, outside React. Until then it shows what the server has rendered, if it has. */
export function RunningClock({ startTime, toLead, until = null, left }: RunningClockProps) {
  const digits = useRef<HTMLSpanElement>(null);
  const ticker = use(TickerContext);
  const renderedAt = use(RenderedAtContext);
  // Kept as it was at first: a new text from React would overwrite the running digits.
  const [first] = useState(() => (renderedAt === null ? '' : formatClock(elapsedAt(renderedAt, startTime))));

  useLayoutEffect(() => {
    const element = toLead?.current ?? null;
    if (ticker === null || digits.current === null) return;
    return ticker.add({
      digits: digits.current,
      startTime,
      toLead: element !== null && until !== null ? { element, until, left: left?.current ?? null } : null,
    });
  }, [ticker, startTime, toLead, until, left]);

  return <span ref={digits}>{first}</span>;
}

function elapsedAt(at: EpochMs, startTime: EpochMs): DurationMs {
  return durationMs(Math.max(0, at - startTime));
}
