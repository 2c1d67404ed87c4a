/** What stands between the cells of a line. */
export type Separator = ',' | ';' | '\t';

export interface TextRecord {
  /** Counted from 1, where it begins: what an editor calls it. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** No byte order mark, and one kind of line end, whichever program wrote it. */
export function tidyText(text: string): string {
  return text.replace(/^\u{FEFF}/u, '').replaceAll(/\r\n?/g, '\n');
}

/** The one that comes first in most lines; a tab can only come from a spreadsheet. Null: one cell in each line. */
export function findSeparator(text: string): Separator | null {
  const votes = { ',': 0, ';': 0 };
  for (const line of tidyText(text).split('\n')) {
    const first = line.replaceAll(/"[^"]*"/g, '').match(/[\t;,]/)?.[0];
    if (first === '\t') return '\t';
    if (first === ',' || first === ';') votes[first] += 1;
  }
  if (votes[','] === 0 && votes[';'] === 0) return null;
  return votes[';'] > votes[','] ? ';' : ',';
}

/** Every line, the blank ones too. Quotes that do not enclose a whole cell are part of what they stand in. */
export function readRecords(text: string, separator: Separator | null): TextRecord[] {
  const tidy = tidyText(text);
  const records: TextRecord[] = [];
  let at = 0;
  let line = 1;
  while (at < tidy.length) {
    const begin = at;
    const cells: string[] = [];
    for (;;) {
      const { cell, end } = readCell(tidy, at, separator);
      cells.push(cell);
      at = end + 1;
      if (tidy[end] !== separator) break;
    }
    records.push({ line, cells });
    line += tidy.slice(begin, at).split('\n').length - 1;
  }
  return records;
}

const QUOTED = / *"([^"]*(?:""[^"]*)*)" */y;

function readCell(text: string, at: number, separator: Separator | null): { cell: string; end: number } {
  const isEnd = (index: number) => index >= text.length || text[index] === separator || text[index] === '\n';
  QUOTED.lastIndex = at;
  const quoted = QUOTED.exec(text);
  if (quoted !== null && isEnd(QUOTED.lastIndex)) {
    return { cell: quoted[1]!.replaceAll('""', '"'), end: QUOTED.lastIndex };
  }
  let end = at;
  while (!isEnd(end)) end += 1;
  return { cell: text.slice(at, end), end };
}
