export interface Language {
  readonly code: string;
  /** Its own name for itself. */
  readonly name: string;
}

/** Filled in by the build, from the files in `languages`. */
const OTHERS: readonly Language[] = [];

export const languages: readonly Language[] = [{ code: 'en', name: 'English' }, ...OTHERS];

export const LANGUAGE_COOKIE = 'language';
/** Kept on this device for a year, for an account or none; the server sends each page in that language. */
export function keepLanguage(code: string): void {
  document.cookie = `${LANGUAGE_COOKIE}=${code};path=/;max-age=31536000;samesite=lax`;
}

export function chooseLanguage(code: string): void {
  keepLanguage(code);
  location.reload();
}
