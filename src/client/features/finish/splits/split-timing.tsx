import { type ReactNode, useCallback, useMemo, useRef } from 'react';
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
import { walkKeys } from '../../../timing/keys/screen-keys.ts';
import { useScreenKeys, useWalk } from '../../../timing/keys/use-screen-keys.ts';
import { KeepInPlace } from '../../../timing/hold/keep-in-place.tsx';
import { useHeldLists } from '../../../timing/hold/use-held-lists.ts';
import { WindowList } from '../../../timing/rows/window-list.tsx';
import { useNoSignal } from '../../../timing/no-signal.ts';
import { RefusedChip } from '../../../timing/taps/refused-chip.tsx';
import { RefusedSummary } from '../../../timing/taps/refused-summary.tsx';
import { refusedWords, useRefusedTaps } from '../../../timing/taps/refused-taps.ts';
import { TapButton } from '../../../timing/taps/tap-button.tsx';
import { notKept } from '../../../timing/taps/tap-words.ts';
import type { Tap as TimeRacer } from '../../../timing/taps/timing-button.tsx';
import { useExplainRefused } from '../../../timing/taps/use-explain-refused.ts';
import { useQuestionChips } from '../../../timing/taps/use-question-chips.tsx';
import { useRecorder } from '../../../timing/taps/use-recorder.ts';
import { hasTimed, useUnsureTaps } from '../../../timing/taps/use-unsure-taps.ts';
import { useTimingScreen } from '../../../timing/use-timing-screen.ts';
import { useStable } from '../../../ui/use-stable.ts';
import { withRun } from '../../../event/with-run.ts';
import type { OpenEvent } from '../../../event/event-context.ts';
import { ViewPage } from '../../../event/view-page.tsx';
import { SplitRow } from './split-row.tsx';

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
  const record = useRecorder({ sync, eventId });
  const onTap = useStable<Parameters<TimeRacer>, Promise<void>>(async ({ racerId, name }, _line, timeStamp) => {
    await record({ racerIds: [racerId], line: point.line, timeStamp, feedback: 'start', lost: notKept(name) });
  });
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
  const noSignal = useNoSignal(open);
  const area = useRef<HTMLDivElement>(null);
  const isHere = useCallback((line: Line) => line === point.line, [point.line]);
  const questions = useQuestionChips(event, sync, isHere).byRacer;
  const refused = useRefusedTaps(sync, event, isHere);
  const explain = useExplainRefused(sync, event);
  const chips = useMemo(() => {
    const all = new Map<string, ReactNode>(questions);
    for (const tap of refused) {
      if (tap.racerId === null) continue;
      const label = refusedWords(tap.line);
      all.set(tap.racerId, <RefusedChip key={tap.tapId} label={label} tap={tap} onExplain={explain} />);
    }
    return all;
  }, [questions, refused, explain]);
  // A racer who was removed, or who is held as done, has no row to say it in.
  const elsewhere = refused.filter(({ racerId }) => racerId === null || !racers.has(racerId));
  useUnsureTaps({ sync, eventId, point: point.line, record });
  useScreenKeys(area, walkKeys(useWalk(area)));
  useTimingScreen(area, { isAwake: expected.length > 0, isTimed: ranked.length > 0 });

  return (
    <TickerContext value={ticker}>
      <ViewPage
        isTimed
        title={withRun(point.name, event)}
        name={event.name}
        onClose={onClose}
        back="Back to the splits"
      >
        <div data-timing-screen className="-mb-2 flex h-10 lying:h-8 items-center gap-3 overflow-hidden px-1">
          <p role="status" className="digits min-w-0 text-14 leading-5 text-ink-2">
            {noSignal ?? `${ranked.length} passed · ${expected.length} still to come`}
          </p>
          <div className="min-w-0">
            <RefusedSummary open={open} refused={elsewhere} />
          </div>
          <CloseUpButton count={held.changed.size} />
        </div>
        <div ref={area} data-timing-area>
          {ids.length === 0 ? (
            <p className="rounded-card border border-dashed border-line-strong px-4 py-6 text-center text-ink-2">
              Everyone has passed.
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
  return place === undefined ? formatTimeOfDay(timeOf(tap), timeZone) : formatDuration(place.elapsed, place.racer.unit);
}
