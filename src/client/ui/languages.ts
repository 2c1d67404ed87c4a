export interface Language {
  readonly code: string;
  /** Its own name for itself. */
  readonly name: string;
}

/** Filled in by the build, from the files in `languages`. */
const OTHERS: readonly Language[] = [];

export const languages: readonly Language[] = [{ code: 'en', name: 'English' }, ...OTHERS];

export const LANGUAGE_COOKIE = 'language';
const YEAR_S = 31_536_000;

/** Kept on this device, for an account or none; the server sends each page in that language. */
export function keepLanguage(code: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${LANGUAGE_COOKIE}=${code}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${secure}`;
}

export function chooseLanguage(code: string): void {
  keepLanguage(code);
  location.reload();
}
