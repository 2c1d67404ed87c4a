import { BETWEEN_FORMS, splitKey } from './text-keys.mjs';

/** A language that nobody speaks: longer, accented and from right to left. What is cut in it would be cut in some language. */
export const PSEUDO = 'en-XA';

const PLAIN = 'AaCcDdEeGgHhIiJjKkLlNnOoRrSsTtUuWwYyZz';
const ACCENTED = 'ÅåÇçÐðÉéĜĝĤĥÎîĴĵĶķĻļÑñÖöŔŕŠšŢţÛûŴŵÝýŽž';
/** How much longer than English the longest languages are. */
const LONGER = 0.4;

/** @param {string} text */
function stretch(text) {
  const letters = text.replaceAll(/\{\d+\}/g, '').length;
  const more = Math.ceil(letters * LONGER);
  const accented = text.replaceAll(/\{\d+\}|./gs, (each) => ACCENTED[PLAIN.indexOf(each)] ?? each);
  // In words of their own, as a longer language has them, and behind the last letter: what is cut loses its end.
  const added = Array.from({ length: more }, (_, index) => (index % 8 === 0 ? ' ' : '~')).join('');
  const [, body = '', edge = ''] = /^(.*?)(\s*)$/s.exec(accented) ?? [];
  return `${body}${more < 8 ? added.trim() : added.trimEnd()}${edge}`;
}

/** @param {string} key */
export const inPseudo = (key) => splitKey(key).text.split(BETWEEN_FORMS).map(stretch).join(BETWEEN_FORMS);

/** @param {Map<string, Set<string>>} texts @returns {import('./language-files.mjs').Language} */
export const pseudoLanguage = (texts) => ({
  language: 'Pseudo',
  direction: 'rtl',
  offer: '',
  texts: Object.fromEntries(
    Array.from(texts, ([group, keys]) => [group, Object.fromEntries(Array.from(keys, (key) => [key, inPseudo(key)]))]),
  ),
});
