import { type Details, EARLIEST_BORN, type Gender, isBornBefore, tidyDetails } from './details.ts';

/** Details as they are typed: every field a text, blank where nothing is known. */
export interface TypedDetails {
  readonly born: string;
  readonly gender: Gender | '';
  readonly class: string;
  readonly club: string;
  readonly team: string;
}

export function typedDetails({ born, gender, class: ofClass, club, team }: Details = {}): TypedDetails {
  return {
    born: born === undefined ? '' : String(born),
    gender: gender ?? '',
    class: ofClass ?? '',
    club: club ?? '',
    team: team ?? '',
  };
}

/** What is wrong with a typed year: no year at all, too long ago, or still to come. Null: nothing. */
export type BornProblem = 'not-a-year' | 'too-early' | 'too-late';

export function checkBorn(typed: string, now: number): BornProblem | null {
  const text = typed.trim();
  if (text === '') return null;
  if (!/^\d{4}$/.test(text)) return 'not-a-year';
  if (Number(text) < EARLIEST_BORN) return 'too-early';
  return isBornBefore({ born: Number(text) }, now) ? null : 'too-late';
}

/** `before`: what the fields do not show is kept. */
export function readDetails({ born, gender, ...texts }: TypedDetails, before: Details = {}): Details {
  const { category } = before;
  const details = {
    ...(born.trim() !== '' && { born: Number(born) }),
    ...(gender !== '' && { gender }),
    ...texts,
    ...(category !== undefined && { category }),
  };
  return tidyDetails(details) ?? {};
}
