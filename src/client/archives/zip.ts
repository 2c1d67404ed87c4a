import { ok, refuse, type Result } from '../../domain/result.ts';
import { canUnpack, unpack, type UnpackFault } from './unpack.ts';

export type ZipFault = UnpackFault | 'locked';

/** A file in an archive. */
export interface ZipEntry {
  readonly path: string;
  readonly method: number;
  readonly isLocked: boolean;
  readonly packedSize: number;
  /** Unpacked, as the list says. */
  readonly size: number;
  /** Offset of the file's own head in the archive. */
  readonly at: number;
}

const END = 0x06_05_4b_50;
const WIDE_END = 0x06_06_4b_50;
const WIDE_END_PLACE = 0x07_06_4b_50;
const ENTRY = 0x02_01_4b_50;
const HEAD = 0x04_03_4b_50;
const END_SIZE = 22;
const PLACE_SIZE = 20;
const WIDE_SIZE = 56;
const ENTRY_SIZE = 46;
const HEAD_SIZE = 30;
/** The note behind an archive, which is the last in it. */
const MOST_NOTE = 65_535;
/** Twenty years of riding twice a day; an export with its photographs has some more. */
const MOST_ENTRIES = 50_000;
const MOST_LIST = 16 * 1024 * 1024;
const STORED = 0;
const DEFLATED = 8;

/** The list of an archive stands at its end; nothing else is read for it. */
export async function listZip(file: Blob): Promise<Result<readonly ZipEntry[], ZipFault>> {
  const end = await findEnd(file);
  if (end === null) return refuse('damaged');
  if (end.count > MOST_ENTRIES || end.size > MOST_LIST) return refuse('too-large');
  const view = await viewOf(file, end.at, end.size);
  const entries: ZipEntry[] = [];
  for (let at = 0; entries.length < end.count;) {
    if (at + ENTRY_SIZE > view.byteLength || view.getUint32(at, true) !== ENTRY) return refuse('damaged');
    const [name, extra, note] = [
      view.getUint16(at + 28, true),
      view.getUint16(at + 30, true),
      view.getUint16(at + 32, true),
    ];
    const next = at + ENTRY_SIZE + name + extra + note;
    if (next > view.byteLength) return refuse('damaged');
    const flags = view.getUint16(at + 8, true);
    entries.push({
      path: decodeName(new Uint8Array(view.buffer, view.byteOffset + at + ENTRY_SIZE, name), (flags & 0x800) !== 0),
      method: view.getUint16(at + 10, true),
      isLocked: (flags & 1) !== 0,
      ...readSizes(view, at, at + ENTRY_SIZE + name, extra),
    });
    at = next;
  }
  return ok(entries);
}

async function viewOf(file: Blob, from: number, size: number): Promise<DataView> {
  return new DataView(await file.slice(from, from + size).arrayBuffer());
}

interface ListPlace {
  readonly count: number;
  readonly at: number;
  readonly size: number;
}

async function findEnd(file: Blob): Promise<ListPlace | null> {
  const from = Math.max(0, file.size - END_SIZE - MOST_NOTE);
  const view = await viewOf(file, from, file.size - from);
  for (let at = view.byteLength - END_SIZE; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== END) continue;
    const end = {
      count: view.getUint16(at + 10, true),
      size: view.getUint32(at + 12, true),
      at: view.getUint32(at + 16, true),
    };
    const isWide = end.count === 0xffff || end.size === 0xffff_ffff || end.at === 0xffff_ffff;
    const isMarked = at >= PLACE_SIZE && view.getUint32(at - PLACE_SIZE, true) === WIDE_END_PLACE;
    const found =
      isWide && isMarked ? await readWideEnd(file, Number(view.getBigUint64(at - PLACE_SIZE + 8, true))) : end;
    return found !== null && found.at + found.size <= file.size ? found : null;
  }
  return null;
}

/** Reads the end of an archive of more than 4 GB or 65,535 files. */
async function readWideEnd(file: Blob, at: number): Promise<ListPlace | null> {
  const view = await viewOf(file, at, WIDE_SIZE);
  if (view.byteLength < WIDE_SIZE || view.getUint32(0, true) !== WIDE_END) return null;
  const number = (offset: number) => Number(view.getBigUint64(offset, true));
  return { count: number(32), size: number(40), at: number(48) };
}

/** Sizes and places beyond 4 GB stand in an extra field, those that do not fit alone and in this order. */
function readSizes(view: DataView, at: number, extraAt: number, extraSize: number) {
  const whole = view.getUint32(at + 24, true);
  let size = whole;
  let packedSize = view.getUint32(at + 20, true);
  let place = view.getUint32(at + 42, true);
  const end = extraAt + extraSize;
  for (let field = extraAt; field + 4 <= end;) {
    const fieldSize = view.getUint16(field + 2, true);
    const last = Math.min(end, field + 4 + fieldSize);
    if (view.getUint16(field, true) === 1) {
      let next = field + 4;
      if (whole === 0xffff_ffff && next + 8 <= last) {
        size = Number(view.getBigUint64(next, true));
        next += 8;
      }
      if (packedSize === 0xffff_ffff && next + 8 <= last) {
        packedSize = Number(view.getBigUint64(next, true));
        next += 8;
      }
      if (place === 0xffff_ffff && next + 8 <= last) place = Number(view.getBigUint64(next, true));
    }
    field += 4 + fieldSize;
  }
  return { packedSize, size, at: place };
}

function decodeName(bytes: Uint8Array, isUtf8: boolean): string {
  return new TextDecoder(isUtf8 ? 'utf-8' : 'windows-1252').decode(bytes);
}

/** Opens one file of an archive, unpacked. */
export async function openZip(file: Blob, entry: ZipEntry, most?: number): Promise<Result<File, ZipFault>> {
  if (entry.isLocked) return refuse('locked');
  const head = await viewOf(file, entry.at, HEAD_SIZE);
  if (head.byteLength < HEAD_SIZE || head.getUint32(0, true) !== HEAD) return refuse('damaged');
  const from = entry.at + HEAD_SIZE + head.getUint16(26, true) + head.getUint16(28, true);
  if (from + entry.packedSize > file.size) return refuse('damaged');
  const packed = file.slice(from, from + entry.packedSize);
  const name = entry.path.slice(entry.path.lastIndexOf('/') + 1);
  if (entry.method === STORED) return ok(new File([packed], name));
  if (entry.method !== DEFLATED) return refuse('damaged');
  if (!canUnpack('deflate-raw')) return refuse('cannot-unpack');
  return unpack(packed, 'deflate-raw', name, most);
}
