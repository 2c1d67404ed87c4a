import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { epochMs } from '../../domain/units.ts';
import { NoTurnError } from '../fair-turns.ts';
import { createPageThread, type PageThread } from './page-thread.ts';

/** Stands in for the thread that draws: the text of the event says what it does. */
const THREAD = `
  import { parentPort, threadId } from 'node:worker_threads';
  parentPort.on('message', ({ drawing: { text } }) => {
    if (text === 'throw') throw new Error('damaged');
    if (text === 'fill') for (const all = []; ; ) all.push(new Array(1000).fill(all.length));
    while (text === 'hang');
    parentPort.postMessage({ body: text, title: String(threadId), description: '', places: '{}' });
  });`;

const stays = new AbortController().signal;
let folder = '';
let threads: Worker[] = [];
let thread: PageThread | undefined;
const note = (worker: Worker) => threads.push(worker);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pushoff-page-thread-'));
  await writeFile(join(folder, 'thread.mjs'), THREAD);
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  threads = [];
  process.on('worker', note);
});
afterEach(async () => {
  process.off('worker', note);
  await thread?.stop();
});

function start(bounds: Parameters<typeof createPageThread>[1] = {}) {
  const started = createPageThread(join(folder, 'thread.mjs'), bounds);
  thread = started;
  return (text: string, gone = stays) => {
    const boot = { viewer: { kind: 'nobody' }, site: { supportEmail: '', contactEmail: '' } } as const;
    const drawing = { url: '/timer', boot, entry: 'viewer', text, at: epochMs(0) } as const;
    return started.draw({ rendererFile: 'none', drawing }, gone);
  };
}
const ended = (worker: Worker | undefined) => expect.poll(() => worker?.threadId).toBe(-1);

test('[V39] pages that follow each other are drawn by one thread, which ends when none follows', async () => {
  const draw = start();
  const [one, other] = [await draw('one'), await draw('other')];
  expect([one.body, other.body]).toEqual(['one', 'other']);
  expect(other.title).toBe(one.title);
  const drawOnce = start({ idleMs: 1 });
  await drawOnce('one');
  await ended(threads[1]);
  await expect(drawOnce('other')).resolves.toMatchObject({ body: 'other' });
});

test('[V39] a thread whose readers have gone is ended in the middle of its work', async () => {
  // Longer than this test may take: the bound on time must not be what ends the thread.
  const draw = start({ mostMs: 3_600_000 });
  const gone = new AbortController();
  const began = once(process, 'worker') as Promise<[Worker]>;
  const hanging = draw('hang', gone.signal);
  await once((await began)[0], 'online');
  gone.abort();
  await expect(hanging).rejects.toBeInstanceOf(NoTurnError);
  await ended(threads[0]);
  await expect(draw('next')).resolves.toMatchObject({ body: 'next' });
});

test.each([
  ['fails', 'throw', {}, { message: 'damaged' }],
  ['takes too much memory', 'fill', { mostMb: 16 }, { code: 'ERR_WORKER_OUT_OF_MEMORY' }],
])('[V39] a thread that %s is ended, and the next page has a new one', async (_, text, bounds, error) => {
  const draw = start(bounds);
  await expect(draw(text)).rejects.toMatchObject(error);
  await ended(threads[0]);
  await expect(draw('next')).resolves.toMatchObject({ body: 'next' });
});

test('[V39] a thread that takes too long is ended', async () => {
  const draw = start({ mostMs: 50 });
  await expect(draw('hang')).rejects.toMatchObject({ cause: { name: 'TimeoutError' } });
  await ended(threads[0]);
});

test('[V39] a thread that fails after its page takes nothing with it', async () => {
  const draw = start();
  await draw('one');
  // Its page has been taken: an error beside the page could arrive before it.
  threads[0]!.postMessage({ drawing: { text: 'throw' } });
  await ended(threads[0]);
  await expect(draw('next')).resolves.toMatchObject({ body: 'next' });
});
