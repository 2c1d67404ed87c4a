import type { BrowserContext } from '@playwright/test';
import { listLanguages } from '../../scripts/lib/language-files.mjs';

/** Codes of the languages that have a file. */
export const otherLanguages: readonly string[] = listLanguages();

/** As the switch in the footer does it. Anything can be given: a cookie comes from outside. */
export const setLanguage = (context: BrowserContext, url: string, language: string): Promise<void> =>
  context.addCookies([{ name: 'language', value: language, url }]);
