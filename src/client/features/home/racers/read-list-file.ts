import { ok, refuse, type Result } from '../../../../domain/result.ts';

/** Ten thousand racers fit in many times over; a video dropped by mistake does not. */
export const MAX_LIST_BYTES = 2 * 1024 * 1024;

export type ListFileFault = 'too-large' | 'unreadable';

export async function readListFile(file: Blob): Promise<Result<string, ListFileFault>> {
  if (file.size > MAX_LIST_BYTES) return refuse('too-large');
  try {
    return ok(decodeList(new Uint8Array(await file.arrayBuffer())));
  } catch {
    return refuse('unreadable');
  }
}

/** UTF-8, unless the bytes say otherwise: spreadsheets also write UTF-16 ('Unicode text') and Windows-1252. */
export function decodeList(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
