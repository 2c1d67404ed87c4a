import type { BrowserContext } from '@playwright/test';
import { listLanguages, readLanguage } from '../../scripts/lib/language-files.mjs';

export const ENGLISH = 'en';

/** Codes of the languages that have a file. */
export const otherLanguages: readonly string[] = listLanguages();

/** A text of the screen by its English, with what is filled in: `t('Put away: {0}', 'this')`. */
export type Words = (english: string, ...filledIn: readonly string[]) => string;

/** The words of a language come from its file: a better translation breaks no story. */
export function wordsOf(language: string): Words {
  const groups = language === ENGLISH ? [] : Object.values(readLanguage(language).texts);
  return (english, ...filledIn) => {
    const text = language === ENGLISH ? english : groups.find((texts) => texts[english])?.[english];
    if (text === undefined) throw new Error(`languages/${language}.json has no text '${english}'.`);
    return text.replaceAll(/\{(\d+)\}/g, (whole, index: string) => filledIn[Number(index)] ?? whole);
  };
}

/** As the switch in the footer does it. Anything can be given: a cookie comes from outside. */
export const setLanguage = (context: BrowserContext, url: string, language: string): Promise<void> =>
  context.addCookies([{ name: 'language', value: language, url }]);
