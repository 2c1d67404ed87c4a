const LONGEST_NAME = 80;
const lineBreaks = /[\p{Control}\p{Zl}\p{Zp}\s]+/gu;
/** Format characters are removed, except the two that join letters and emoji; the others only hide text. */
const invisible = /(?![\u{200C}\u{200D}])\p{Cf}/gu;
/** Dots of any kind before a character that could continue the name of a site. A date keeps its dots. */
const dotsInNames =
  /[.\u{3002}\u{FF0E}\u{FF61}\u{2024}\u{FE52}\u{2488}-\u{249B}](?=[\p{L}\p{M}\p{S}\p{Cf}]|(?![0-9])\p{N})/gu;
/** 'https://', also in characters that browsers turn into it. */
const schemes = /[:\u{FF1A}\u{FE55}\u{FE13}](?:[/\\\u{FF0F}\u{2044}\u{2215}\u{29F8}]\s*)+/gu;

/** A user's own words, mailed to strangers in our name: one line, not too long, and nothing that becomes a link. */
export function plainWords(text: string): string {
  const plain = text
    .replaceAll(lineBreaks, ' ')
    .replaceAll(invisible, '')
    .replaceAll(schemes, ': ')
    .replaceAll(dotsInNames, '$& ')
    .trim();
  const signs = Array.from(plain);
  return signs.length > LONGEST_NAME ? `${signs.slice(0, LONGEST_NAME).join('')}…` : plain;
}

const RIGHT_TO_LEFT = /[\u{590}-\u{8FF}\u{FB1D}-\u{FDFF}\u{FE70}-\u{FEFF}\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** A name in a sentence: one that runs from right to left would take the words around it with it. */
export function nameIn(text: string): string {
  const plain = plainWords(text);
  return RIGHT_TO_LEFT.test(plain) ? `\u{2068}${plain}\u{2069}` : plain;
}

/** Paragraphs of a mail, with our name below them. */
export const lines = (...paragraphs: string[]): string => [...paragraphs, 'Pushoff'].join('\n\n');
/** A link has a line of its own below its sentence: mail programs find its end. */
export const above = (sentence: string, link: string): string => `${sentence}\n${link}`;
