import { useCallback, useEffect, useMemo } from 'react';
import { attemptNow, slotOf, type Tap, timeOf } from '../../../../domain/events/state.ts';
import type { AtPoint, PointBoard } from '../../../../domain/results/split-board.ts';
import { countingTap } from '../../../../domain/results/read-results.ts';
import { formatDuration } from '../../../../domain/timing/format.ts';
import { formatTimeOfDay } from '../../../../domain/timing/local-time.ts';
import { TickerContext, useTicker } from '../board/clocks/ticker-context.ts';
import { DoneCard } from '../board/hold/done-card.tsx';
import { WindowList } from '../board/rows/window-list.tsx';
import { countWaitingTaps, describeNoSignal, useHasSignal } from '../board/strip/no-signal.ts';
import { watchFingers } from '../board/taps/fingers.ts';
import { useWakeLock } from '../board/use-wake-lock.ts';
import { withRun } from '../attempts/with-run.ts';
import type { OpenEvent } from '../event-context.ts';
import { ViewPage } from '../views/view-page.tsx';
import { SplitRow } from './split-row.tsx';
import { useHeldList } from './use-held-list.ts';
import { useSplitTap } from './use-split-tap.ts';

export interface SplitTimingProps {
  readonly open: OpenEvent;
  readonly board: PointBoard;
  readonly onClose: () => void;
}

/** The screen of the phone at one point: a button for each racer who is expected there. */
export function SplitTiming({ open, board, onClose }: SplitTimingProps) {
  const { event, sync, eventId } = open;
  const { point, ranked, expected, waiting } = board;
  const ticker = useTicker(useCallback(() => sync.clock.now(), [sync]));
  const onTap = useSplitTap(open, point.line);
  const wanted = useMemo(() => [...expected, ...waiting].map(({ entry }) => entry.racerId), [expected, waiting]);
  const ids = useHeldList(wanted);
  const racers = new Map([...expected, ...waiting].map((racer) => [racer.entry.racerId, racer]));
  const passed = new Map(ranked.map((each) => [each.racer.entry.racerId, each]));
  const noSignal = useHasSignal() ? null : describeNoSignal(countWaitingTaps(open));
  useEffect(watchFingers, []);
  useWakeLock(expected.length > 0);

  return (
    <TickerContext value={ticker}>
      <ViewPage title={withRun(point.name, event)} name={event.name} onClose={onClose} back="Back to the splits">
        <p
          data-timing-screen
          role="status"
          className="digits -mb-2 flex h-10 items-center overflow-hidden px-1 text-14 leading-5 text-ink-2"
        >
          {noSignal ?? `${ranked.length} passed · ${expected.length} still to come`}
        </p>
        {ids.length === 0 ? (
          <p className="rounded-card border border-dashed border-line-strong px-4 py-6 text-center text-ink-2">
            Everybody has passed.
          </p>
        ) : (
          <WindowList label={`Expected at ${point.name}`} rows={ids} keyOf={(racerId) => racerId}>
            {(racerId) => {
              const entry = event.entries[racerId];
              if (entry === undefined) return null;
              const racer = racers.get(racerId);
              if (racer !== undefined)
                return <SplitRow entry={entry} startTime={racer.startTime} timeZone={event.timeZone} onTap={onTap} />;
              const tap = countingTap(event, slotOf(racerId, point.line, attemptNow(event)));
              return (
                <DoneCard
                  entry={entry}
                  isPending={tap !== null && open.shown.pendingIds.has(tap.id)}
                  undo={
                    tap && {
                      label: `Undo ${entry.name}`,
                      run: () => void sync.recordForEvent(eventId, { type: 'tap.undo', tapId: tap.id }),
                    }
                  }
                >
                  {describePassed(tap, passed.get(racerId), event.timeZone)}
                </DoneCard>
              );
            }}
          </WindowList>
        )}
      </ViewPage>
    </TickerContext>
  );
}

function describePassed(tap: Tap | null, place: AtPoint | undefined, timeZone: string): string {
  if (tap === null) return 'not on course any more';
  return place === undefined ? formatTimeOfDay(timeOf(tap), timeZone) : formatDuration(place.elapsed);
}
