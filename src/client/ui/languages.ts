export interface Language {
  readonly code: string;
  /** Its own name for itself. */
  readonly name: string;
}

/** Filled in by the build, from the files in `languages`. */
const OTHERS: readonly Language[] = [];

export const languages: readonly Language[] = [{ code: 'en', name: 'English' }, ...OTHERS];

/** Code of the language that was chosen on this device, if one was and is still there. */
export function chosenLanguage(cookies = document.cookie, known = languages): string | undefined {
  const chosen = /(?:^|; )language=([^;]*)/.exec(cookies)?.[1];
  return known.find(({ code }) => code === chosen)?.code;
}

/** Kept on this device for a year, for an account or none; the server sends each page in that language. */
export function keepLanguage(code: string): void {
  document.cookie = `language=${code};path=/;max-age=31536000;samesite=lax`;
}

export function chooseLanguage(code: string): void {
  keepLanguage(code);
  // Reading waits until the choice is stored: a page that is asked for earlier comes in the language of before.
  if (chosenLanguage() === code) location.reload();
}
