import { statfs } from 'node:fs/promises';
import type { Sender } from '../../../server/access/sender.ts';
import type { Clock } from '../../../server/clock.ts';
import type { Log } from '../../../server/log.ts';
import type { StoredBytes } from '../storage/stored-bytes.ts';

/** Quota for runs and samples of an account with an unconfirmed address: enough for the first day. */
export const UNCONFIRMED_BYTES = 5 * 1024 ** 2;
/**
 * Share of the cap for all unconfirmed accounts together: an attacker who makes accounts by the hundred takes room from
 * no other.
 */
const UNCONFIRMED_SHARE = 0.01;
const FRESH_MS = 30_000;

export type RoomRefusal = 'storage-full' | 'email-not-confirmed';
type Owner = Pick<Sender, 'verifiedEmail'>;
type Kind = 'runs' | 'videos';

/** Most bytes of runs and samples that one account may hold, and the refusal above that. */
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
  /** Most bytes of all accounts together. */
  readonly cap: number;
  /** Bytes of the disk that stay free: taps are stored when uploads are not. */
  readonly floor: number;
  /** Whether each kind lies on that disk, and not in a database or a store elsewhere. */
  readonly isHere: Readonly<Record<Kind, boolean>>;
  readonly measureStored: () => Promise<StoredBytes>;
  readonly measureFree: () => Promise<number>;
}

/** Room for more data of all accounts together. The quota of one account is counted apart. */
export interface StorageRoom {
  /** Null if there is room. */
  refuse(kind: Kind, owner: Owner, bytes: number): Promise<RoomRefusal | null>;
  /** Counts bytes that have been stored, or will be, until the database is next asked. */
  add(owner: Owner, bytes: number): void;
  /** Check for an upload that has its room already, and needs a disk to write to. */
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
