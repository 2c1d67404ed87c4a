const MOST_WORDS = 4;

const isNumber = /^\p{N}{1,4}$/u;
const isPicture = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;
const isSign = /[\p{L}\p{N}]/u;

/**
 * What is left of a name where names are hidden: 'Ada Swift' is 'A. S.'. A double name counts as one word, a short number
 * stays (it tells 'Racer 7' from 'Racer 8' and names nobody), and so does a picture.
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

/** By what a reader sees as one sign: code points would tear a family, or an accent from its letter. */
function graphemes(): Intl.Segmenter {
  return (segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' }));
}
