import { type FileHandle, open } from 'node:fs/promises';

/** SQLite's write-ahead log, as far as it must be on the disk. */
export interface WriteAheadLog {
  /** Resolves when everything committed so far would be there after a power cut. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/**
 * SQLite itself waits for the disk on the thread that serves all requests: no tap is read, and no change told,
 * meanwhile. So SQLite is told not to wait, and the same wait is done here on another thread.
 *
 * Once the disk has refused, it is unknown what of the log is on it (Linux forgets the error and the pages), so nothing
 * is taken for durable any more until the process has been started again and SQLite has read the log anew.
 */
export function openWriteAheadLog(file: string): WriteAheadLog {
  let opening: Promise<FileHandle> | undefined;
  let refusal: unknown;

  return {
    async sync() {
      if (refusal !== undefined) throw refusal;
      try {
        // SQLite makes the file with the first write and keeps it as long as its connection is open.
        opening ??= open(`${file}-wal`, 'r+');
        await (await opening).datasync();
      } catch (error) {
        refusal = error;
        throw error;
      }
    },
    async close() {
      await (await opening)?.close();
    },
  };
}
