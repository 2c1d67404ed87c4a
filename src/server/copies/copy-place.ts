import { mkdir, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { syncFolderOf } from '../storage/backup.ts';

/** Where a copy lies: names with slashes, and bytes. A name has all of its bytes, or is not there. */
export interface CopyPlace {
  put(name: string, bytes: Uint8Array): Promise<void>;
  read(name: string): Promise<Uint8Array>;
  /** All names, in no order. */
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
}

const PART = '.part';

export function createFolderPlace(folder: string): CopyPlace {
  const pathOf = (name: string) => join(folder, ...name.split('/'));
  return {
    async put(name, bytes) {
      const path = pathOf(name);
      await makeFolder(dirname(path), folder);
      const part = `${path}${PART}`;
      const file = await open(part, 'w', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(part, path);
      await syncFolderOf(path);
    },
    read: (name) => readFile(pathOf(name)),
    async list() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile() && !entry.name.endsWith(PART))
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
    },
    async remove(name) {
      await rm(pathOf(name), { force: true });
      for (let path = dirname(pathOf(name)); path !== folder; path = dirname(path)) {
        if (!(await isRemoved(path))) return;
      }
    },
  };
}

/**
 * The root folder is the operator's: it is missing while its disk is not mounted, and a folder made in its place would fill the
 * very disk that the copy is to outlive.
 */
async function makeFolder(path: string, root: string): Promise<void> {
  if (path === root) return;
  await makeFolder(dirname(path), root);
  try {
    await mkdir(path, { mode: 0o700 });
    await syncFolderOf(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

const isRemoved = (path: string): Promise<boolean> =>
  rmdir(path).then(
    () => true,
    () => false,
  );
