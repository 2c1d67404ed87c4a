import type { Category } from '../model/race-format.ts';
import type { Entry, EventState } from '../model/state.ts';
import type { Details } from '../racers/details.ts';

/** The age that is reached in the year of the race. */
export const ageIn = ({ createdAt }: Pick<EventState, 'createdAt'>, born: number): number =>
  new Date(createdAt).getUTCFullYear() - born;

type CategorySource = Pick<EventState, 'format' | 'createdAt'>;

/** The category of an entry: the chosen one, or the first whose conditions hold. Null: in none. */
export function categoryOf(
  event: CategorySource,
  { groups, ...entry }: Pick<Entry, 'details' | 'groups'>,
): string | null {
  const details = entry.details ?? {};
  if (details.category !== undefined) return details.category;
  return event.format.categories.find((category) => holds(event, category, details, groups))?.name ?? null;
}

function holds(event: CategorySource, category: Category, details: Details, groups: readonly string[]): boolean {
  const { group, gender, ages } = category;
  if (group !== null && !groups.includes(group)) return false;
  if (gender !== null && details.gender !== gender) return false;
  if (category.class !== null && details.class !== category.class) return false;
  if (ages === null) return true;
  if (details.born === undefined) return false;
  const age = ageIn(event, details.born);
  return age >= ages[0] && age <= ages[1];
}

/** The part of an entry's details that the owner shows to viewers; the category as it comes out. */
export function shownDetailsOf(event: CategorySource, entry: Pick<Entry, 'details' | 'groups'>): Details | undefined {
  const { shows } = event.format;
  const { class: ofClass, club, team } = entry.details ?? {};
  const category = shows.includes('category') ? categoryOf(event, entry) : null;
  const shown = {
    ...(shows.includes('class') && ofClass !== undefined && { class: ofClass }),
    ...(shows.includes('club') && club !== undefined && { club }),
    ...(shows.includes('team') && team !== undefined && { team }),
    ...(category !== null && { category }),
  };
  return Object.keys(shown).length === 0 ? undefined : shown;
}
