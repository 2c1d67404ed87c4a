import { attemptNow, type EventState } from '../../../../domain/model/state.ts';
import { type LeaderboardRow, readLeaderboard } from '../../../../domain/results/read-leaderboard.ts';
import type { ListedEvent } from '../../../../protocol/live.ts';
import type { RunDetails } from '../../../protocol/runs.ts';
import { cutByResult } from './cut.ts';

/** The user's events, those at the time of the run first: mostly the first is the right one. */
export function listEvents(events: readonly ListedEvent[], timestamp: number | null, search: string): ListedEvent[] {
  const wanted = search.trim().toLowerCase();
  const found = events.filter(({ deletedAt, name }) => deletedAt === null && name.toLowerCase().includes(wanted));
  if (timestamp === null) return found.toSorted((one, other) => other.createdAt - one.createdAt);
  const farFrom = ({ createdAt }: ListedEvent) => Math.abs(createdAt - timestamp * 1000);
  return found.toSorted((one, other) => farFrom(one) - farFrom(other));
}

export interface RacerChoice {
  readonly racer: LeaderboardRow;
  /** Whether the recording was running from the start of this racer to the finish. */
  readonly fits: boolean;
}

/** Racers with a result; those whose times lie in the recording first. */
export function listRacers(event: EventState, details: RunDetails): RacerChoice[] {
  const choices = readLeaderboard(event, { of: attemptNow(event), by: 'actual' }).ranked.map((racer): RacerChoice => {
    const { startTime, finishTime } = racer;
    const cut = cutByResult(details, { startTime: startTime!, finishTime: finishTime! });
    return { racer, fits: cut.kind === 'cut' && cut.from >= 0 && cut.to <= (details.duration ?? Infinity) };
  });
  return choices.toSorted((one, other) => Number(other.fits) - Number(one.fits));
}
