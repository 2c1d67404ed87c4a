import { useMemo } from 'react';
import type { Line } from '../../../../domain/model/lines.ts';
import { type EventState, type Tap, timeOf } from '../../../../domain/model/state.ts';
import { byTime } from '../../../../domain/results/likely.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TrashIcon } from '../../../ui/tool-icons.tsx';
import { formatTapTime, nameRacer } from '../../../event/racer-words.ts';
import type { TapSteps } from '../../../timing/waiting/waiting-row.tsx';

export interface GivenListProps {
  readonly event: EventState;
  readonly line: Line;
  readonly steps: TapSteps;
}

/** Older ones are in the history. */
const MOST_SHOWN = 50;

/** Times of this line that were given or thrown away, the newest first. */
export function listGiven({ taps }: EventState, line: Line): Tap[] {
  return Object.values(taps)
    .filter((tap) => tap.line === line && (tap.racerId !== null || tap.undone))
    .toSorted((one, other) => byTime(other, one));
}

export function GivenList({ event, line, steps }: GivenListProps) {
  const given = useMemo(() => listGiven(event, line).slice(0, MOST_SHOWN), [event, line]);
  if (given.length === 0) {
    return <p className="m-auto max-w-[36ch] px-6 text-center text-ink-2">No time here has a racer yet.</p>;
  }
  return (
    <ul aria-label="Given times" className="min-h-28 flex-1 overflow-y-auto overscroll-contain">
      {given.map((tap) => {
        const time = formatTapTime(timeOf(tap), event.timeZone);
        const entry = tap.racerId === null ? undefined : event.entries[tap.racerId];
        return (
          <li key={tap.id} className="flex items-center gap-x-2 border-b border-line px-4 py-1.5">
            <p className={`min-w-0 flex-1 ${tap.undone ? 'text-ink-2' : ''}`}>
              <span className={`digits block text-14 ${tap.undone ? 'line-through' : 'text-ink-2'}`}>{time}</span>
              <span dir="auto" className="block truncate font-[650]">
                {tap.undone ? 'Discarded' : entry === undefined ? 'Deleted racer' : nameRacer(entry)}
              </span>
            </p>
            {tap.undone ? (
              <Button className="px-3!" aria-label={`Bring back ${time}`} onClick={() => steps.bringBack(tap.id)}>
                Bring back
              </Button>
            ) : (
              <>
                <Button
                  className="px-3!"
                  aria-label={`Give to… another racer: ${time}`}
                  onClick={() => steps.choose(tap.id)}
                >
                  Give to…
                </Button>
                <IconButton label={`Discard ${time}`} onClick={() => steps.throwAway(tap.id)}>
                  <TrashIcon className="size-5" />
                </IconButton>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
