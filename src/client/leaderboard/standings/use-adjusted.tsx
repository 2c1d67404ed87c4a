import type { EventState } from '../../../domain/model/state.ts';
import { type Leaderboard, readLeaderboard } from '../../../domain/results/read-leaderboard.ts';
import { formatDuration } from '../../../domain/timing/format.ts';
import { Choices } from '../../ui/choices.tsx';
import { createRememberedSwitch } from '../../event/remembered-switch.ts';
import { useSwitch } from '../../event/use-switch.ts';
import { describeAdjusted, orderWords } from '../adjusted-words.ts';

const byActualTime = createRememberedSwitch('pushoff.by-actual-time');

/** The order that this device shows: by adjusted time where there are handicaps, until somebody chooses the other. */
export function useOrder({ format }: Pick<EventState, 'format'>): Leaderboard['by'] {
  const isActual = useSwitch(byActualTime);
  return format.handicap !== null && !isActual ? 'adjusted' : 'actual';
}

/** Figures that the shown order leaves out, for each racer: the other time and its rank. */
export function describeOther(event: EventState, by: Leaderboard['by']): readonly (readonly [string, string])[] {
  if (event.format.handicap === null) return [];
  const { ranked, without } = readLeaderboard(event, { by: 'adjusted' });
  return [
    ...ranked.map(({ entry, duration, unit, actualRank, adjusted, rank }) => {
      const actual = `${formatDuration(duration, unit)} actual #${actualRank}`;
      return [entry.racerId, by === 'adjusted' ? actual : `${describeAdjusted(adjusted!, unit)} #${rank}`] as const;
    }),
    ...without.map(({ entry }) => [entry.racerId, 'no handicap'] as const),
  ];
}

/** Which order is shown, and the way to the other. */
export function OrderSwitch({ event, isAdjusted }: { readonly event: EventState; readonly isAdjusted: boolean }) {
  const { label, says } = orderWords[event.format.handicap ?? 'time'];
  return (
    <>
      <Choices
        label="Order of the leaderboard"
        layout="line"
        chosen={isAdjusted ? 'adjusted' : 'actual'}
        options={[
          { id: 'adjusted', label },
          { id: 'actual', label: 'Actual time' },
        ]}
        onChoose={(chosen) => byActualTime.set(chosen === 'actual')}
      />
      <p className="px-1 text-14 text-ink-2">{isAdjusted ? says : 'Ranked by actual time.'}</p>
    </>
  );
}
