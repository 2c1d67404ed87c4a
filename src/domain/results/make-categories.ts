import type { Category } from '../model/race-format.ts';
import type { EventState } from '../model/state.ts';
import type { Details, Gender } from '../racers/details.ts';

const anybody = { group: null, gender: null, class: null, ages: null };

/** A category for each group of the event's racers, by name. */
export function categoriesFromGroups({ entries }: Pick<EventState, 'entries'>): Category[] {
  const groups = new Set(Object.values(entries).flatMap(({ removed, groups: of }) => (removed ? [] : of)));
  return [...groups].toSorted().map((name) => ({ ...anybody, name, group: name }));
}

/** A category for each that racers bring along: a list's column 'Category' makes a group of it too. */
export function categoriesOfRacers(racers: readonly { readonly details?: Details | undefined }[]): Category[] {
  const names = new Set(racers.flatMap(({ details }) => details?.category ?? []));
  return [...names].toSorted().map((name) => ({ ...anybody, name, group: name }));
}

const BANDS: readonly { readonly name: string; readonly ages: readonly [number, number] }[] = [
  { name: 'U17', ages: [0, 16] },
  { name: 'U19', ages: [17, 18] },
  { name: 'Senior', ages: [19, 39] },
  { name: 'V40', ages: [40, 49] },
  { name: 'V50', ages: [50, 59] },
  { name: 'V60', ages: [60, 69] },
  { name: 'V70', ages: [70, 200] },
];

/** Bands of age; with `byGender` each of them for men and for women. */
export function categoriesFromAges(byGender: boolean): Category[] {
  const bandsOf = (gender: Gender | null, prefix: string): Category[] =>
    BANDS.map(({ name, ages }) => ({ ...anybody, name: `${prefix}${name}`, gender, ages }));
  return byGender ? [...bandsOf('F', 'Women '), ...bandsOf('M', 'Men ')] : bandsOf(null, '');
}

/** Added behind the others; a category of the same name is left as it is. */
export function addCategories(known: readonly Category[], added: readonly Category[]): Category[] {
  const names = new Set(known.map(({ name }) => name));
  return [...known, ...added.filter(({ name }) => !names.has(name))];
}
