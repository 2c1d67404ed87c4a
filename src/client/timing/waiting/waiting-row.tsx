import { memo } from 'react';
import { type EventState, type Tap, timeOf } from '../../../domain/model/state.ts';
import type { Likely } from '../../../domain/results/likely.ts';
import { Button } from '../../ui/button.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TrashIcon } from '../../ui/tool-icons.tsx';
import { PendingMark } from '../rows/pending-mark.tsx';
import { RacerChip } from './racer-chip.tsx';
import { formatTapTime, nameRacer } from '../../event/racer-words.ts';

/** The steps with a tap; all of them can be taken back. */
export interface TapSteps {
  readonly give: (tapId: string, racerId: string | null) => void;
  readonly choose: (tapId: string) => void;
  readonly throwAway: (tapId: string) => void;
  readonly bringBack: (tapId: string) => void;
}

export interface WaitingRowProps {
  readonly tap: Tap;
  readonly likely: readonly Likely[];
  /** Racers of `likely` who have got a time meanwhile. */
  readonly gone: ReadonlySet<string>;
  readonly racer: EventState['entries'][string] | null;
  readonly timeZone: string;
  readonly isPending: boolean;
  readonly steps: TapSteps;
}

/** Most chips in a row: more would be narrower than a thumb on a phone. */
export const MOST_CHIPS = 3;

/** A time that waits for its racer; once it has one, what was done with it. */
export const WaitingRow = memo(function WaitingRow(props: WaitingRowProps) {
  const { tap, likely, gone, racer, timeZone, isPending, steps } = props;
  const time = formatTapTime(timeOf(tap), timeZone);
  if (racer !== null || tap.undone) return <DoneRow {...props} time={time} />;
  return (
    <li className="flex h-30 flex-col gap-1 border-b border-line px-4 pt-1 pb-2 @[40rem]:h-20 @[40rem]:flex-row @[40rem]:items-center @[40rem]:gap-4">
      <div className="flex items-center gap-2 @[40rem]:w-52 @[40rem]:shrink-0">
        <span className="digits flex-1 text-20 font-[720]">
          {isPending && <PendingMark />}
          {time}
        </span>
        <IconButton label={`Discard ${time}`} className="-my-1 size-11!" onClick={() => steps.throwAway(tap.id)}>
          <TrashIcon className="size-5" />
        </IconButton>
      </div>
      {/* With large text two racers fit beside the choice of all. */}
      <div className="grid flex-1 auto-cols-fr grid-flow-col gap-2 @max-[16rem]:[&>:nth-child(3):not(:last-child)]:hidden">
        {likely.slice(0, MOST_CHIPS).map(({ racer: { entry } }) => (
          <RacerChip
            key={entry.racerId}
            entry={entry}
            time={time}
            isGone={gone.has(entry.racerId)}
            onGive={(racerId) => steps.give(tap.id, racerId)}
          />
        ))}
        <Button
          className="min-h-16 px-1! text-[min(0.875rem,4.5cqw)]!"
          aria-label={likely.length === 0 ? `Choose a racer for ${time}` : `Other… racer for ${time}`}
          onClick={() => steps.choose(tap.id)}
        >
          {likely.length === 0 ? 'Choose a racer' : 'Other…'}
        </Button>
      </div>
    </li>
  );
});

function DoneRow({ tap, racer, steps, time }: WaitingRowProps & { readonly time: string }) {
  const said = racer === null ? 'Discarded' : nameRacer(racer);
  return (
    <li className="flex h-30 items-center gap-3 border-b border-line bg-soft px-4 @[40rem]:h-20">
      {!tap.undone && <CheckIcon className="size-5 text-good" />}
      <p className="min-w-0 flex-1">
        <span className="digits block truncate text-16 text-ink-2">{time}</span>
        <span dir="auto" className="block truncate text-18 font-[650]">
          {tap.undone ? 'Discarded' : said}
        </span>
      </p>
      <Button
        className="px-3!"
        aria-label={tap.undone ? `Bring back ${time}` : `Undo: ${time} to ${said}`}
        onClick={() => (tap.undone ? steps.bringBack(tap.id) : steps.give(tap.id, null))}
      >
        {tap.undone ? 'Bring back' : 'Undo'}
      </Button>
    </li>
  );
}
