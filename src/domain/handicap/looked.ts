import type { EventState } from '../model/state.ts';
import type { Details, Gender } from '../racers/details.ts';
import { ageIn } from '../results/categories.ts';

/** Facts about a racer by which a handicap is looked up. */
export interface Looked {
  readonly gender: Gender | null;
  readonly class: string | null;
  /** Reached in the year of the race; null where the year of birth is not known. */
  readonly age: number | null;
  /** The length of the course; null where nobody has said it. */
  readonly meters: number | null;
}

/** Reason why a racer has no handicap. */
export type NoHandicap =
  | 'no-year'
  | 'no-gender'
  | 'no-class'
  | 'no-distance'
  | 'class-not-in-table'
  | 'age-not-in-table'
  | 'distance-not-in-table'
  | 'no-earlier-result';

const OLDEST = 120;

export function lookedOf(event: Pick<EventState, 'format' | 'createdAt'>, details: Details | null | undefined): Looked {
  const { born, gender = null, class: ofClass = null } = details ?? {};
  const age = born === undefined ? null : ageIn(event, born);
  // A year of birth after the race is a typing error, and no age at all.
  const isPlausible = age !== null && age >= 0 && age <= OLDEST;
  return { gender, class: ofClass, age: isPlausible ? age : null, meters: event.format.course?.meters ?? null };
}
