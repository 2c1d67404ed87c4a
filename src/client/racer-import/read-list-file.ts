import { hasTooManyLines } from '../../domain/racers/import/separator.ts';
import { ok, refuse, type Result } from '../../domain/result.ts';
import type { WorkbookFault } from './read-workbook.ts';

/** Ten thousand racers fit in many times over; a video dropped by mistake does not. */
export const MAX_LIST_BYTES = 2 * 1024 * 1024;

/** `spreadsheet`: one of Numbers, LibreOffice or an older Excel, or with a password. */
export type ListFileFault =
  | 'too-large'
  | 'too-many-lines'
  | 'spreadsheet'
  | 'workbook-too-large'
  | 'workbook-empty'
  | 'unreadable';

const WORKBOOK_FAULTS: Readonly<Record<WorkbookFault, ListFileFault>> = {
  other: 'spreadsheet',
  'too-large': 'workbook-too-large',
  empty: 'workbook-empty',
  unreadable: 'unreadable',
};

export async function readListFile(file: Blob): Promise<Result<string, ListFileFault>> {
  try {
    const lead = new Uint8Array(await file.slice(0, 4).arrayBuffer());
    if (isOldWorkbook(lead)) return refuse('spreadsheet');
    if (isZip(lead)) {
      const { readWorkbookFile } = await import('./read-workbook.ts');
      const read = await readWorkbookFile(file);
      return read.ok ? read : refuse(WORKBOOK_FAULTS[read.error]);
    }
    if (file.size > MAX_LIST_BYTES) return refuse('too-large');
    const text = decodeList(new Uint8Array(await file.arrayBuffer()));
    return hasTooManyLines(text) ? refuse('too-many-lines') : ok(text);
  } catch {
    return refuse('unreadable');
  }
}

/** An archive: the workbooks of Excel, LibreOffice and Numbers. */
const isZip = ([first, second, third, fourth]: Uint8Array): boolean =>
  first === 0x50 && second === 0x4b && third === 0x03 && fourth === 0x04;

/** The older container of Microsoft Office: .xls, and .xlsx with a password. */
const isOldWorkbook = ([first, second, third, fourth]: Uint8Array): boolean =>
  first === 0xd0 && second === 0xcf && third === 0x11 && fourth === 0xe0;

/** UTF-8, unless the bytes say otherwise: spreadsheets also write UTF-16 ('Unicode text') and Windows-1252. */
export function decodeList(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  // A list begins with titles or names: Latin letters, whose second byte is nought in UTF-16 without a mark.
  if (bytes[1] === 0 && bytes[3] === 0) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
