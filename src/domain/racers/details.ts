export const genders = ['M', 'F', 'X'] as const;
export type Gender = (typeof genders)[number];

/** Facts about a racer besides the name. None of them is public unless the owner says so. */
export interface Details {
  /** The year of birth. */
  readonly born?: number;
  readonly gender?: Gender;
  /** For example 'Elite', 'C2' or 'tandem'. */
  readonly class?: string;
  readonly club?: string;
  readonly team?: string;
  /** The category, where somebody has chosen it: the rules of the event do not alter it. */
  readonly category?: string;
}

/** Without fields that are blank; undefined where nothing is left. */
export function tidyDetails(details: Details): Details | undefined {
  const kept = Object.entries(details)
    .map(([name, value]: [string, unknown]) => [name, typeof value === 'string' ? value.trim() : value])
    .filter(([, value]) => value !== undefined && value !== '');
  return kept.length === 0 ? undefined : (Object.fromEntries(kept) as Details);
}

const fields = ['born', 'gender', 'class', 'club', 'team', 'category'] as const;

export function areSameDetails(one: Details = {}, other: Details = {}): boolean {
  return fields.every((field) => one[field] === other[field]);
}

export const EARLIEST_BORN = 1900;

/** Nobody is born after the race. A day is added: somewhere the year is over already. */
export function isBornBefore({ born }: Details, at: number): boolean {
  return born === undefined || born <= new Date(at + 86_400_000).getUTCFullYear();
}

/** The details in one line, for example '1984 · F · Elite · Wheelers'. */
export function describeDetails({ born, gender, class: ofClass, club, team }: Details = {}): string {
  return [born, gender, ofClass, club, team].filter((part) => part !== undefined).join(' · ');
}

/** Groups and details in one line. A list that is brought in makes a group of each class and club: they are named once. */
export function describeRacer(groups: readonly string[], details: Details = {}): string {
  const said: readonly (string | undefined)[] = [details.class, details.club, details.team];
  const others = groups.filter((group) => !said.includes(group));
  return [...others, describeDetails(details)].filter((part) => part !== '').join(' · ');
}
