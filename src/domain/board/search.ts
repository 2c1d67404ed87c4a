import type { Entry } from '../model/state.ts';

/** Case and accents are ignored: they are not typed with gloves on. */
const simplify = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * A search prepared once for a whole list. Each word must stand somewhere in name or groups; digits are the beginning of
 * the number, where a racer has one: 14 is no racer of U14.
 */
export function createSearch(query: string): (entry: Entry) => boolean {
  const words = simplify(query)
    .split(/\s+/u)
    .filter((word) => word !== '');
  if (words.length === 0) return () => true;
  return ({ name, bib, groups }) => {
    const text = simplify([name, ...groups].join(' '));
    const number = simplify(bib ?? '');
    return words.every(
      (word) => number.startsWith(word) || ((number === '' || /\D/.test(word)) && text.includes(word)),
    );
  };
}
