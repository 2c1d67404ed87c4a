import { useCallback, useMemo, useState } from 'react';
import { counted, word } from '../../../../domain/language.ts';
import { countRacers } from '../../../../domain/results/lists.ts';
import { nameLine } from '../../../../domain/results/points.ts';
import { readResults } from '../../../../domain/results/read-results.ts';
import { listUnassigned } from '../../../../domain/results/second-readings.ts';
import { listStillOut, type StillOut } from '../../../../domain/results/still-out.ts';
import { formatTimeOfDay } from '../../../../domain/timing/local-time.ts';
import type { EpochMs } from '../../../../domain/units.ts';
import { GiveTime } from '../../../event/racer/give-time.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { RacerCard } from '../../../timing/rows/racer-card.tsx';
import { WindowList } from '../../../timing/rows/window-list.tsx';
import type { TimerViewProps } from '../../../event/view-list.ts';
import { countOverdue, describeReturn } from './out-words.ts';
import { Seconds, useSeconds } from './seconds.tsx';

/** Racers who have not come back, when each is expected, and where each was seen last. */
export function OutView({ open }: TimerViewProps) {
  const { event, sync } = open;
  const racers = useMemo(() => listStillOut(event), [event]);
  const unnamed = useMemo(() => listUnassigned(event).filter(({ line }) => line !== 'start'), [event]);
  const [given, setGiven] = useState<string | null>(null);
  const { finished } = useMemo(() => countRacers(readResults(event)), [event]);
  const now = useCallback(() => sync.clock.now(), [sync]);
  const placeOf = (line: string) => (line === 'start' ? 'the start' : nameLine(event, line));
  return (
    <Seconds now={now}>
      {racers.length === 0 ? (
        <EmptyState title="Nobody is out">
          {finished > 0 ? 'Everyone who started is back.' : 'Racers appear here once they start.'}
        </EmptyState>
      ) : (
        <>
          <p className="digits -mb-2 flex flex-wrap items-baseline gap-x-4 px-1">
            <span className="text-24 font-[760]">{racers.length} still out</span>
            <OverdueCount racers={racers} />
            {unnamed.length > 0 && (
              <button
                type="button"
                onClick={() => setGiven(unnamed[0]!.id)}
                className="link min-h-11 text-18 font-[720] text-waiting-ink"
              >
                {counted(unnamed.length, 'time', 'times')} to assign
              </button>
            )}
          </p>
          {unnamed.length > 0 && (
            <p className="px-1">Someone in this list may have crossed. A time without a name waits for its racer.</p>
          )}
          <WindowList label="Racers who are still out" rows={racers} keyOf={({ racer }) => racer.entry.racerId}>
            {(racer) => <OutRow out={racer} place={placeOf(racer.seen.line)} timeZone={event.timeZone} />}
          </WindowList>
          <p className="px-1 text-14 text-ink-2">
            Expected: the median time of the others from the same point. Overdue: 1½ times the slowest, once three are
            in.
          </p>
        </>
      )}
      {given !== null && <GiveTime open={open} tapId={given} onClose={() => setGiven(null)} />}
    </Seconds>
  );
}

function OverdueCount({ racers }: { readonly racers: readonly StillOut[] }) {
  const write = useCallback(
    (element: HTMLElement, now: EpochMs) => {
      const count = countOverdue(racers, now);
      element.hidden = count === 0;
      setText(element, `${count} ${word('overdue')}`);
    },
    [racers],
  );
  return <span ref={useSeconds<HTMLSpanElement>(write)} role="status" className="text-18 font-[720] text-danger" />;
}

interface OutRowProps {
  readonly out: StillOut;
  readonly place: string;
  readonly timeZone: string;
}

function OutRow({ out, place, timeZone }: OutRowProps) {
  const { racer, seen } = out;
  const write = useCallback(
    (element: HTMLElement, now: EpochMs) => {
      const { text, isOverdue } = describeReturn(out, now, timeZone);
      setText(element, text);
      element.toggleAttribute('data-overdue', isOverdue);
    },
    [out, timeZone],
  );
  return (
    <RacerCard
      entry={racer.entry}
      isPending={false}
      onShow={null}
      action={
        <p
          ref={useSeconds<HTMLParagraphElement>(write)}
          className="digits max-w-32 shrink-0 text-end text-14 leading-5 font-[650] text-ink-2 data-overdue:font-[760] data-overdue:text-danger"
        />
      }
    >
      last seen at <bdi>{place}</bdi>, {formatTimeOfDay(seen.at, timeZone)}
    </RacerCard>
  );
}

/** Writes a text only where it changes: a screen reader would read the same words again. */
function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
