import type { RaceInfo } from '../../../protocol/compare.ts';

export interface ChosenRaces {
  readonly event: RaceInfo | null;
  readonly other: RaceInfo | null;
  /** The races that `event` can be compared with: those on its course, and all others. */
  readonly same: readonly RaceInfo[];
  readonly others: readonly RaceInfo[];
}

/**
 * `races`: the newest first. Where nothing is said, the newest race is compared with the one before it on the same
 * course: week against week.
 */
export function chooseRaces(races: readonly RaceInfo[], eventId: string | null, otherId: string | null): ChosenRaces {
  const event = eventId === null ? (races[0] ?? null) : (races.find(({ id }) => id === eventId) ?? null);
  const rest = races.filter(({ id }) => id !== event?.id);
  const isSame = ({ courseKey }: RaceInfo) => courseKey !== null && courseKey === event?.courseKey;
  const same = rest.filter(isSame);
  const before = same.find(({ at }) => event !== null && at < event.at) ?? same[0] ?? null;
  const other = otherId === null ? before : (rest.find(({ id }) => id === otherId) ?? null);
  return { event, other, same, others: rest.filter((race) => !isSame(race)) };
}
