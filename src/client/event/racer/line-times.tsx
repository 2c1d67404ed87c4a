import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { EventCommandBody } from '../../../domain/events/commands.ts';
import { describeDifference, keepReading, listChoices, readingsOf } from '../../../domain/events/describe-readings.ts';
import type { Line } from '../../../domain/model/lines.ts';
import { type EventState, type Tap, timeOf } from '../../../domain/model/state.ts';
import { nameLine } from '../../../domain/results/points.ts';
import { formatExactTime } from '../../../domain/timing/parse-time.ts';
import type { EpochMs } from '../../../domain/units.ts';
import { Button } from '../../ui/button.tsx';
import { showUndo } from '../../ui/undo-bar.tsx';
import type { OpenEvent } from '../event-context.ts';
import { CorrectTime } from './correct-time.tsx';
import { MoveToRun } from './move-to-run.tsx';
import { Reading } from './reading.tsx';
import { recordWithUndo } from '../record.ts';

export interface LineTimesProps {
  readonly open: OpenEvent;
  readonly racerId: string;
  readonly line: Line;
  readonly attempt: number;
  readonly onGive: (tapId: string) => void;
}

/** A split point is called by its own name. */
function wordsOf(event: EventState, line: Line): { readonly title: string; readonly none: string } {
  if (line === 'start') return { title: 'Start', none: 'Not started.' };
  if (line === 'finish') return { title: 'Finish', none: 'Not finished.' };
  return { title: nameLine(event, line), none: 'Not seen here.' };
}

/** All taps ever made for one racer on one line, and the actions on them. */
export function LineTimes({ open, racerId, line, attempt, onGive }: LineTimesProps) {
  const { event, sync, eventId } = open;
  const { timeZone } = event;
  const { title, none } = wordsOf(event, line);
  const [isTyping, setIsTyping] = useState(false);
  const typingRef = useFocusAfter(isTyping);
  const { counting, second, undone } = readingsOf(event, racerId, line, attempt);
  const mayTime = open.may('time');
  const record = (body: EventCommandBody) => sync.recordForEvent(eventId, body);
  const time = (at: EpochMs) => formatExactTime(at, timeZone);

  function correct(tap: Tap, to: EpochMs | null): void {
    const step = (at: EpochMs | null) => ({ type: 'tap.correct', tapId: tap.id, to: at }) as const;
    recordWithUndo(
      open,
      to === null ? 'Correction taken back' : `Corrected to ${time(to)}`,
      step(to),
      step(tap.corrected),
    );
  }

  /** Enters a time where there was no tap, as a tap of its own: the history must show that it was made by hand. */
  async function enter(to: EpochMs): Promise<void> {
    const { command } = await record({ type: 'tap.record', line, run: attempt, racerId });
    await record({ type: 'tap.correct', tapId: command.id, to });
    const undo = () => void record({ type: 'tap.undo', tapId: command.id });
    showUndo({ message: `${title} set to ${time(to)}`, undo });
  }

  /** Makes one reading count and takes the others back: two that only change places would be asked about for ever. */
  function choose(tap: Tap): void {
    const { steps, back } = keepReading(event, listChoices(event, racerId, line, attempt), tap);
    recordWithUndo(open, `${title}: ${time(timeOf(tap))} counts`, steps, back);
  }

  function undo(tap: Tap): void {
    const { id: tapId } = tap;
    recordWithUndo(open, `${title} taken back`, { type: 'tap.undo', tapId }, { type: 'tap.redo', tapId });
  }

  return (
    <section aria-label={title} className="rounded-card border border-line p-4">
      <h3 className="text-14 font-[650] text-ink-2">{title}</h3>
      {counting === null ? <p className="mt-1 text-18">{none}</p> : <Reading open={open} tap={counting} isMain />}
      {isTyping ? (
        <CorrectTime
          label={`${title} time`}
          timeZone={timeZone}
          from={counting === null ? sync.clock.now() : timeOf(counting)}
          onCancel={() => setIsTyping(false)}
          onCorrect={(to) => {
            setIsTyping(false);
            if (counting === null) void enter(to);
            else correct(counting, to);
          }}
        />
      ) : (
        mayTime && (
          <div className="mt-3 flex flex-wrap gap-2">
            <Button ref={typingRef} className="px-4!" onClick={() => setIsTyping(true)}>
              {counting === null ? `Enter the ${nameLine(event, line)} by hand` : 'Correct'}
            </Button>
            {counting !== null && counting.corrected !== null && (
              <Button className="px-4!" onClick={() => correct(counting, null)}>
                Take correction back
              </Button>
            )}
            {counting !== null && (
              <Button
                className="px-4!"
                aria-label={`Give this time to…, ${nameLine(event, line)}`}
                onClick={() => onGive(counting.id)}
              >
                Give this time to…
              </Button>
            )}
            {counting !== null && <MoveToRun open={open} tap={counting} />}
            {counting !== null && (
              <Button variant="quiet" className="px-4! text-danger!" onClick={() => undo(counting)}>
                Undo {nameLine(event, line)}
              </Button>
            )}
          </div>
        )
      )}
      {mayTime && second.length > 0 && (
        <Readings title={counting === null ? 'Times not used' : 'Other times'}>
          {second.map(({ tap, difference }) => (
            <li key={tap.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <Reading open={open} tap={tap} difference={difference === null ? null : describeDifference(difference)} />
              <Button aria-label={`Use this time: ${time(timeOf(tap))}`} onClick={() => choose(tap)}>
                Use this time
              </Button>
              <MoveToRun open={open} tap={tap} />
              <Button
                variant="quiet"
                aria-label={`Give this time to…: ${time(timeOf(tap))}`}
                onClick={() => onGive(tap.id)}
              >
                Give this time to…
              </Button>
            </li>
          ))}
        </Readings>
      )}
      {mayTime && undone.length > 0 && (
        <Readings title="Taken back">
          {undone.map((tap) => (
            <li key={tap.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <Reading open={open} tap={tap} />
              <Button
                aria-label={`Bring back: ${time(timeOf(tap))}`}
                onClick={() => void record({ type: 'tap.redo', tapId: tap.id })}
              >
                Bring back
              </Button>
            </li>
          ))}
        </Readings>
      )}
    </section>
  );
}

function Readings({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="mt-4 border-t border-line pt-3">
      <h4 className="text-14 font-[650] text-ink-2">{title}</h4>
      <ul className="divide-y divide-line">{children}</ul>
    </div>
  );
}

/** A field that was opened from a button gives focus back to it. */
function useFocusAfter(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}
