import type { ReactNode } from 'react';
import type { EventState } from '../../../domain/model/state.ts';
import { categoryOf } from '../../../domain/results/categories.ts';
import { ownOrder } from '../../../domain/results/leaderboard.ts';
import type { Leaderboard } from '../../../domain/results/read-leaderboard.ts';
import { readResults } from '../../../domain/results/read-results.ts';
import { readTeams } from '../../../domain/results/read-teams.ts';
import { type EpochMs, epochMs } from '../../../domain/units.ts';
import { describeOrder, figureOf } from '../../leaderboard/shown-order.ts';
import { placeOf } from '../../leaderboard/time-and-gap.ts';
import { describeGap, describeLack, describeScore } from '../../leaderboard/team-words.ts';
import type { ScreenSettings } from './read-settings.ts';
import { Racer, ToCheck } from './screen-parts.tsx';

/** The category of the address; null where nobody is in it, or the owner does not show categories. */
export function chosenCategory(event: EventState, { category }: ScreenSettings): string | null {
  const isOne = Object.values(event.entries).some((entry) => !entry.removed && categoryOf(event, entry) === category);
  return isOne ? category : null;
}

/** One line of the board: a racer, or a team where teams are ranked. */
export interface Line {
  readonly key: string;
  readonly place: string;
  readonly name: ReactNode;
  readonly figure: string;
  readonly under: string;
  readonly finishTime: EpochMs | null;
}

/**
 * Teams are ranked where everybody sees them, and they start together or the address asks for them; in a category its racers
 * are.
 */
export function showsTeams(
  { format }: EventState,
  { category }: Leaderboard,
  { ranking }: Pick<ScreenSettings, 'ranking'>,
): boolean {
  if (category !== null || format.teams === null || !format.shows.includes(format.teams.of)) return false;
  return ranking === null ? ownOrder(format) === 'team' : ranking === 'teams';
}

export function listLines(event: EventState, board: Leaderboard, settings: ScreenSettings): Line[] {
  if (showsTeams(event, board, settings)) return listTeamLines(event);
  const words = figureOf(event, board);
  return board.ranked.map((racer) => {
    const [figure, under] = words(racer);
    const { entry, finishTime, isToCheck } = racer;
    const name = (
      <>
        <Racer entry={entry} className="flex-1 font-[650]" />
        {isToCheck && <ToCheck />}
      </>
    );
    return { key: entry.racerId, place: placeOf(racer), name, figure, under, finishTime };
  });
}

/** The teams that have a result, then those on their way to one. */
export function listTeamLines(event: EventState): Line[] {
  const rules = event.format.teams!;
  const finishes = new Map(readResults(event).map(({ entry, finishTime }) => [entry.racerId, finishTime]));
  const teams = readTeams(event)!;
  const { unit } = event.precision;
  const best = teams[0]?.score ?? null;
  return teams.map((team) => {
    const times = team.members.flatMap(({ racerId, counts }) => (counts ? (finishes.get(racerId) ?? []) : []));
    return {
      key: team.key,
      place: team.rank === null ? '–' : `#${team.rank}`,
      name: (
        <span dir="auto" className="min-w-0 flex-1 truncate font-[650]">
          {team.name}
        </span>
      ),
      figure: team.score === null ? '' : describeScore(team.score, rules, unit),
      under: team.score === null ? describeLack(team, rules) : (describeGap(team, best, rules, unit) ?? ''),
      finishTime: times.length === 0 ? null : epochMs(Math.max(...times)),
    };
  });
}

export function describeShown(event: EventState, board: Leaderboard, settings: ScreenSettings): string {
  const { teams } = event.format;
  if (showsTeams(event, board, settings)) return teams!.of === 'team' ? 'Teams' : 'Clubs';
  return ownOrder(event.format) === 'team' ? 'Racers' : describeOrder(event, board);
}
