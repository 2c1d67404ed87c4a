import { chapterOf } from '../../../domain/movie/chapters.ts';
import { sniff } from '../../../domain/sniff.ts';

/** A dropped or chosen file, and, where the browser has handles, the handle that finds it again on the next visit. */
export interface GivenFile {
  readonly file: File;
  readonly handle: FileSystemFileHandle | null;
}

interface PickerWindow {
  showOpenFilePicker?(options: { multiple: boolean }): Promise<FileSystemFileHandle[]>;
}
interface HandleItem {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}

const fromHandle = async (handle: FileSystemFileHandle): Promise<GivenFile> => ({
  file: await handle.getFile(),
  handle,
});
export const fromFile = (file: File): GivenFile => ({ file, handle: null });

/** Null where there is no such picker: the browser's ordinary one is opened instead. */
export async function pickFiles(): Promise<readonly GivenFile[] | null> {
  const { showOpenFilePicker } = window as PickerWindow;
  if (showOpenFilePicker === undefined) return null;
  try {
    const handles = await showOpenFilePicker.call(window, { multiple: true });
    return await Promise.all(handles.map(fromHandle));
  } catch (problem) {
    return problem instanceof DOMException && problem.name === 'AbortError' ? [] : null;
  }
}

/** Has to be called while the event is being handled: afterwards the browser removes the files. */
export async function takeDropped(transfer: DataTransfer): Promise<readonly GivenFile[]> {
  const taken = Array.from(transfer.items)
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ file: item.getAsFile(), handle: (item as HandleItem).getAsFileSystemHandle?.() }));
  const given = await Promise.all(
    taken.map(async ({ file, handle }) => {
      const found = await handle?.catch(() => null);
      // A folder is no file.
      if (found?.kind === 'directory') return null;
      return file === null ? null : { file, handle: (found as FileSystemFileHandle | null | undefined) ?? null };
    }),
  );
  return given.filter((each) => each !== null);
}

const HEAD = 4_096;

/** Files that are one recording: the chapters of a video, or one file alone. */
export interface GivenUnit {
  readonly files: readonly GivenFile[];
  readonly isMovie: boolean;
}

export async function joinGiven(given: readonly GivenFile[]): Promise<readonly GivenUnit[]> {
  const units: { files: GivenFile[]; isMovie: boolean }[] = [];
  const chaptered = new Map<string, GivenFile[]>();
  for (const each of given) {
    const isMovie = await holdsMovie(each.file);
    const chapter = isMovie ? chapterOf(each.file.name) : null;
    const files = chapter === null ? undefined : chaptered.get(chapter.recording);
    // The same file twice is two recordings that happen to have one name.
    const isNew = files?.every(({ file }) => chapterOf(file.name)!.chapter !== chapter!.chapter) ?? false;
    if (files !== undefined && isNew) {
      files.push(each);
      continue;
    }
    const unit = { files: [each], isMovie };
    units.push(unit);
    if (chapter !== null) chaptered.set(chapter.recording, unit.files);
  }
  const order = ({ file }: GivenFile) => chapterOf(file.name)?.chapter ?? 0;
  for (const { files } of units) files.sort((one, other) => order(one) - order(other));
  return units;
}

async function holdsMovie(file: Blob): Promise<boolean> {
  try {
    return sniff(new Uint8Array(await file.slice(0, HEAD).arrayBuffer())) === 'movie';
  } catch {
    // The reader says why the file cannot be read.
    return false;
  }
}
