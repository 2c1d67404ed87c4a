const MOST_WORDS = 4;

const isNumber = /^\p{N}{1,4}$/u;
const isPicture = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;
const isSign = /[\p{L}\p{N}]/u;

/**
 * Initials where names are hidden: 'Ada Swift' becomes 'A. S.'. A double name counts as one word; a short number stays
 * (it tells 'Racer 7' from 'Racer 8' and identifies no one), and so does an emoji.
 */
export function initialsOf(name: string): string {
  const initials = name
    .split(/\s+/u)
    .map(initialOf)
    .filter((initial) => initial !== '');
  return initials.length === 0 ? '?' : initials.slice(0, MOST_WORDS).join(' ');
}

function initialOf(word: string): string {
  if (isNumber.test(word)) return word;
  for (const { segment } of graphemes().segment(word)) {
    if (isPicture.test(segment)) return segment;
    if (isSign.test(segment)) return `${segment.toUpperCase()}.`;
  }
  return '';
}

let segmenter: Intl.Segmenter | undefined;

/** Graphemes, not code points: those would split a family emoji, or an accent from its letter. */
const graphemes = (): Intl.Segmenter => (segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' }));
