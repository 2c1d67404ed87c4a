/** CLDR's order, in which a text has its forms. Engines list them in orders of their own. */
const ORDER = /** @type {const} */ (['zero', 'one', 'two', 'few', 'many', 'other']);

/** Plural categories of a language. @param {string} code @returns {string[]} */
export function pluralCategories(code) {
  const { pluralCategories: has } = new Intl.PluralRules(code).resolvedOptions();
  return ORDER.filter((each) => has.includes(each));
}

/**
 * The fewest forms that a text can have. French and Spanish have a form of their own for whole millions, which no race has:
 * it may be left out, and is then the last.
 * @param {string} code
 */
export function fewestForms(code) {
  const all = pluralCategories(code);
  return all.join() === 'one,many,other' ? 2 : all.length;
}
