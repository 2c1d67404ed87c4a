import { expectOf, type Placed, type Race, type Racer, type Ranking } from './oracle.ts';

/** Every race is looked at again beside each later one. */
const known = new WeakMap<Race, Ranking>();
function totalOf(race: Race): Ranking {
  const total = known.get(race) ?? expectOf(race).total;
  known.set(race, total);
  return total;
}

/** The racer that stands for a person, by each other racer who is that person. */
export type Persons = ReadonlyMap<string, string>;

/** NM6: times count before a status, and a status before nothing. Nobody here has times as both. */
function weightOf(race: Race, { racerId }: Racer): number {
  const { runs } = totalOf(race).placed.get(racerId)!;
  if (runs.some(({ startAt, publishedMs }) => startAt !== null || publishedMs !== null)) return 2;
  return runs.some(({ status }) => status !== 'OK') ? 1 : 0;
}

/** NM5, NM6: a race as it is read across events, each person once and under one id. */
export function joinPersons(race: Race, persons: Persons): Race {
  const personOf = ({ racerId }: Racer) => persons.get(racerId) ?? racerId;
  const racers = race.racers.filter((racer) => {
    const others = race.racers.filter((other) => other !== racer && personOf(other) === personOf(racer));
    return others.every((other) => weightOf(race, other) < weightOf(race, racer) || isFirst(race, racer, other));
  });
  return { ...race, racers: racers.map((racer) => ({ ...racer, racerId: personOf(racer) })) };
}

/** Of two without any result it makes no difference which one counts. */
const isFirst = (race: Race, racer: Racer, other: Racer): boolean =>
  weightOf(race, other) === weightOf(race, racer) && race.racers.indexOf(racer) < race.racers.indexOf(other);

export interface PastResult {
  readonly eventId: string;
  /** Null for somebody who has not started. */
  readonly at: number | null;
  readonly ms: number | null;
  readonly runs: readonly number[];
}

/** HI1, HI3: what a person did in each event: the time of every run that counts, and the fastest of them. */
export function pastOf(events: ReadonlyMap<string, Race>, personId: string): PastResult[] {
  return [...events].flatMap(([eventId, race]) => {
    const placed = totalOf(race).placed.get(personId);
    if (placed === undefined) return [];
    const runs = placed.runs.flatMap(({ publishedMs }) => publishedMs ?? []);
    if (runs.length === 0 && placed.runs.every(({ status }) => status === 'OK')) return [];
    return [{ eventId, at: firstStart(placed), ms: runs.length === 0 ? null : Math.min(...runs), runs }];
  });
}

export function firstStart({ runs }: Placed): number | null {
  const starts = runs.flatMap(({ startAt }) => startAt ?? []);
  return starts.length === 0 ? null : Math.min(...starts);
}

/** HI10: the best of the other events before the start in this one; before anybody's start all of them are earlier. */
export function bestBefore(past: readonly PastResult[], eventId: string, start: number | null): number | null {
  const times = past
    .filter((each) => each.eventId !== eventId && each.ms !== null)
    .filter(({ at }) => start === null || at === null || at < start)
    .map(({ ms }) => ms!);
  return times.length === 0 ? null : Math.min(...times);
}

/** CO1, CO3: by person the time in each of two events, with the place among all who have one. */
export function timesIn(race: Race): ReadonlyMap<string, readonly [ms: number, place: number]> {
  const placed = [...totalOf(race).placed.values()].filter(({ ms }) => ms !== null);
  return new Map(placed.map(({ racer, ms, rank }) => [racer.racerId, [ms!, rank!]]));
}
