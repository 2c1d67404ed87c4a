import { kindOfTitle } from './column-words.ts';

/** The character between the cells of a line. */
export type Separator = ',' | ';' | '\t';

/** Many times the racers of the largest race. */
export const MAX_LINES = 10_000;

/** Counted without splitting the text: a million lines would be a million texts. */
export function hasTooManyLines(text: string): boolean {
  let lines = 1;
  // The last line of a file has an end and no line after it.
  for (let at = 0; at < text.length - 1 && lines <= MAX_LINES; at += 1) {
    const isEnd = text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n');
    if (isEnd) lines += 1;
  }
  return lines > MAX_LINES;
}

/** The text without a byte order mark, and with one kind of line end, whichever program wrote it. */
export const tidyText = (text: string): string => text.replace(/^\u{FEFF}/u, '').replaceAll(/\r\n?/g, '\n');

/**
 * The one that separates the titles of the first line, where there are any; else the one that comes first in most lines.
 * Only spreadsheets write a tab. Null: one cell in each line.
 */
export function findSeparator(text: string): Separator | null {
  const lines = tidyText(text)
    .split('\n')
    .map((line) => line.replaceAll(/"[^"]*"/g, ''));
  const votes = { ',': 0, ';': 0 };
  for (const line of lines) {
    const first = line.match(/[\t;,]/)?.[0];
    if (first === '\t') return '\t';
    if (first === ',' || first === ';') votes[first] += 1;
  }
  if (votes[','] === 0 && votes[';'] === 0) return null;
  const header =
    tidyText(text)
      .split('\n')
      .find((line) => line.trim() !== '') ?? '';
  const titles = (separator: Separator) => header.split(separator).filter((cell) => kindOfTitle(cell) !== null).length;
  if (Math.max(titles(';'), titles(',')) >= 2) return titles(';') >= titles(',') ? ';' : ',';
  return votes[';'] > votes[','] ? ';' : ',';
}
