import { useLayoutEffect, useRef, useState } from 'react';
import { moveBack } from '../../../../domain/events/describe-reversal.ts';
import type { Line } from '../../../../domain/model/lines.ts';
import { type EventState, slotOf, type Tap, timeOf } from '../../../../domain/model/state.ts';
import { counted } from '../../../../domain/language.ts';
import { MAX_NAMED_PER_COMMAND } from '../../../../protocol/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { Choices } from '../../../ui/choices.tsx';
import { CheckIcon } from '../../../ui/icons.tsx';
import { showUndo } from '../../../ui/undo-bar.tsx';
import type { OpenEvent } from '../../../event/event-context.ts';
import type { NamedLine } from './named-lines.ts';
import { listOwn } from '../../../timing/waiting/list-own.ts';
import { Panel } from '../../../timing/waiting/panel.tsx';
import { formatTapTime, nameRacer } from '../../../event/racer-words.ts';

export interface MoveTimesProps {
  readonly open: OpenEvent;
  readonly from: NamedLine;
  /** The lines to which times can be moved, the likeliest first. */
  readonly targets: readonly NamedLine[];
  readonly chosen: readonly string[];
  readonly onClose: () => void;
}

/** Moves times of this phone that were taken at the wrong line. The newest is the lowest, as in the list of waiting times. */
export function MoveTimes({ open, from, targets, chosen: first, onClose }: MoveTimesProps) {
  const { event } = open;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(first));
  const [line, setLine] = useState<Line>(targets[0]!.line);
  const to = targets.find((target) => target.line === line) ?? targets[0]!;
  const own = listOwn(open, from.line).slice(-MAX_NAMED_PER_COMMAND);
  const moving = own.filter(({ id }) => chosen.has(id));
  const areAll = moving.length === own.length;
  const many = counted(moving.length, 'time', 'times');
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    list.current!.scrollTop = list.current!.scrollHeight;
  }, []);

  async function move(): Promise<void> {
    const { sync, eventId } = open;
    const back = moveBack(moving.map((tap) => ({ tapId: tap.id, from: tap.line, counted: isCounting(event, tap) })));
    onClose();
    const taps = moving.map(({ id: tapId }) => ({ tapId, line: to.line }));
    await sync.recordForEvent(eventId, { type: 'taps.move', taps });
    showUndo({
      message: `${many} moved to ${to.name}`,
      undo: () => void sync.recordForEvent(eventId, { type: 'taps.move', taps: back }),
    });
  }

  function toggle(tapId: string): void {
    const next = new Set(chosen);
    if (!next.delete(tapId)) next.add(tapId);
    setChosen(next);
  }

  return (
    <Panel
      title={`Times taken at ${from.name}`}
      action={
        <Button
          variant="quiet"
          className="px-3! text-14!"
          aria-label={areAll ? 'Choose none' : 'Choose all'}
          onClick={() => setChosen(new Set(areAll ? [] : own.map(({ id }) => id)))}
        >
          {areAll ? 'None' : 'All'}
        </Button>
      }
      onClose={onClose}
    >
      {/* Above the list: a thumb that misses the surface must not move anything. */}
      <div className="flex shrink-0 flex-col gap-2 sm:flex-row">
        {targets.length > 1 && (
          <div className="min-w-0 sm:flex-1 [&_button]:max-w-56 [&_button]:truncate">
            <Choices
              label="Move to"
              layout="line"
              chosen={to.line}
              options={targets.map((target) => ({ id: target.line, label: target.name }))}
              onChoose={setLine}
            />
          </div>
        )}
        <Button
          variant="primary"
          className="digits min-w-0 sm:flex-1"
          disabled={moving.length === 0}
          onClick={() => void move()}
        >
          <span className="truncate">
            Move {many} to {to.name}
          </span>
        </Button>
      </div>
      <ul ref={list} aria-label="Times to move" className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {own.map((tap) => (
          <li key={tap.id} className="border-b border-line">
            {/* A button: Space takes a time here, and a check box knows no other key. */}
            <button
              type="button"
              role="checkbox"
              aria-checked={chosen.has(tap.id)}
              className="group flex min-h-12 w-full items-center gap-3 text-start -outline-offset-2"
              onClick={() => toggle(tap.id)}
            >
              <span className="flex size-6 shrink-0 items-center justify-center rounded-bib border-2 border-line-strong group-aria-checked:border-accent group-aria-checked:bg-accent">
                <CheckIcon className="hidden size-4 text-on-accent group-aria-checked:block" />
              </span>
              <span className="digits shrink-0 text-18 font-[720]">{formatTapTime(timeOf(tap), event.timeZone)}</span>
              <span dir="auto" className="min-w-0 flex-1 truncate text-ink-2">
                {describeRacer(event, tap)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function describeRacer({ entries }: EventState, { racerId }: Tap): string {
  if (racerId === null) return 'waits for a racer';
  const entry = entries[racerId];
  return entry === undefined ? 'Deleted racer' : nameRacer(entry);
}

const isCounting = ({ counting }: EventState, { id, racerId, line, attempt }: Tap): boolean =>
  racerId !== null && counting[slotOf(racerId, line, attempt)] === id;
