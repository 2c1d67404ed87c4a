import { readLanguage } from './language-files.mjs';
import { inPseudo, PSEUDO } from './pseudo-language.mjs';

export const ENGLISH = 'en';

/**
 * A text of the screen by its English, with what is filled in: `t('Put away: {0}', 'this')`.
 * @typedef {(english: string, ...filledIn: readonly string[]) => string} Words
 */

/**
 * The words of a language come from its file: a better translation breaks no story and no picture.
 * @param {string} language @returns {Words}
 */
export function wordsOf(language) {
  const isMade = language === ENGLISH || language === PSEUDO;
  const groups = isMade ? [] : Object.values(readLanguage(language).texts);
  return (english, ...filledIn) => {
    const made = language === PSEUDO ? inPseudo(english) : english;
    const text = isMade ? made : groups.find((texts) => texts[english])?.[english];
    if (text === undefined) throw new Error(`languages/${language}.json has no text '${english}'.`);
    return text.replaceAll(/\{(\d+)\}/g, (whole, index) => filledIn[Number(index)] ?? whole);
  };
}
