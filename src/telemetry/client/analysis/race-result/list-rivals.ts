import type { EventState } from '../../../../domain/model/state.ts';
import type { SamePersons } from '../../../../domain/racers/persons.ts';
import { readLeaderboard } from '../../../../domain/results/read-leaderboard.ts';
import { formatDuration } from '../../../../domain/timing/format.ts';
import type { EventRuns } from '../../../../protocol/event-reads.ts';
import { findStandIn } from './find-stand-in.ts';

export interface Rival {
  readonly runId: string;
  readonly name: string;
  readonly time: string;
}

/** The runs of a race but this one, in the order of its board, each beside the time of its racer. */
export function listRivals(
  event: EventState,
  runs: EventRuns['runs'],
  ownRunId: string,
  same: SamePersons,
): readonly Rival[] {
  const standIn = findStandIn(event, same);
  return readLeaderboard(event).ranked.flatMap(({ entry, duration }) =>
    runs
      .filter(({ racerId, runId }) => standIn(racerId) === entry.racerId && runId !== ownRunId)
      .map(({ runId }) => ({ runId, name: entry.name, time: formatDuration(duration) })),
  );
}
