export interface CsvOptions {
  readonly delimiter?: string;
  readonly lineEnd?: string;
  readonly hasMark?: boolean;
  /** Lines above the table, written unchanged. */
  readonly preface?: readonly string[];
}

/** A table as a logger writes it: cells are quoted where they must be. */
export function writeCsv(rows: readonly (readonly (string | number)[])[], options: CsvOptions = {}): string {
  const { delimiter = ',', lineEnd = '\n', hasMark = false, preface = [] } = options;
  const quote = (cell: string | number) => {
    const text = String(cell);
    return text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = [...preface, ...rows.map((row) => row.map(quote).join(delimiter))];
  return `${hasMark ? '\u{FEFF}' : ''}${lines.join(lineEnd)}${lineEnd}`;
}
