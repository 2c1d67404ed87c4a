const BYTE_ORDER_MARK = '\u{FEFF}';

/** CSV with a byte order mark, without which a spreadsheet reads UTF-8 in its system's own encoding. */
export const writeCsv = (rows: readonly (readonly string[])[], separator?: Separator): string =>
  `${BYTE_ORDER_MARK}${writePlainCsv(rows, separator)}`;

export type Separator = ',' | ';';

/**
 * CSV for programs, without the byte order mark: they read UTF-8 anyway, and would take the mark for a part of the first
 * title.
 */
export function writePlainCsv(rows: readonly (readonly string[])[], separator: Separator = ','): string {
  return `${rows.map((row) => row.map(cell).join(separator)).join('\r\n')}\r\n`;
}

/**
 * An apostrophe goes before text that a spreadsheet would run as a formula: at the start of a cell, and after each
 * character that some spreadsheets take for the end of one. Many in Europe split at semicolons, whatever the quotes
 * say. The wide signs are those of Chinese and Japanese keyboards.
 */
const FORMULA_SIGNS = '=+-@＝＋－＠';
const GAP = /^[;\s]*|[;\s]+/g;
/** Characters that need care. Most cells have none, and are written at once: a file of 5,000 lines takes a third of the time. */
const NEEDS_CARE = /[=+\-@＝＋－＠\t\r\n]/;

export function withoutFormulas(text: string): string {
  if (!NEEDS_CARE.test(text)) return text;
  return text.replaceAll(GAP, (gap, at: number) => {
    const next = text[at + gap.length];
    const isFormula = next !== undefined && FORMULA_SIGNS.includes(next) && (at === 0 || /[;\t\r\n]/.test(gap));
    const isHidden = at === 0 && /^[\t\r\n]/.test(gap) && !(isFormula && !gap.includes(';'));
    return `${isHidden ? "'" : ''}${gap}${isFormula ? "'" : ''}`;
  });
}

function cell(text: string): string {
  const safe = withoutFormulas(text);
  return /[",;\t\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
