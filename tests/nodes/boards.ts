import type { EventState } from '../../src/domain/model/state.ts';
import type { LeaderboardRow } from '../../src/domain/results/read-leaderboard.ts';
import type { Board as WholeBoard } from '../../src/domain/board/board.ts';
import { api } from '../../src/protocol/routes.ts';
import type { Cluster } from '../cluster/two-nodes.ts';

/** The content of a board, in a form that does not depend on the release. */
export interface Board {
  readonly leaderboard: readonly (readonly [rank: number, racerId: string, hundredths: number])[];
  readonly onCourse: readonly string[];
  readonly inactive: readonly string[];
}

type Ranked = readonly Pick<LeaderboardRow, 'rank' | 'entry' | 'duration'>[];

/** Racers who share a rank are listed by fractions of a millisecond in the release before, and by id in this one. */
export const boardOf = (ranked: Ranked, { onCourse, inactive }: WholeBoard): Board => ({
  leaderboard: ranked
    .map(({ rank, entry, duration }) => [rank, entry.racerId, Math.floor(duration / 10)] as const)
    .toSorted(([one, id], [other, otherId]) => one - other || (id < otherId ? -1 : 1)),
  onCourse: onCourse.map(({ entry }) => entry.racerId),
  inactive: inactive.map(({ entry }) => entry.racerId),
});

interface Reader {
  read(event: EventState): Board;
}

/**
 * Asks both nodes at once, until this many answers were at the same change; each answer is read as pages of both
 * releases read it.
 */
export async function compareNodes(
  { nodes }: Cluster,
  { eventId, keys }: { readonly eventId: string; readonly keys: { readonly viewer: string } },
  releases: readonly Reader[],
  wanted: number,
  surprises: string[],
): Promise<number> {
  const path = `${api.event.replace(':eventId', eventId)}?key=${keys.viewer}`;
  let compared = 0;
  for (let tries = 0; compared < wanted && tries < wanted * 20; tries += 1) {
    const events = await Promise.all(nodes.map(({ url }) => readEvent(url + path)));
    if (events.some(({ seq }) => seq !== events[0]!.seq)) continue;
    compared += 1;
    const boards = new Set(releases.flatMap(({ read }) => events.map((event) => JSON.stringify(read(event)))));
    if (boards.size > 1) surprises.push(`two boards at change ${events[0]!.seq}: ${[...boards].join(' and ')}`);
  }
  if (compared < wanted) surprises.push(`only ${compared} of ${wanted} boards of both nodes were of one moment`);
  return compared;
}

async function readEvent(url: string): Promise<EventState> {
  const answer = await fetch(url);
  const text = await answer.text();
  if (answer.status !== 200 || text === '') {
    throw new Error(`${url} answered ${answer.status} with ${text.length} characters: ${text.slice(0, 300)}`);
  }
  return (JSON.parse(text) as { event: EventState }).event;
}
