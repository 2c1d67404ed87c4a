import { type FileHandle, open } from 'node:fs/promises';

/** A position in SQLite's log, checked by its contents: a log that was begun anew, or written again, has other sums. */
export interface LogPosition {
  readonly salts: Pair;
  /** Frames before this position. */
  readonly frames: number;
  /** The running checksum of everything before this position. */
  readonly sums: Pair;
}

type Pair = readonly [number, number];

/** Frames committed between two positions of the log. */
export interface Piece {
  /** Whole frames of whole commits, as they stand in the log. */
  readonly frames: Buffer;
  readonly end: LogPosition;
}

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGIC = 0x377f0682;

/** SQLite's format: https://sqlite.org/fileformat2.html#walformat */
interface LogHeader {
  readonly pageSize: number;
  readonly isBigEndian: boolean;
  readonly start: LogPosition;
}

/**
 * Reads what was committed after a position. `begunAnew` when the log no longer holds that position. A commit that is still being
 * written is left for the next call: its checksum is not right yet.
 */
export async function readLog(file: string, from: LogPosition | undefined): Promise<Piece | 'nothing' | 'begunAnew'> {
  const log = await openLog(file);
  if (log === undefined) return from === undefined ? 'nothing' : 'begunAnew';
  try {
    const header = await readHeader(log);
    if (header === undefined) return from === undefined ? 'nothing' : 'begunAnew';
    if (from !== undefined && !isSame(header.start.salts, from.salts)) return 'begunAnew';
    const start = from ?? header.start;
    const frameBytes = FRAME_HEADER_BYTES + header.pageSize;
    const bytes = await readAt(log, HEADER_BYTES + start.frames * frameBytes);
    return takeCommits(bytes, frameBytes, start, header.isBigEndian);
  } finally {
    await log.close();
  }
}

/** Whether the log still has this position, with the same commits before it. */
export async function holdsPosition(file: string, { salts, frames, sums }: LogPosition): Promise<boolean> {
  const log = await openLog(file);
  if (log === undefined) return false;
  try {
    const header = await readHeader(log);
    if (header === undefined || !isSame(header.start.salts, salts)) return false;
    if (frames === 0) return true;
    const at = HEADER_BYTES + (frames - 1) * (FRAME_HEADER_BYTES + header.pageSize);
    const frame = await readAt(log, at, FRAME_HEADER_BYTES);
    return frame.length === FRAME_HEADER_BYTES && isSame(pairAt(frame, 8), salts) && isSame(pairAt(frame, 16), sums);
  } finally {
    await log.close();
  }
}

function takeCommits(bytes: Buffer, frameBytes: number, start: LogPosition, isBigEndian: boolean): Piece | 'nothing' {
  let end = start;
  let length = 0;
  let sums = start.sums;
  for (let at = 0; at + frameBytes <= bytes.length; at += frameBytes) {
    if (!isSame(pairAt(bytes, at + 8), start.salts)) break;
    sums = addTo(sums, bytes, at, at + 8, isBigEndian);
    sums = addTo(sums, bytes, at + FRAME_HEADER_BYTES, at + frameBytes, isBigEndian);
    if (!isSame(pairAt(bytes, at + 16), sums)) break;
    const isCommit = bytes.readUInt32BE(at + 4) !== 0;
    if (!isCommit) continue;
    length = at + frameBytes;
    end = { salts: start.salts, frames: start.frames + length / frameBytes, sums };
  }
  return length === 0 ? 'nothing' : { frames: bytes.subarray(0, length), end };
}

async function readHeader(log: FileHandle): Promise<LogHeader | undefined> {
  const bytes = await readAt(log, 0, HEADER_BYTES);
  if (bytes.length < HEADER_BYTES) return undefined;
  const magic = bytes.readUInt32BE(0);
  // The lowest bit says in which order the words of a checksum are read.
  if ((magic & ~1) >>> 0 !== MAGIC) return undefined;
  const isBigEndian = (magic & 1) === 1;
  const sums = pairAt(bytes, 24);
  if (!isSame(addTo([0, 0], bytes, 0, 24, isBigEndian), sums)) return undefined;
  return { pageSize: bytes.readUInt32BE(8), isBigEndian, start: { salts: pairAt(bytes, 16), frames: 0, sums } };
}

function addTo([first, second]: Pair, bytes: Buffer, from: number, to: number, isBigEndian: boolean): Pair {
  let [one, two] = [first, second];
  for (let at = from; at < to; at += 8) {
    one = (one + (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + two) >>> 0;
    two = (two + (isBigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + one) >>> 0;
  }
  return [one, two];
}

const pairAt = (bytes: Buffer, at: number): Pair => [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)];

const isSame = (one: Pair, other: Pair): boolean => one[0] === other[0] && one[1] === other[1];

async function openLog(file: string): Promise<FileHandle | undefined> {
  return open(`${file}-wal`, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
}

async function readAt(file: FileHandle, position: number, most = Infinity): Promise<Buffer> {
  const left = Math.max(0, (await file.stat()).size - position);
  const buffer = Buffer.allocUnsafe(Math.min(most, left));
  const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
  return buffer.subarray(0, bytesRead);
}
