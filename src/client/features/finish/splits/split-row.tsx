import { memo, type ReactNode } from 'react';
import type { Entry } from '../../../../domain/model/state.ts';
import { formatTimeOfDay } from '../../../../domain/timing/local-time.ts';
import type { EpochMs } from '../../../../domain/units.ts';
import { RunningClock } from '../../../timing/clocks/running-clock.tsx';
import { RacerCard } from '../../../timing/rows/racer-card.tsx';
import { TapButton } from '../../../timing/taps/tap-button.tsx';
import type { Tap } from '../../../timing/taps/timing-button.tsx';

export interface SplitRowProps {
  readonly entry: Entry;
  /** Null for a racer whose start this phone has not heard of: the tap is kept all the same. */
  readonly startTime: EpochMs | null;
  readonly timeZone: string;
  readonly onTap: Tap;
  /** A question about this racer. */
  readonly chip?: ReactNode;
}

/** A racer who is expected at the point, and the button. */
export const SplitRow = memo(function SplitRow({ entry, startTime, timeZone, onTap, chip }: SplitRowProps) {
  return (
    <RacerCard
      entry={entry}
      isPending={false}
      onShow={null}
      chip={chip}
      action={
        <TapButton
          line={startTime === null ? 'start' : 'finish'}
          word="Passed"
          entry={entry}
          isDisabled={false}
          onTap={onTap}
        >
          {startTime !== null && <RunningClock startTime={startTime} />}
        </TapButton>
      }
    >
      {startTime === null ? 'not started' : `started ${formatTimeOfDay(startTime, timeZone)}`}
    </RacerCard>
  );
});
