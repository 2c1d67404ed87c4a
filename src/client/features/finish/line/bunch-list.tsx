import { type EventState, type Tap, timeOf } from '../../../../domain/model/state.ts';
import type { Bunch } from '../../../../domain/events/bunches.ts';
import { BunchRow } from './bunch-row.tsx';
import { useBunchDrag } from './use-bunch-drag.ts';
import { formatTapTime, nameRacer } from '../../../event/racer-words.ts';

export interface BunchListProps {
  readonly event: EventState;
  readonly bunches: readonly Bunch[];
  readonly onSwap: (one: Tap, other: Tap) => void;
}

/** Earlier bunches are sorted by 'Give to…'. */
const MOST_SHOWN = 5;

export function BunchList({ event, bunches, onSwap }: BunchListProps) {
  if (bunches.length === 0) {
    return (
      <p className="m-auto max-w-[36ch] px-6 text-center text-ink-2">
        No bunch yet. Here you sort times on this phone that are within 3 s of each other.
      </p>
    );
  }
  return (
    <div className="min-h-28 flex-1 overflow-y-auto overscroll-contain px-4 pb-2">
      <p className="py-1 text-14 text-ink-2">
        {bunches.flat().some(({ racerId }) => racerId !== null)
          ? 'Drag a racer to the right time. The two racers swap.'
          : 'Assign these times under Waiting first. Then swap racers here if the order is wrong.'}
      </p>
      {bunches.slice(0, MOST_SHOWN).map((bunch) => (
        <BunchSorter key={bunch[0]!.id} event={event} bunch={bunch} onSwap={onSwap} />
      ))}
    </div>
  );
}

interface BunchSorterProps extends Omit<BunchListProps, 'bunches'> {
  readonly bunch: Bunch;
}

function BunchSorter({ event, bunch, onSwap }: BunchSorterProps) {
  const { list, handle } = useBunchDrag(bunch.length, (from, to) => onSwap(bunch[from]!, bunch[to]!));
  const first = formatTapTime(timeOf(bunch[0]!), event.timeZone);
  return (
    <ol ref={list} aria-label={`Bunch at ${first}`} className="mb-4 flex flex-col gap-1.5">
      {bunch.map((tap) => {
        const entry = tap.racerId === null ? undefined : event.entries[tap.racerId];
        return (
          <BunchRow
            key={tap.id}
            time={formatTapTime(timeOf(tap), event.timeZone)}
            racer={entry === undefined ? null : nameRacer(entry)}
            handle={handle}
          />
        );
      })}
    </ol>
  );
}
