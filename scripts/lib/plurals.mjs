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

/** Enough to tell the categories apart: rules look at the last two digits, at zero and at whole millions. */
const TRIED = [...Array.from({ length: 201 }, (_, count) => count), 1_000_000];

/**
 * How many of the numbers tried are read with each form of a text: 'one' is 1 alone in English, and 0 and 1 in French.
 * @param {string} code @returns {number[]} in the order of the forms
 */
export function numbersOfForms(code) {
  const rules = new Intl.PluralRules(code);
  const counts = TRIED.map((count) => rules.select(count));
  return pluralCategories(code).map((category) => counts.filter((each) => each === category).length);
}
