/**
 * First and last name of a racer, for files that ask for both. The last word is the last name, with the small words
 * before it: `Mia van der Berg`. `Berg, Mia` says it itself. A single word is a last name: files refuse rows without one.
 */
export function splitName(name: string): { readonly first: string; readonly last: string } {
  const words = name.trim().split(/\s+/);
  const [before = '', after = '', ...more] = name.split(',').map((part) => part.trim());
  if (before !== '' && after !== '' && more.length === 0) return { first: after, last: before };
  if (words.length < 2) return { first: '', last: words[0]! };
  let from = words.length - 1;
  while (from > 1 && isSmall(words[from - 1]!)) from -= 1;
  return { first: words.slice(0, from).join(' '), last: words.slice(from).join(' ') };
}

const isSmall = (word: string): boolean => /^\p{Ll}/u.test(word);
