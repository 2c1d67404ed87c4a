/** Delimiters in the order in which they win a tie: a table of decimal commas has as many commas as semicolons. */
const DELIMITERS = ['\t', ';', '|', ','] as const;
const MOST_LINES = 500;

/**
 * The delimiter by the number of columns that most lines agree on. Papaparse guesses by the first lines, which in the
 * files of RaceChrono and AiM are no rows of the table. The text is the beginning of a file; its last line may be cut.
 */
export function guessDelimiter(firstText: string): string {
  const lines = firstText.split(/\r\n|\n|\r/, MOST_LINES + 1);
  if (lines.length > 1) lines.pop();
  const rows = lines.filter((line) => line.trim() !== '' && !line.startsWith('#'));
  let best = ',';
  let most = 0;
  for (const delimiter of DELIMITERS) {
    const agreeing = countAgreeing(rows, delimiter);
    if (agreeing <= most) continue;
    most = agreeing;
    best = delimiter;
  }
  return best;
}

const LEAST_COLUMNS = 3;
const LOOKED_AT = 50;

/** Columns that stand under each other by blanks alone: each run of blanks becomes a tabulator. Other texts stay as they are. */
export function withTabs(text: string): string {
  const lines = text
    .slice(0, 65_536)
    .split('\n', LOOKED_AT + 1)
    .slice(0, -1);
  const filled = lines.filter((line) => line.trim() !== '' && !line.startsWith('#'));
  if (filled.length < 3 || filled.some((line) => /[,;\t|]/.test(line))) return text;
  const rows = filled.slice(1).map((line) => line.trim().split(/ +/));
  const width = rows[0]!.length;
  const isTable = rows.every(
    (row) => row.length === width && row.filter((cell) => /^-?\d/.test(cell)).length * 2 > width,
  );
  if (width < LEAST_COLUMNS || !isTable) return text;
  return text
    .split('\n')
    .map((line) => line.trim().replaceAll(/ +/g, '\t'))
    .join('\n');
}

function countAgreeing(lines: readonly string[], delimiter: string): number {
  const counts = new Map<number, number>();
  for (const line of lines) {
    const columns = line.includes('"') ? countOutsideQuotes(line, delimiter) : count(line, delimiter);
    if (columns > 0) counts.set(columns, (counts.get(columns) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}

function count(line: string, delimiter: string): number {
  let found = 0;
  for (let at = line.indexOf(delimiter); at >= 0; at = line.indexOf(delimiter, at + 1)) found += 1;
  return found;
}

function countOutsideQuotes(line: string, delimiter: string): number {
  let count = 0;
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === '"') isQuoted = !isQuoted;
    else if (!isQuoted && line[at] === delimiter) count += 1;
  }
  return count;
}
