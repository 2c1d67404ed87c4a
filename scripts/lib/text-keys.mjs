/** Between the forms of a text, in its key and in its translations. */
export const BETWEEN_FORMS = ' | ';

/** The key of a word that says which of its meanings it has: `Place [rank]`. @param {string} text @param {string} meaning */
export const keyOf = (text, meaning) => `${text} [${meaning}]`;

/** @param {string} key @returns {{ text: string; meaning?: string }} */
export function splitKey(key) {
  const [, text, meaning] = /^(.*) \[([^\][]+)\]$/s.exec(key) ?? [];
  return text === undefined || meaning === undefined ? { text: key } : { text, meaning };
}

/** What is filled in, in the order of the numbers, twice where it stands twice. @param {string} text @returns {string[]} */
export const placeholdersOf = (text) => (text.match(/\{\d+\}/g) ?? []).sort();
