import { useMemo } from 'react';
import type { EventState } from '../../../../../domain/events/state.ts';
import { type AdjustedRanking, rankAdjusted } from '../../../../../domain/results/adjusted.ts';
import type { RankedResult } from '../../../../../domain/results/ranking.ts';
import { formatDuration } from '../../../../../domain/timing/format.ts';
import { Choices } from '../../../../ui/choices.tsx';
import { createRememberedSwitch } from '../remembered-switch.ts';
import { useSwitch } from '../use-switch.ts';
import { describeAdjusted, orderWords } from './adjusted-words.ts';

const byActualTime = createRememberedSwitch('pushoff.by-actual-time');

export interface ShownOrder {
  /** Null in an event without a handicap. */
  readonly ranking: AdjustedRanking<RankedResult> | null;
  readonly isAdjusted: boolean;
  /** The other time and rank of each racer, as JSON: the same text while nothing in it has changed. */
  readonly told: string;
}

/** The order that this device shows: by adjusted time, until somebody chooses the other. */
export function useAdjusted(event: EventState, actual: readonly RankedResult[]): ShownOrder {
  const isActual = useSwitch(byActualTime);
  const ranking = useMemo(() => rankAdjusted(event, actual), [event, actual]);
  const isAdjusted = ranking !== null && !isActual;
  const told = useMemo(
    () => JSON.stringify(ranking === null ? [] : [...describeOther(ranking, isAdjusted)]),
    [ranking, isAdjusted],
  );
  return { ranking, isAdjusted, told };
}

/** By racer: what the shown order does not say. */
export function describeOther(
  { ranked, without }: AdjustedRanking<RankedResult>,
  isAdjusted: boolean,
): ReadonlyMap<string, string> {
  return new Map([
    ...ranked.map(({ entry, duration, actualRank, adjusted, rank }): [string, string] => [
      entry.racerId,
      isAdjusted ? `${formatDuration(duration)} actual #${actualRank}` : `${describeAdjusted(adjusted)} #${rank}`,
    ]),
    ...without.map(({ entry }): [string, string] => [entry.racerId, 'no handicap']),
  ]);
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
