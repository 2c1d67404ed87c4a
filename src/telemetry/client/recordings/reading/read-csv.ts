import Papa from 'papaparse';
import { refuse, type Result } from '../../../../domain/result.ts';
import type { ReadFailure, ReadWarning, Recording } from '../../../domain/recording.ts';
import type { ColumnMapping } from '../../../domain/column-mapping.ts';
import { guessDelimiter, withTabs } from '../../../domain/table/guess-delimiter.ts';
import { isRaceCapture } from '../../../domain/table/race-capture.ts';
import { readTable } from '../../../domain/table/read-table.ts';
import { lineRows, listRows, type TableRows } from '../../../domain/table/rows.ts';
import { encodingOf } from './decode-text.ts';
import { createLineLimit } from './limit-lines.ts';

const MOST_MEGABYTES = 256;
const MOST_ROWS = 2_000_000;
const HEAD = 64 * 1024;
const CHUNK = 4 * 1024 * 1024;
/** A character that stands in no text: with it as the quote, a quotation mark is a letter like any other. */
const NO_QUOTE = '\u0000';

type Progress = (part: number) => void;

export async function readCsv(
  file: Blob,
  mapping: ColumnMapping | undefined,
  progress: Progress,
): Promise<Result<Recording, ReadFailure>> {
  if (file.size > MOST_MEGABYTES * 1024 * 1024) return refuse({ code: 'file-too-large', megabytes: MOST_MEGABYTES });
  const { text, cut } = await readText(file, progress);
  const { rows, isUnclosed } = parseRows(text);
  if (rows.length > MOST_ROWS) return refuse({ code: 'file-too-large', rows: MOST_ROWS });
  const read = readTable(rows, mapping);
  if (!read.ok) return read;
  const warnings: ReadWarning[] = [
    ...(cut > 0 ? [{ code: 'line-too-long', count: cut } as const] : []),
    ...(isUnclosed ? [{ code: 'quote-unclosed' } as const] : []),
  ];
  return { ok: true, value: { ...read.value, warnings: [...read.value.warnings, ...warnings] } };
}

async function readText(file: Blob, progress: Progress): Promise<{ text: string; cut: number }> {
  const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  const decoder = new TextDecoder(encodingOf(head));
  const limit = createLineLimit();
  const parts: string[] = [];
  for (let at = 0; at < file.size; at += CHUNK) {
    const bytes = await file.slice(at, at + CHUNK).arrayBuffer();
    // Some loggers fill their cells up with zeros.
    parts.push(limit.take(decoder.decode(bytes, { stream: true }).replaceAll('\0', '')));
    progress(Math.min(0.9, (0.9 * (at + CHUNK)) / file.size));
  }
  parts.push(limit.take(decoder.decode()));
  return { text: parts.join(''), cut: limit.cut() };
}

export function parseRows(written: string): { rows: TableRows; isUnclosed: boolean } {
  const text = withTabs(withOneLineEnd(written));
  const delimiter = guessDelimiter(text.slice(0, HEAD));
  const hasQuotes = !isRaceCapture(text) && text.includes('"');
  const rows = lineRows(text, delimiter, hasQuotes, MOST_ROWS + 1);
  if (rows !== null) return { rows, isUnclosed: false };
  const parsed = parseQuoted(text, delimiter);
  return { ...parsed, rows: listRows(parsed.rows) };
}

/** A quotation mark that is never closed would swallow the rest of the file: from there on it is taken for a letter. */
function parseQuoted(text: string, delimiter: string): { rows: string[][]; isUnclosed: boolean } {
  const { data: rows, errors } = Papa.parse<string[]>(text, { delimiter, newline: '\n', preview: MOST_ROWS + 1 });
  const unclosed = errors.find(({ code }) => code === 'MissingQuotes');
  if (unclosed === undefined) return { rows, isUnclosed: false };
  const rest = text.slice(text.lastIndexOf('\n', unclosed.index ?? 0) + 1);
  const { data } = Papa.parse<string[]>(rest, { delimiter, newline: '\n', quoteChar: NO_QUOTE });
  return { rows: [...rows.slice(0, unclosed.row ?? 0), ...data], isUnclosed: true };
}

/** Two loggers in one file end their lines in two ways: the other end behind a quotation mark would keep it open. */
function withOneLineEnd(text: string): string {
  return text.includes('\r') ? text.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : text;
}
