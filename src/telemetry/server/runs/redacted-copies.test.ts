import { setMaxListeners } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextRound } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { epochMs } from '../../../domain/units.ts';
import type { StoredSource } from '../storage/samples.ts';
import { createRedactedCopies, type RedactedCopies } from './redacted-copies.ts';

const hidden = { hidesPositions: true, zones: [] };
const zone = { name: 'Home', at: [46, 7] as [number, number], radius: 200 };
const sourceOf = (bodyId: string): StoredSource => ({ bodyId, bytes: 1, digest: '' });
const stays = new AbortController().signal;
setMaxListeners(0, stays);

let folder: string;
let loaded: string[];
/** Redactions that are under way, to be ended by the test. */
let working: { readonly file: string; readonly signal: AbortSignal; finish(): Promise<void> }[];
let copies: RedactedCopies;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'pushoff-copies-')), 'redacted');
  loaded = [];
  working = [];
  copies = await openCopies(1000);
});
const openCopies = (mostBytes: number) =>
  createRedactedCopies({
    folder,
    clock: { now: () => epochMs(Date.now()) },
    mostBytes,
    async load({ bodyId }) {
      loaded.push(bodyId);
      return new Uint8Array(10);
    },
    redact: (bytes, _, file, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        const finish = () => writeFile(file, bytes).then(() => resolve(bytes.length));
        working.push({ file, signal, finish });
      }),
  });
afterEach(async () => {
  copies.stop();
  await rm(join(folder, '..'), { recursive: true });
});

const ask = (bodyId: string, signal = stays, who = 'one') => copies.open(sourceOf(bodyId), hidden, who, signal);
async function arrive(asked: ReturnType<typeof ask>): Promise<number | undefined> {
  const copy = await asked;
  await copy?.file.close();
  return copy?.bytes;
}
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await nextRound();
}
async function make(bodyId: string): Promise<void> {
  const asked = ask(bodyId);
  await until(() => working.length === 1);
  await working.shift()!.finish();
  await arrive(asked);
}

test('[U22] a recording is loaded when its turn has come, and a request too many is told so', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `body ${index}`);
  const asked = names.map((name, index) => ask(name, stays, `address ${index % 10}`));
  await until(() => working.length === 2);
  expect(loaded).toEqual(['body 0', 'body 1']);
  const outcomes = asked.map(arrive);
  for (let made = 0; made < 18; made += 1) {
    await until(() => working.length > 0);
    expect(working.length).toBeLessThanOrEqual(2);
    await working.shift()!.finish();
  }
  const answers = await Promise.all(outcomes);
  expect([
    answers.filter((bytes) => bytes === 10).length,
    answers.filter((bytes) => bytes === undefined).length,
  ]).toEqual([18, 22]);
  expect(loaded.length).toBe(18);
});

test('[U22] an address that fills its line costs another address one turn', async () => {
  const many = Array.from({ length: 7 }, (_, index) => arrive(ask(`many ${index}`, stays, 'greedy')));
  await until(() => working.length === 2);
  const other = arrive(ask('other', stays, 'other'));
  await working.shift()!.finish();
  await until(() => loaded.includes('other'));
  expect(loaded).toEqual(['many 0', 'many 1', 'other']);
  for (let left = 6; left > 0; left -= 1) {
    await until(() => working.length > 0);
    await working.shift()!.finish();
  }
  expect(await other).toBe(10);
  expect((await Promise.all(many)).filter((bytes) => bytes === undefined)).toHaveLength(1);
});

test('[U22] nothing is read or worked on for a reader who has gone', async () => {
  const gone = new AbortController();
  const asked = ['a', 'b', 'c'].map((name) => ask(name, gone.signal));
  await until(() => working.length === 2);
  gone.abort();
  for (const each of asked) await expect(each).rejects.toThrow();
  expect(working.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  working = [];
  await make('d');
  expect(loaded, 'the recording of a waiting reader was not loaded').toEqual(['a', 'b', 'd']);
  expect((await readdir(folder)).length).toBe(1);
});

test('[U22] readers of the same copy wait for one redaction, which goes on while one of them waits', async () => {
  const gone = new AbortController();
  const [leaves, stayed] = [ask('same', gone.signal), ask('same')];
  await until(() => working.length === 1);
  gone.abort();
  await expect(leaves).rejects.toThrow();
  await working[0]!.finish();
  expect(await arrive(stayed)).toBe(10);
  expect(await arrive(ask('same'))).toBe(10);
  expect(loaded).toEqual(['same']);
});

test('[U22] copies are kept up to so many bytes, and never serve another redaction', async () => {
  copies.stop();
  copies = await openCopies(25);
  for (const name of ['a', 'b']) await make(name);
  await arrive(ask('a'));
  await make('c');
  expect((await readdir(folder)).length).toBe(2);
  expect(await arrive(ask('a'))).toBe(10);
  expect(loaded).toEqual(['a', 'b', 'c']);
  const asked = copies.open(sourceOf('a'), { ...hidden, zones: [zone] }, 'one', stays);
  await until(() => working.length === 1);
  await working[0]!.finish();
  await arrive(asked);
  expect(loaded).toEqual(['a', 'b', 'c', 'a']);
});

test('a copy that was deleted from outside is made again', async () => {
  await make('a');
  for (const name of await readdir(folder)) await rm(join(folder, name));
  await make('a');
  expect(loaded).toEqual(['a', 'a']);
});
