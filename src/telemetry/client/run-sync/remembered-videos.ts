import type { RunVideo } from '../../protocol/runs.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { FoundChapter, RunLibrary } from './run-library.ts';
import type { RunStorage } from './run-storage.ts';

/** Only Chromium has these methods so far. */
interface AskingHandle extends FileSystemFileHandle {
  queryPermission?(options: { mode: 'read' }): Promise<PermissionState>;
  requestPermission?(options: { mode: 'read' }): Promise<PermissionState>;
}

type Chapter = RunVideo['chapters'][number];
type VideoMemory = Pick<RunLibrary, 'rememberVideo' | 'findVideo' | 'unlockVideo'>;

/**
 * Files of videos on this device. A handle lasts beyond the page, where the browser has handles; a mere file is known
 * for as long as the page is open, and asked for again after that.
 */
export function createVideoMemory(storage: Pick<RunStorage, 'rememberFile' | 'recallFile'>): VideoMemory {
  const files = new Map<string, File>();
  const keyOf = ({ fingerprint, size }: Chapter) => `${fingerprint} ${size}`;

  async function find(chapter: Chapter, asks: boolean): Promise<FoundChapter> {
    const known = files.get(keyOf(chapter));
    if (known !== undefined && (await isReadable(known))) return known;
    const handle: AskingHandle | undefined = await storage.recallFile(keyOf(chapter)).catch(() => undefined);
    if (handle === undefined) return 'missing';
    try {
      const options = { mode: 'read' } as const;
      const state = asks ? await handle.requestPermission?.(options) : await handle.queryPermission?.(options);
      if (state === 'prompt') return 'ask-permission';
      if (state === 'denied') return 'missing';
      const file = await handle.getFile();
      if (file.size !== chapter.size) return 'missing';
      files.set(keyOf(chapter), file);
      return file;
    } catch {
      // The file was moved, renamed or deleted.
      return 'missing';
    }
  }

  return {
    async rememberVideo({ chapters }, given) {
      for (const each of given) {
        const file = each instanceof File ? each : await each.getFile();
        const sized = chapters.filter(({ size }) => size === file.size);
        if (sized.length === 0) continue;
        const fingerprint = await fingerprintOf(file);
        const chapter = sized.find((candidate) => candidate.fingerprint === fingerprint);
        if (chapter === undefined) continue;
        files.set(keyOf(chapter), file);
        // Not every browser that has handles can store them; the file is known for now.
        if (!(each instanceof File)) await storage.rememberFile(keyOf(chapter), each).catch(() => undefined);
      }
    },
    findVideo: ({ chapters }) => Promise.all(chapters.map((chapter) => find(chapter, false))),
    async unlockVideo({ chapters }) {
      const found: FoundChapter[] = [];
      // One after the other: browsers show one question at a time.
      for (const chapter of chapters) found.push(await find(chapter, true));
      return found;
    },
  };
}

async function isReadable(file: File): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}
