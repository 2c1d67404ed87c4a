import type { DBSchema } from 'idb';
import { ok, refuse, type Result } from '../../domain/result.ts';
import { PICTURES_KEPT_MS } from '../../protocol/pictures.ts';
import { createReopenedDatabase, withoutEmpty } from '../sync/reopened-database.ts';
import { type FinishPictures, isFit, type KeepProblem, type KeptFinish, type KeptPicture } from './kept-finish.ts';

interface PictureSchema extends DBSchema {
  finishes: { key: string; value: KeptFinish };
  pictures: { key: string; value: readonly KeptPicture[] };
}

export interface PictureStore {
  /** Resolves once strip and frames are on disk. The same tap again replaces what is there. */
  keep(finish: FinishPictures): Promise<Result<KeptFinish, KeepProblem>>;
  list(): Promise<readonly KeptFinish[]>;
  /** The strip first, then the frames. */
  read(tapId: string): Promise<readonly KeptPicture[] | undefined>;
  /** Does nothing for a finish that is gone: a deleted one never comes back. */
  change(tapId: string, change: Pick<KeptFinish, 'sharing' | 'refusal'>): Promise<void>;
  remove(isGone: (finish: KeptFinish) => boolean): Promise<void>;
  /** Hears every change that this page makes. */
  subscribe(listener: () => void): () => void;
}

interface Bounds {
  readonly finishes: number;
  readonly bytes: number;
}

const BOUNDS: Bounds = { finishes: 1_000, bytes: 400 * 1024 ** 2 };
/** Only with strict durability does a finished transaction mean that the disk has the data. */
const STRICT = { durability: 'strict' } as const;
const STORES: ('finishes' | 'pictures')[] = ['finishes', 'pictures'];
/** A megabyte takes a while to write. */
const ANSWER_WITHIN_MS = 20_000;

export const isOver = ({ keptAt }: KeptFinish, now = Date.now()): boolean => keptAt + PICTURES_KEPT_MS <= now;

/**
 * Finishes to drop so that another one has room, the oldest first: only those that the server has. Undefined where that is
 * not enough: pictures that are nowhere else are dropped by a person, or when their time is over.
 */
function findRoom(kept: readonly KeptFinish[], bytes: number, most: Bounds): readonly KeptFinish[] | undefined {
  let held = kept.reduce((sum, each) => sum + each.bytes, bytes);
  const dropped: KeptFinish[] = [];
  const isTooMuch = () => held > most.bytes || kept.length - dropped.length >= most.finishes;
  for (const each of kept.filter(({ sharing }) => sharing === 'sent').sort((a, b) => a.keptAt - b.keptAt)) {
    if (!isTooMuch()) break;
    held -= each.bytes;
    dropped.push(each);
  }
  return isTooMuch() ? undefined : dropped;
}

/** Pictures of this device, for all who use it: who may see them is asked by the screens of their event. */
export function createPictureStore(name = 'pushoff-pictures', most = BOUNDS): PictureStore {
  const listeners = new Set<() => void>();
  const { run } = createReopenedDatabase<PictureSchema>(name, {
    version: 1,
    upgrade(database) {
      database.createObjectStore('finishes', { keyPath: 'tapId' });
      database.createObjectStore('pictures');
    },
    answerWithinMs: ANSWER_WITHIN_MS,
    repeatsUnanswered: true,
    log: (message, details) => console.warn(message, details ?? ''),
  });
  const tell = () => listeners.forEach((listener) => listener());

  /** Bytes, not blobs: browsers lose blobs of a private window, and Safari those of a page that was left. */
  async function unpack(blob: Blob): Promise<KeptPicture> {
    return { type: blob.type, bytes: new Uint8Array(await blob.arrayBuffer()) };
  }

  async function write(finish: KeptFinish, pictures: readonly KeptPicture[]): Promise<boolean> {
    return run(async (database) => {
      const tx = database.transaction(STORES, 'readwrite', STRICT);
      const work = async () => {
        const finishes = tx.objectStore('finishes');
        const others = withoutEmpty(await finishes.getAll()).filter(({ tapId }) => tapId !== finish.tapId);
        const dropped = findRoom(others, finish.bytes, most);
        if (dropped === undefined) return false;
        for (const { tapId } of dropped) {
          await finishes.delete(tapId);
          await tx.objectStore('pictures').delete(tapId);
        }
        await finishes.put(finish);
        await tx.objectStore('pictures').put(pictures, finish.tapId);
        return true;
      };
      const [isWritten] = await Promise.all([work(), tx.done]);
      return isWritten;
    });
  }

  return {
    async keep(finish) {
      if (!isFit(finish)) return refuse('unfit');
      const { strip, frames, ...facts } = finish;
      try {
        const pictures = await Promise.all([strip, ...frames.map(({ picture }) => picture)].map(unpack));
        const kept: KeptFinish = {
          ...facts,
          frames: frames.map(({ at }) => at),
          bytes: pictures.reduce((sum, { bytes }) => sum + bytes.length, 0),
          keptAt: Date.now(),
          sharing: 'here',
        };
        if (!(await write(kept, pictures))) return refuse('full');
        tell();
        return ok(kept);
      } catch (error) {
        return refuse((error as Error).name === 'QuotaExceededError' ? 'full' : 'unavailable');
      }
    },
    list: () => run(async (database) => withoutEmpty(await database.getAll('finishes'))),
    read: (tapId) => run((database) => database.get('pictures', tapId)),
    async change(tapId, change) {
      await run(async (database) => {
        const tx = database.transaction('finishes', 'readwrite', STRICT);
        const work = async () => {
          const known = await tx.store.get(tapId);
          if (known === undefined) return;
          const { refusal: _, ...rest } = known;
          await tx.store.put({ ...rest, ...change });
        };
        await Promise.all([work(), tx.done]);
      });
      tell();
    },
    async remove(isGone) {
      await run(async (database) => {
        const tx = database.transaction(STORES, 'readwrite', STRICT);
        const work = async () => {
          const gone = withoutEmpty(await tx.objectStore('finishes').getAll()).filter(isGone);
          for (const { tapId } of gone) {
            await tx.objectStore('finishes').delete(tapId);
            await tx.objectStore('pictures').delete(tapId);
          }
        };
        await Promise.all([work(), tx.done]);
      });
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
