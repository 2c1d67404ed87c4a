import { LANGUAGE } from '../../domain/language.ts';

export interface Language {
  readonly code: string;
  /** Its own name for itself. */
  readonly name: string;
  /** The sentence, in that language, that offers it. */
  readonly offer: string;
}

/** Filled in by the build, from the files in `languages`. */
const OTHERS: readonly Language[] = [];

export const languages: readonly Language[] = [
  { code: 'en', name: 'English', offer: 'Pushoff is also there in English.' },
  ...OTHERS,
];

const COOKIE = 'language';
const YEAR_S = 31_536_000;

/** Kept on this device, for an account or none; the server sends each page in that language. */
export function keepLanguage(code: string): void {
  document.cookie = `${COOKIE}=${code}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`;
}

export function chooseLanguage(code: string): void {
  keepLanguage(code);
  location.reload();
}

/** The language that this browser asks for, if the page is in another and nobody has chosen yet. */
export function wantedLanguage(
  asked: readonly string[],
  cookies: string,
  known: readonly Language[] = languages,
): Language | null {
  if (cookies.split('; ').some((each) => each.startsWith(`${COOKIE}=`))) return null;
  const codes = asked.map((tag) => tag.toLowerCase().split('-')[0]);
  const wanted = codes.map((code) => known.find((each) => each.code === code)).find((each) => each !== undefined);
  return wanted === undefined || wanted.code === LANGUAGE ? null : wanted;
}
