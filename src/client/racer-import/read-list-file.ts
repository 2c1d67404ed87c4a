import { ok, refuse, type Result } from '../../domain/result.ts';

/** Ten thousand racers fit in many times over; a video dropped by mistake does not. */
export const MAX_LIST_BYTES = 2 * 1024 * 1024;

/** `spreadsheet`: a workbook of Excel, Numbers or LibreOffice, whose cells are not text. */
export type ListFileFault = 'too-large' | 'spreadsheet' | 'unreadable';

export async function readListFile(file: Blob): Promise<Result<string, ListFileFault>> {
  try {
    if (isWorkbook(new Uint8Array(await file.slice(0, 4).arrayBuffer()))) return refuse('spreadsheet');
    if (file.size > MAX_LIST_BYTES) return refuse('too-large');
    return ok(decodeList(new Uint8Array(await file.arrayBuffer())));
  } catch {
    return refuse('unreadable');
  }
}

/** A zip archive (xlsx, ods, numbers) or the older container of Microsoft Office (xls). */
function isWorkbook(bytes: Uint8Array): boolean {
  const [first, second, third, fourth] = bytes;
  const isZip = first === 0x50 && second === 0x4b && third === 0x03 && fourth === 0x04;
  return isZip || (first === 0xd0 && second === 0xcf && third === 0x11 && fourth === 0xe0);
}

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
