import { type ComponentType, memo, type ReactNode, useRef } from 'react';
import type { Entry } from '../../../../../domain/events/state.ts';
import { formatClock } from '../../../../../domain/timing/format.ts';
import { formatTimeOfDay } from '../../../../../domain/timing/local-time.ts';
import type { EntryResult } from '../../../../../domain/results/entry-result.ts';
import type { DurationMs, EpochMs } from '../../../../../domain/units.ts';
import { BoardSection } from './board-section.tsx';
import { RacerCard } from '../rows/racer-card.tsx';
import { type ChipOf, type DoneProps, isIn, RacerList, type RacerListProps } from '../rows/racer-list.tsx';
import type { ShowDetails } from '../rows/racer-name.tsx';
import { RunningClock } from '../clocks/running-clock.tsx';
import type { Tap, TapButtonProps } from '../taps/timing-button.tsx';

/** What a row says of a racer's standing on the course: see `useChases`. */
export interface ChaseWords {
  /** '2nd of 7 at Bridge · '; empty before the first point. */
  readonly place: string;
  /** The time since the start that would lead; null where nobody has set one. */
  readonly until: DurationMs | null;
  /** 'at Top '; empty for the finish. */
  readonly where: string;
}

export interface OnCourseProps {
  readonly racers: readonly EntryResult[];
  readonly timeZone: string;
  readonly best: DurationMs | null;
  /** How racers stand at the points of the course. */
  readonly chases?: ReadonlyMap<string, ChaseWords> | undefined;
  readonly pendingIds: ReadonlySet<string>;
  readonly Button: ComponentType<TapButtonProps>;
  readonly isDisabled: boolean;
  readonly onTap: Tap;
  readonly onShow: ShowDetails | null;
  /** The text when no racer is on course. */
  readonly empty: string;
  readonly Done?: ComponentType<DoneProps>;
  readonly chipOf?: ChipOf;
  readonly KeepFocus?: RacerListProps['KeepFocus'];
}

export function OnCourse({ racers, best, chases, pendingIds, empty, Done, chipOf, KeepFocus, ...rest }: OnCourseProps) {
  return (
    <BoardSection title="Racers On Course" aside={racers.length > 1 ? 'next expected first' : undefined} empty={empty}>
      {racers.length > 0 && (
        <RacerList racers={racers} KeepFocus={KeepFocus}>
          {(racer) =>
            Done && !isIn(racer, 'on-course') ? (
              <Done racer={racer} line="finish" />
            ) : (
              <OnCourseRow
                entry={racer.entry}
                startTime={racer.startTime!}
                {...(chases?.get(racer.entry.racerId) ?? { until: best })}
                isPending={racer.start !== null && pendingIds.has(racer.start.id)}
                chip={chipOf?.(racer.entry.racerId)}
                {...rest}
              />
            )
          }
        </RacerList>
      )}
    </BoardSection>
  );
}

interface RowProps extends Pick<OnCourseProps, 'timeZone' | 'Button' | 'isDisabled' | 'onTap' | 'onShow'> {
  readonly until: DurationMs | null;
  readonly place?: string;
  readonly where?: string;
  readonly entry: Entry;
  readonly startTime: EpochMs;
  readonly isPending: boolean;
  readonly chip: ReactNode;
}

const OnCourseRow = memo(function OnCourseRow(props: RowProps) {
  const { entry, startTime, timeZone, until, place, where, isPending, chip, Button, isDisabled, onTap, onShow } = props;
  const toLead = useRef<HTMLSpanElement>(null);
  return (
    <RacerCard
      entry={entry}
      isPending={isPending}
      onShow={onShow}
      chip={chip}
      action={
        <Button line="finish" entry={entry} isDisabled={isDisabled} onTap={onTap}>
          <RunningClock startTime={startTime} toLead={toLead} until={until} />
        </Button>
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
});
