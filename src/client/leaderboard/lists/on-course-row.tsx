import { memo, type ReactNode, useRef } from 'react';
import type { Entry } from '../../../domain/model/state.ts';
import { formatClock } from '../../../domain/timing/format.ts';
import { formatTimeOfDay } from '../../../domain/timing/local-time.ts';
import type { DurationMs, EpochMs } from '../../../domain/units.ts';
import { RacerCard } from '../../timing/rows/racer-card.tsx';
import type { ShowDetails } from '../../timing/rows/racer-name.tsx';
import { RunningClock } from '../../timing/clocks/running-clock.tsx';
import { TapButton } from '../../timing/taps/tap-button.tsx';
import type { Tap } from '../../timing/taps/timing-button.tsx';
import { isSame } from '../../ui/same.ts';

/** What a row says of a racer's standing on the course: see `describeChases`. */
export interface ChaseWords {
  /** '2nd of 7 at Bridge · '; empty before the first point. */
  readonly place: string;
  /** The time since the start that would lead; null where nobody has set one. */
  readonly until: DurationMs | null;
  /** 'at Top '; empty for the finish. */
  readonly where: string;
}

export interface OnCourseRowProps {
  readonly timeZone: string;
  readonly isDisabled: boolean;
  readonly onTap: Tap;
  readonly onShow: ShowDetails | null;
  readonly until: DurationMs | null;
  readonly place?: string;
  readonly where?: string;
  readonly entry: Entry;
  readonly startTime: EpochMs;
  readonly isPending: boolean;
  readonly chip: ReactNode;
}

export const OnCourseRow = memo(function OnCourseRow(props: OnCourseRowProps) {
  const { entry, startTime, timeZone, until, place, where, isPending, chip, isDisabled, onTap, onShow } = props;
  const toLead = useRef<HTMLSpanElement>(null);
  return (
    <RacerCard
      entry={entry}
      isPending={isPending}
      onShow={onShow}
      chip={chip}
      action={
        <TapButton line="finish" entry={entry} isDisabled={isDisabled} onTap={onTap}>
          <RunningClock startTime={startTime} toLead={toLead} until={until} />
        </TapButton>
      }
    >
      {place || `started ${formatTimeOfDay(startTime, timeZone)}`}
      {until !== null && (
        <span ref={toLead}>
          ,{' '}
          <span className="inline-block">
            needs {formatClock(until)} {where}to lead
          </span>
        </span>
      )}
    </RacerCard>
  );
}, isSame);
