import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ok, refuse, type Result } from '../../domain/result.ts';
import { writeName } from './names.ts';
import type { CopyPlace } from './copy-place.ts';
import { oldestMoment, type Plan, planFor } from './plan.ts';

const unpack = promisify<Uint8Array, Buffer>(gunzip);
const FRAME_HEADER_BYTES = 24;
/** Offset at which the first page of a database says how large pages are; 1 stands for 65536. */
const PAGE_SIZE_AT = 16;

/** Reason why nothing was rebuilt: there is no copy, or the copy begins after that moment. */
export type NoCopy = { readonly oldest: number | undefined };

/** Writes the database as it was at a moment, as far as the copy has it. */
export async function rebuildDatabase(place: CopyPlace, moment: number, to: string): Promise<Result<Plan, NoCopy>> {
  const names = await place.list();
  const plan = planFor(names, moment);
  if (plan === undefined) return refuse({ oldest: oldestMoment(names) });
  const { base, pieces } = plan;
  const file = await open(to, 'wx+', 0o600);
  try {
    let at = 0;
    for (let number = 0; number < base.chunks; number += 1) {
      const name = writeName({ kind: 'chunk', line: base.line, begun: base.begun, number });
      const bytes = await unpack(await place.read(name));
      await file.write(bytes, 0, bytes.length, at);
      at += bytes.length;
    }
    const pageSize = await readPageSize(file);
    for (const piece of pieces) await applyFrames(file, await unpack(await place.read(writeName(piece))), pageSize);
    await file.sync();
    return ok(plan);
  } finally {
    await file.close();
  }
}

async function applyFrames(file: FileHandle, frames: Buffer, pageSize: number): Promise<void> {
  const frameBytes = FRAME_HEADER_BYTES + pageSize;
  if (frames.length % frameBytes !== 0) throw new Error('A piece of the log does not consist of whole pages.');
  for (let at = 0; at < frames.length; at += frameBytes) {
    const page = frames.readUInt32BE(at);
    await file.write(frames, at + FRAME_HEADER_BYTES, pageSize, (page - 1) * pageSize);
    // The last frame of a commit has the number of pages that the database then had.
    const pages = frames.readUInt32BE(at + 4);
    if (pages !== 0) await file.truncate(pages * pageSize);
  }
}

async function readPageSize(file: FileHandle): Promise<number> {
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2, PAGE_SIZE_AT);
  const size = buffer.readUInt16BE(0);
  return size === 1 ? 65_536 : size;
}
