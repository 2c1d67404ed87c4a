import { useCallback, useEffect, useMemo } from 'react';
import { type Entry, slotOf, type Tap } from '../../../../domain/events/state.ts';
import type { AtPoint, PointBoard } from '../../../../domain/results/split-board.ts';
import { countingTap } from '../../../../domain/results/read-results.ts';
import { timeOf } from '../../../../domain/events/state.ts';
import { formatDuration } from '../../../../domain/timing/format.ts';
import { formatTimeOfDay } from '../../../../domain/timing/local-time.ts';
import { CheckIcon } from '../../../ui/icons.tsx';
import { TickerContext, useTicker } from '../board/clocks/ticker-context.ts';
import { countWaitingTaps, describeNoSignal, useHasSignal } from '../board/strip/no-signal.ts';
import { watchFingers } from '../board/taps/fingers.ts';
import { useWakeLock } from '../board/use-wake-lock.ts';
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
      <ViewPage title={point.name} name={event.name} onClose={onClose} back="Back to the splits">
        <p data-timing-screen role="status" className="digits -mb-2 px-1 text-14 text-ink-2">
          {noSignal ?? `${ranked.length} passed · ${expected.length} still to come`}
        </p>
        {ids.length === 0 ? (
          <p className="rounded-card border border-dashed border-line-strong px-4 py-6 text-center text-ink-2">
            Everybody has passed.
          </p>
        ) : (
          <ul
            aria-label={`Expected at ${point.name}`}
            className="max-w-3xl overflow-clip rounded-card border border-line bg-card shadow-card"
          >
            {ids.map((racerId) => {
              const entry = event.entries[racerId];
              if (entry === undefined) return null;
              const racer = racers.get(racerId);
              return (
                <li
                  key={racerId}
                  className="flex h-18 items-center gap-3 pr-1 pl-3.5 not-first:border-t not-first:border-line"
                >
                  {racer === undefined ? (
                    <DoneRow
                      entry={entry}
                      tap={countingTap(event, slotOf(racerId, point.line, 1))}
                      place={passed.get(racerId)}
                      timeZone={event.timeZone}
                      onUndo={(tapId) => void sync.recordForEvent(eventId, { type: 'tap.undo', tapId })}
                    />
                  ) : (
                    <SplitRow entry={entry} startTime={racer.startTime} timeZone={event.timeZone} onTap={onTap} />
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </ViewPage>
    </TickerContext>
  );
}

interface DoneRowProps {
  readonly entry: Entry;
  readonly tap: Tap | null;
  readonly place: AtPoint | undefined;
  readonly timeZone: string;
  readonly onUndo: (tapId: string) => void;
}

/** Where the button was there is nothing to press: a second tap out of habit must not take back the first. */
function DoneRow({ entry, tap, place, timeZone, onUndo }: DoneRowProps) {
  return (
    <>
      <div data-done className="min-w-0 flex-1">
        <p dir="auto" className="truncate font-[650] text-ink-2">
          {entry.name}
        </p>
        <p className="digits flex items-center text-14 text-ink-2">
          {tap === null ? (
            'not on course any more'
          ) : (
            <>
              <span className="font-[650] text-ink">
                {place === undefined ? formatTimeOfDay(timeOf(tap), timeZone) : formatDuration(place.elapsed)}
              </span>
              {place !== undefined && <span>&nbsp;· #{place.rank}</span>}
              <button
                type="button"
                aria-label={`Undo ${entry.name}`}
                onClick={() => onUndo(tap.id)}
                className="-my-3 ml-2 flex min-h-11 min-w-14 items-center px-1 font-[720] text-ink underline underline-offset-4"
              >
                Undo
              </button>
            </>
          )}
        </p>
      </div>
      <div className="flex h-16 w-27 shrink-0 items-center justify-center rounded-button bg-soft text-good">
        <CheckIcon className="size-6" />
      </div>
    </>
  );
}
