import { statfs } from 'node:fs/promises';
import type { Sender } from '../access/sender.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { StoredBytes } from '../storage/stored-bytes.ts';

/** Runs and samples of an account that has not confirmed its address: enough for the first day. */
export const UNCONFIRMED_BYTES = 5 * 1024 ** 2;
/** What all such accounts hold together, as a part of the cap: whoever makes accounts by the hundred takes room from no other. */
const UNCONFIRMED_SHARE = 0.01;
const FRESH_MS = 30_000;

export type RoomRefusal = 'storage-full' | 'email-not-confirmed';
type Owner = Pick<Sender, 'verifiedEmail'>;
type Kind = 'runs' | 'videos';

/** What one account may hold of runs and samples, and what it is told past that. */
export interface RunQuota {
  readonly bytes: number;
  readonly refusal: 'too-many-runs' | 'email-not-confirmed';
}

export function runQuotaOf({ verifiedEmail }: Owner, runQuota: number): RunQuota {
  return verifiedEmail === null && UNCONFIRMED_BYTES < runQuota
    ? { bytes: UNCONFIRMED_BYTES, refusal: 'email-not-confirmed' }
    : { bytes: runQuota, refusal: 'too-many-runs' };
}

export interface StorageRoomParts {
  readonly clock: Clock;
  readonly log: Log;
  /** Bytes of everybody together. */
  readonly cap: number;
  /** Bytes of the disk that stay free: taps are stored when uploads are not. */
  readonly floor: number;
  /** Whether that disk is where they lie, and not a database or a store elsewhere. */
  readonly isHere: Readonly<Record<Kind, boolean>>;
  readonly measureStored: () => Promise<StoredBytes>;
  readonly measureFree: () => Promise<number>;
}

/** Whether there is room for more, for everybody together. What one account may hold is counted apart. */
export interface StorageRoom {
  /** Null where there is. */
  refuse(kind: Kind, owner: Owner, bytes: number): Promise<RoomRefusal | null>;
  /** So much more has been stored, or will be: counted until the next look at the database. */
  add(owner: Owner, bytes: number): void;
  /** For what has its room already, and needs a disk to write to. */
  goOn(kind: Kind): Promise<RoomRefusal | null>;
}

export const freeBytesOf = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

export function createStorageRoom(parts: StorageRoomParts): StorageRoom {
  const { clock, log, cap, floor, isHere, measureStored, measureFree } = parts;
  let measured: { readonly at: number; all: number; unconfirmed: number } | undefined;
  let isStopped = false;

  async function measure() {
    const now = clock.now();
    if (measured === undefined || Math.abs(now - measured.at) > FRESH_MS) {
      measured = { at: now, ...(await measureStored()) };
    }
    return measured;
  }

  async function isDiskFull(kind: Kind, bytes: number): Promise<boolean> {
    if (!isHere[kind]) return false;
    const free = await measureFree();
    const isLow = free < floor;
    if (isLow !== isStopped) {
      isStopped = isLow;
      const state = { freeBytes: free, floorBytes: floor };
      if (isLow) log.warn('Uploads have stopped: too little room on the disk of DATA_DIR. Timing goes on', state);
      else log.info('Uploads go on: there is room on the disk again', state);
    }
    return free - bytes < floor;
  }

  return {
    async refuse(kind, { verifiedEmail }, bytes) {
      const isConfirmed = verifiedEmail !== null;
      if (kind === 'videos' && !isConfirmed) return 'email-not-confirmed';
      if (await isDiskFull(kind, bytes)) return 'storage-full';
      const stored = await measure();
      if (stored.all + bytes > cap) return 'storage-full';
      const isCrowded = !isConfirmed && stored.unconfirmed + bytes > cap * UNCONFIRMED_SHARE;
      return isCrowded ? 'email-not-confirmed' : null;
    },
    add({ verifiedEmail }, bytes) {
      if (measured === undefined) return;
      measured.all += bytes;
      if (verifiedEmail === null) measured.unconfirmed += bytes;
    },
    goOn: async (kind) => ((await isDiskFull(kind, 0)) ? 'storage-full' : null),
  };
}
