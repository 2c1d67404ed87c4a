import Papa from 'papaparse';
import type { TextRecord } from '../../domain/racers/import/columns.ts';
import { type Separator, tidyText } from '../../domain/racers/import/separator.ts';

/** Given to papaparse where one line is one cell: a separator that stands in no list. */
const NO_SEPARATOR = '\u0000\u001f\u0000';

/**
 * Every line, the blank ones too. Quotes that do not enclose a whole cell are part of its text: papaparse would take
 * everything up to the next quote for one cell, and the racers of those lines would be lost. So papaparse gets one
 * record at a time, and a record that it cannot read is split as if quotes were letters.
 */
export function readRecords(text: string, separator: Separator | null): TextRecord[] {
  const lines = tidyText(text).split('\n');
  if (lines.at(-1) === '') lines.pop();
  const delimiter = separator ?? NO_SEPARATOR;
  const records: TextRecord[] = [];
  for (let at = 0; at < lines.length;) {
    const first = lines[at]!;
    const count = first.includes('"') ? countLines(lines, at) : 1;
    const whole = first.includes('"') ? parseRecord(lines.slice(at, at + count).join('\n'), delimiter) : null;
    records.push({ line: at + 1, cells: whole ?? splitPlainly(first, delimiter) });
    at += whole === null ? 1 : count;
  }
  return records;
}

/** The number of lines until every quote is closed; one where it never is. Read once: the next such line goes on. */
function countLines(lines: readonly string[], from: number): number {
  let isOpen = false;
  for (let at = from; at < lines.length; at += 1) {
    if (lines[at]!.split('"').length % 2 === 0) isOpen = !isOpen;
    if (!isOpen) return at - from + 1;
  }
  return 1;
}

/** Null when the text is not one record with every quote closed. */
function parseRecord(text: string, delimiter: string): readonly string[] | null {
  const { data, errors } = Papa.parse<string[]>(withoutSpaceBeforeQuotes(text, delimiter), {
    delimiter,
    newline: '\n',
  });
  return errors.length === 0 && data.length === 1 ? data[0]! : null;
}

/** Users write `Ada, "U18"`. A quote that opens a cell is followed by text, one that closes or is doubled is not. */
function withoutSpaceBeforeQuotes(text: string, delimiter: string): string {
  return text.replaceAll(/([,;\t]|^) {1,8}"(?=[^",;\s])/g, (all, before: string) =>
    before === '' || before === delimiter ? `${before}"` : all,
  );
}

const ENCLOSED = /^ *"([^"]*)" *$/;

const splitPlainly = (line: string, delimiter: string): string[] =>
  line.split(delimiter).map((cell) => ENCLOSED.exec(cell)?.[1] ?? cell);
