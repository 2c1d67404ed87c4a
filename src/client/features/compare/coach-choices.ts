import { describeDistance } from '../../../domain/events/course.ts';
import { counted } from '../../../domain/language.ts';
import type { RaceInfo } from '../../../protocol/compare.ts';

const WEEKS_AT_FIRST = 12;
const WEEK_MS = 7 * 86_400_000;

/** A course with its races, the earliest first. */
export interface CoachedCourse {
  readonly key: string;
  readonly label: string;
  readonly races: readonly RaceInfo[];
}

/** `races`: the newest first. The course of the newest race comes first. */
export function listCourses(races: readonly RaceInfo[]): CoachedCourse[] {
  const byKey = new Map<string, RaceInfo[]>();
  for (const race of races) {
    if (race.courseKey === null) continue;
    byKey.set(race.courseKey, [race, ...(byKey.get(race.courseKey) ?? [])]);
  }
  return [...byKey].map(([key, own]) => {
    const { name, meters } = own.at(-1)!.course!;
    const named = meters === null ? name : `${name}, ${describeDistance(meters)}`;
    return { key, label: `${named} (${counted(own.length, 'event', 'events')})`, races: own };
  });
}

export interface Weeks {
  readonly from: RaceInfo;
  readonly to: RaceInfo;
}

/** The races from and to which one looks: those that were chosen, or else the last twelve weeks of the course. */
export function chooseWeeks({ races }: CoachedCourse, fromId: string | null, toId: string | null): Weeks {
  const to = races.find(({ id }) => id === toId) ?? races.at(-1)!;
  const since = to.at - WEEKS_AT_FIRST * WEEK_MS;
  const chosen = races.find(({ id }) => id === fromId) ?? races.find(({ at }) => at >= since)!;
  return { from: chosen.at <= to.at ? chosen : to, to };
}
