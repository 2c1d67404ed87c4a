import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { FileStore } from '@tus/file-store';
import { type DataStore, type KvStore, Upload } from '@tus/server';
import type { Database } from '../../../server/storage/engine.ts';
import { findUpload } from '../storage/videos.ts';

/** Store of uploaded videos: in DATA_DIR, or in a store that speaks S3. */
export interface VideoStore {
  /** Store that tus writes to. */
  readonly datastore: DataStore;
  /** Bytes from `first` to `last`, both included. Undefined when the file is not here, 'busy' while the store gives no answer. */
  read(uploadId: string, first: number, last: number): Promise<Readable | undefined | 'busy'>;
  /** Called when all of the upload has been written: it must outlast a power cut. */
  finish(uploadId: string): Promise<void>;
  /** A file that is gone already is no error. */
  remove(uploadId: string): Promise<void>;
  /** Files that were written before a moment and that no row knows. */
  listStrays(before: number, isKnown: (uploadId: string) => Promise<boolean>): Promise<string[]>;
}

export function createFileVideoStore(folder: string, db: Database): VideoStore {
  const pathOf = (uploadId: string) => join(folder, uploadId);
  return {
    datastore: new FileStore({ directory: folder, configstore: knownUploads(db) }),
    async read(uploadId, first, last) {
      const file = await open(pathOf(uploadId)).catch(nothingIfMissing);
      return file?.createReadStream({ start: first, end: last });
    },
    async finish(uploadId) {
      const file = await open(pathOf(uploadId), 'r+');
      await file.sync();
      await file.close();
    },
    remove: (uploadId) => rm(pathOf(uploadId), { force: true }),
    async listStrays(before, isKnown) {
      const strays: string[] = [];
      for (const name of await readdir(folder)) {
        const found = await stat(pathOf(name)).catch(nothingIfMissing);
        if (found !== undefined && found.mtimeMs < before && !(await isKnown(name))) strays.push(name);
      }
      return strays;
    },
  };
}

/** Upload details that tus would keep in a file beside each upload are in its row already. */
function knownUploads(db: Database): KvStore<Upload> {
  return {
    async get(id) {
      const row = await findUpload(db, id);
      if (row === undefined) return undefined;
      return new Upload({ id, size: row.size, offset: 0, creation_date: new Date(row.createdAt).toISOString() });
    },
    set: async () => undefined,
    delete: async () => undefined,
  };
}

function nothingIfMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
