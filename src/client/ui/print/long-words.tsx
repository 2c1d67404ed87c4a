import { Fragment, type ReactNode } from 'react';

/** Letters above which a word may be broken; words of names are shorter. */
const LONGEST = 20;
const PIECE = 10;

let segmenter: Intl.Segmenter | undefined;

/**
 * Places at which a long word may end a line, and no others. `overflow-wrap: anywhere` lets a column be as narrow as one letter:
 * every name on a full page was broken. Without any, a word of 60 letters pushes the columns after it off the page.
 */
export function breakLongWords(text: string): ReactNode {
  if (text.length <= LONGEST) return text;
  const words = text.split(/(\s+)/);
  if (words.every((word) => word.length <= LONGEST)) return text;
  return words.map((word, index) => <Fragment key={index}>{word.length > LONGEST ? breakWord(word) : word}</Fragment>);
}

/** Between letters as they are read: an accent is never parted from its letter. */
function breakWord(word: string): ReactNode {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const letters = Array.from(segmenter.segment(word), ({ segment }) => segment);
  const pieces = Array.from({ length: Math.ceil(letters.length / PIECE) }, (_, index) =>
    letters.slice(index * PIECE, (index + 1) * PIECE).join(''),
  );
  return pieces.map((piece, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {piece}
    </Fragment>
  ));
}
