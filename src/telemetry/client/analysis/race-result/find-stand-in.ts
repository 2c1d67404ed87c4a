import type { EventState } from '../../../../domain/model/state.ts';
import type { SamePersons } from '../../../../domain/racers/persons.ts';
import { findPersons } from '../../../../domain/results/join-persons.ts';
import { readLeaderboard } from '../../../../domain/results/read-leaderboard.ts';

/** Of each racer the one whose result counts for the person in this event: a run may be attached to the other one. */
export function findStandIn(event: EventState, same: SamePersons): (racerId: string) => string {
  const { ranked, without, unranked } = readLeaderboard(event);
  const rows = [...ranked, ...without, ...unranked].flatMap(({ runs }) =>
    runs.map(({ entry, startTime, duration, status }) => ({
      racerId: entry.racerId,
      startAt: startTime,
      publishedMs: duration,
      status,
    })),
  );
  const find = findPersons(rows, same);
  return (racerId) => find(racerId).standIn;
}
