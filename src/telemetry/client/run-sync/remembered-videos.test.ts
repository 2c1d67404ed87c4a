import { expect, test } from 'vitest';
import type { RunVideo } from '../../protocol/runs.ts';
import { fingerprintOf } from './fingerprint.ts';
import { createMemoryRunStorage } from './memory-run-storage.ts';
import { createVideoMemory } from './remembered-videos.ts';

const FIRST = new File(['first chapter'], 'GX010042.MP4');
const SECOND = new File(['later chapter'], 'GX020042.MP4');
/** A file as large as the second, and another film. */
const OTHER = new File(['anotherpicture'.slice(0, 13)], 'GX020042.MP4');

async function videoOf(...files: readonly File[]): Promise<RunVideo> {
  const chapters = files.map(async (file) => ({
    fileName: file.name,
    size: file.size,
    fingerprint: await fingerprintOf(file),
    duration: 10,
  }));
  const alignment = { offset: 0, method: 'none', confidence: 0, uncertaintySeconds: 0 } as const;
  return { id: 'video', chapters: await Promise.all(chapters), framesPerSecond: 25, alignment, uploadIds: [] };
}

/** Files are compared by identity: two files look alike to a deep comparison. */
const show = (found: readonly unknown[]) =>
  found.map((each) => (each === FIRST ? 'first' : each === SECOND ? 'second' : each));

/** The browser's handle of a chosen file; the browser asks for permission again on the next visit. */
function handleOf(file: File) {
  const state = { permission: 'prompt' as PermissionState, isThere: true };
  const handle = {
    getFile: async () => {
      if (!state.isThere) throw new DOMException('gone', 'NotFoundError');
      return file;
    },
    queryPermission: async () => state.permission,
    requestPermission: async () => (state.permission = 'granted'),
  } as unknown as FileSystemFileHandle;
  return { handle, state };
}

test('files that were chosen are known for as long as the page is open, in whatever order they came', async () => {
  const storage = createMemoryRunStorage();
  const video = await videoOf(FIRST, SECOND);
  const memory = createVideoMemory(storage);
  expect(show(await memory.findVideo(video))).toEqual(['missing', 'missing']);
  await memory.rememberVideo(video, [SECOND, FIRST]);
  expect(show(await memory.findVideo(video))).toEqual(['first', 'second']);
  expect(show(await createVideoMemory(storage).findVideo(video))).toEqual(['missing', 'missing']);
});

test('a file of the same name and size that is another film is not taken', async () => {
  const video = await videoOf(FIRST, SECOND);
  const memory = createVideoMemory(createMemoryRunStorage());
  await memory.rememberVideo(video, [FIRST, OTHER]);
  expect(show(await memory.findVideo(video))).toEqual(['first', 'missing']);
});

test('a handle finds the file on the next visit, once the browser was allowed to', async () => {
  const storage = createMemoryRunStorage();
  const video = await videoOf(FIRST);
  const { handle, state } = handleOf(FIRST);
  await createVideoMemory(storage).rememberVideo(video, [handle]);

  const nextVisit = createVideoMemory(storage);
  expect(show(await nextVisit.findVideo(video))).toEqual(['ask-permission']);
  expect(show(await nextVisit.unlockVideo(video))).toEqual(['first']);
  expect(show(await nextVisit.findVideo(video))).toEqual(['first']);

  state.isThere = false;
  expect(show(await createVideoMemory(storage).findVideo(video))).toEqual(['missing']);
});
