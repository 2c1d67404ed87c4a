/** Names stand apart from the words: a screen must isolate a right-to-left name, or it would reverse the words. */
export type Sentence = readonly (string | { readonly name: string })[];

/**
 * A name inside a text, between the characters that isolate it (UAX 9). The text stays one for translators, who put the name
 * where their language has it.
 */
export const named = (name: string): string => `\u2068${name.replaceAll(/[\u2068\u2069]/g, '')}\u2069`;

export const sentenceOf = (text: string): Sentence =>
  text
    .split(/[\u2068\u2069]/)
    .map((part, index) => (index % 2 === 1 ? { name: part } : part))
    .filter((part) => part !== '');

export const plainText = (sentence: Sentence): string =>
  sentence.map((part) => (typeof part === 'string' ? part : part.name)).join('');
