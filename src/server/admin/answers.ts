export interface AdminAnswer {
  readonly ok: boolean;
  readonly text: string;
}

export const done = (text: string): AdminAnswer => ({ ok: true, text });

export const failed = (text: string): AdminAnswer => ({ ok: false, text });

/** Control characters are replaced: a name must not be able to move the operator's cursor. */
export const printable = (text: string): string => text.replaceAll(/\p{Control}/gu, '\u{FFFD}');

/** Numbers stand at the right of their column. */
export function formatTable(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const table = [header, ...rows].map((row) => row.map(String));
  const widths = header.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  const isNumber = header.map((_, column) => rows.every((row) => typeof row[column] === 'number'));
  const pad = (cell: string, column: number) =>
    isNumber[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!);
  return table.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}
