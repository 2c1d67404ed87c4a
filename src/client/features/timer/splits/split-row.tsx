import { memo } from 'react';
import type { Entry } from '../../../../domain/events/state.ts';
import { formatTimeOfDay } from '../../../../domain/timing/local-time.ts';
import type { EpochMs } from '../../../../domain/units.ts';
import { RunningClock } from '../board/clocks/running-clock.tsx';
import { TapButton } from '../board/taps/tap-button.tsx';
import type { Tap } from '../board/taps/timing-button.tsx';

export interface SplitRowProps {
  readonly entry: Entry;
  /** Null for a racer whose start this phone has not heard of: the tap is kept all the same. */
  readonly startTime: EpochMs | null;
  readonly timeZone: string;
  readonly onTap: Tap;
}

/** A racer who is expected at the point, and the button. */
export const SplitRow = memo(function SplitRow({ entry, startTime, timeZone, onTap }: SplitRowProps) {
  const { bib, name } = entry;
  return (
    <>
      {bib !== null && bib !== '' && (
        <span className="digits min-w-10 shrink-0 text-center text-24 font-[760]">
          <span className="sr-only">Bib </span>
          {bib}
        </span>
      )}
      <div className="min-w-0 flex-1">
        <p dir="auto" title={name} className="truncate font-[650]">
          {name}
        </p>
        <p className="digits truncate text-14 text-ink-2">
          {startTime === null ? 'not started' : `started ${formatTimeOfDay(startTime, timeZone)}`}
        </p>
      </div>
      <TapButton
        line={startTime === null ? 'start' : 'finish'}
        word="Passed"
        entry={entry}
        isDisabled={false}
        onTap={onTap}
      >
        {startTime !== null && <RunningClock startTime={startTime} />}
      </TapButton>
    </>
  );
});
