import { type Details, EARLIEST_BORN, type Gender, tidyDetails } from '../details.ts';
import type { ColumnKind } from './column-words.ts';

/** What lists write for a gender, without accents, in the languages of the column titles. */
const GENDERS: ReadonlyMap<string, Gender> = new Map(
  Object.entries({
    M: 'm|male|man|men|boy|mr|h|herr|mann|mannlich|homme|hommes|masculin|uomo|maschio|maschile|hombre|masculino|varon|heren|heer|mezczyzna',
    F: 'f|w|female|woman|women|girl|mrs|ms|frau|weiblich|femme|femmes|feminin|dame|dames|donna|femmina|femminile|mujer|femenino|v|vrouw|k|kobieta',
    X: 'x|nb|non binary|nonbinary|diverse|divers|other|andere|autre|altro|otro',
  } satisfies Record<Gender, string>).flatMap(([gender, words]) =>
    words.split('|').map((word): [string, Gender] => [word, gender as Gender]),
  ),
);

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim();

/** Null for a word that is not known: a list must not be refused for it. */
const readGender = (text: string): Gender | null => GENDERS.get(plain(text)) ?? null;

/** The year of `1990`, `24.12.1990` or `1990-12-24`. Null where there is none, or one in which nobody here was born. */
function readBorn(text: string, thisYear: number): number | null {
  const years = text.match(/\d+/g)?.filter((digits) => digits.length === 4) ?? [];
  const year = years.length === 1 ? Number(years[0]) : Number.NaN;
  return year >= EARLIEST_BORN && year <= thisYear ? year : null;
}

export interface ReadDetails {
  readonly details: Details | undefined;
  /** The text of a year of birth that cannot be one. */
  readonly wrongBorn: string | null;
}

/** `of`: the filled cells of a kind, tidied. Of several the first is the racer's. */
export function readDetails(of: (kind: ColumnKind) => readonly string[], thisYear: number): ReadDetails {
  const [bornText = ''] = of('born');
  const born = bornText === '' ? null : readBorn(bornText, thisYear);
  const gender = readGender(of('gender')[0] ?? '');
  const first = (kind: ColumnKind): string => of(kind)[0] ?? '';
  const details = tidyDetails({
    ...(born !== null && { born }),
    ...(gender !== null && { gender }),
    class: first('class'),
    club: first('club'),
    team: first('team'),
    category: first('category'),
  });
  return { details, wrongBorn: bornText !== '' && born === null ? bornText : null };
}
