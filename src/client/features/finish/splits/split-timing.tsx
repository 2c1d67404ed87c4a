import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { Line } from '../../../../domain/model/lines.ts';
import { attemptNow, slotOf, type Tap, timeOf } from '../../../../domain/model/state.ts';
import type { AtPoint, PointBoard } from '../../../../domain/results/split-board.ts';
import { isExpectedSoon } from '../../../../domain/results/expected-soon.ts';
import { countingTap } from '../../../../domain/results/read-results.ts';
import { formatDuration } from '../../../../domain/timing/format.ts';
import { formatTimeOfDay } from '../../../../domain/timing/local-time.ts';
import { TickerContext, useTicker } from '../../../timing/clocks/ticker-context.ts';
import { CloseUpButton } from '../../../timing/hold/close-up-button.tsx';
import { DoneCard } from '../../../timing/hold/done-card.tsx';
import { KeepInPlace } from '../../../timing/hold/keep-in-place.tsx';
import { useHeldLists } from '../../../timing/hold/use-held-lists.ts';
import { WindowList } from '../../../timing/rows/window-list.tsx';
import { countWaitingTaps, describeNoSignal, useHasSignal } from '../../../timing/no-signal.ts';
import { useQuestionChips } from '../../../timing/taps/use-question-chips.tsx';
import { watchPlaces } from '../../../timing/taps/button-places.ts';
import { watchFingers } from '../../../timing/taps/fingers.ts';
import { TapButton } from '../../../timing/taps/tap-button.tsx';
import { hasTimed, useUnsureTaps } from '../../../timing/taps/use-unsure-taps.ts';
import { useWakeLock } from '../../../timing/use-wake-lock.ts';
import { withRun } from '../../../event/with-run.ts';
import type { OpenEvent } from '../../../event/event-context.ts';
import { ViewPage } from '../../../event/view-page.tsx';
import { SplitRow } from './split-row.tsx';
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
  const held = useHeldLists(
    useMemo(() => ({ onCourse: wanted, inactive: NOBODY }), [wanted]),
    {
      isSomeoneExpected: () => isExpectedSoon(event, [point.line], sync.clock.now()),
      isInactiveInSight: () => false,
    },
  );
  const ids = held.onCourse;
  const racers = new Map([...expected, ...waiting].map((racer) => [racer.entry.racerId, racer]));
  const passed = new Map(ranked.map((each) => [each.racer.entry.racerId, each]));
  const noSignal = useHasSignal() ? null : describeNoSignal(countWaitingTaps(open));
  const area = useRef<HTMLDivElement>(null);
  const isHere = useCallback((line: Line) => line === point.line, [point.line]);
  const chips = useQuestionChips(event, sync, isHere).byRacer;
  useUnsureTaps({ sync, eventId, point: point.line });
  useEffect(watchFingers, []);
  useEffect(() => watchPlaces(area.current!), []);
  useWakeLock(expected.length > 0);

  return (
    <TickerContext value={ticker}>
      <ViewPage title={withRun(point.name, event)} name={event.name} onClose={onClose} back="Back to the splits">
        <div data-timing-screen className="-mb-2 flex h-10 items-center gap-3 overflow-hidden px-1">
          <p role="status" className="digits min-w-0 text-14 leading-5 text-ink-2">
            {noSignal ?? `${ranked.length} passed · ${expected.length} still to come`}
          </p>
          <CloseUpButton count={held.changed.size} />
        </div>
        <div ref={area} data-timing-area>
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
                  return (
                    <SplitRow
                      entry={entry}
                      startTime={racer.startTime}
                      timeZone={event.timeZone}
                      chip={chips.get(racerId)}
                      onTap={onTap}
                    />
                  );
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
                    again={
                      hasTimed(event, sync.deviceId(), { racerId, line: point.line }) ? null : (
                        <TapButton line="finish" word="Passed" entry={entry} isDisabled={false} isAgain onTap={onTap} />
                      )
                    }
                  >
                    {describePassed(tap, passed.get(racerId), event.timeZone)}
                  </DoneCard>
                );
              }}
            </WindowList>
          )}
        </div>
        <KeepInPlace
          order={ids.join()}
          done={[...held.changed.keys()].join()}
          query=""
          tappedList={noList}
          wasEndedByTap={never}
        />
      </ViewPage>
    </TickerContext>
  );
}

const NOBODY: readonly string[] = [];
const noList = () => null;
const never = () => false;

function describePassed(tap: Tap | null, place: AtPoint | undefined, timeZone: string): string {
  if (tap === null) return 'not on course any more';
  return place === undefined ? formatTimeOfDay(timeOf(tap), timeZone) : formatDuration(place.elapsed);
}
