import { expect, test } from 'vitest';
import { createFileReader } from './file-reader.ts';
import type { ReadReport, ReadRequest } from './read-outcome.ts';

/** Stands in for a worker: sends the answers that the test gives it, when the test says so. */
class FakeWorker extends EventTarget {
  readonly asked: ReadRequest[] = [];
  isTerminated = false;
  postMessage(request: ReadRequest): void {
    this.asked.push(request);
  }
  terminate(): void {
    this.isTerminated = true;
  }
  report(report: ReadReport): void {
    this.dispatchEvent(new MessageEvent('message', { data: report }));
  }
}

function setUp() {
  const workers: FakeWorker[] = [];
  const reader = createFileReader(async () => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker as unknown as Worker;
  });
  const asked = async (worker: number, request: number) => {
    await expect.poll(() => workers[worker]?.asked.length ?? 0).toBe(request);
    return workers[worker]!;
  };
  return { workers, reader, asked };
}

const file = new File(['x'], 'x.gpx');
const EMPTY = { kind: 'failed', failure: { code: 'file-empty' } } as const;

test('files are read one after the other by the same worker, with their progress', async () => {
  const { workers, reader, asked } = setUp();
  const parts: number[] = [];
  const first = reader.read([file], { onProgress: (part) => parts.push(part) });
  const second = reader.read([file]);
  const worker = await asked(0, 1);
  worker.report({ id: 1, kind: 'progress', part: 0.5 });
  worker.report({ id: 1, kind: 'outcome', outcome: EMPTY });
  expect(await first).toEqual(EMPTY);
  await asked(0, 2);
  worker.report({ id: 2, kind: 'outcome', outcome: EMPTY });
  expect(await second).toEqual(EMPTY);
  expect(parts).toEqual([0.5]);
  expect(workers).toHaveLength(1);
});

test('one that is called off ends its worker, and the next is read by a new one', async () => {
  const { workers, reader, asked } = setUp();
  const abort = new AbortController();
  const first = reader.read([file], { signal: abort.signal });
  const second = reader.read([file]);
  await asked(0, 1);
  abort.abort();
  expect(await first).toBeNull();
  expect(workers[0]!.isTerminated).toBe(true);
  (await asked(1, 1)).report({ id: 2, kind: 'outcome', outcome: EMPTY });
  expect(await second).toEqual(EMPTY);
});

test('a worker that dies is replaced, and its file says so', async () => {
  const { reader, asked } = setUp();
  const first = reader.read([file]);
  const second = reader.read([file]);
  (await asked(0, 1)).dispatchEvent(new Event('error'));
  expect(await first).toEqual({ kind: 'crashed' });
  (await asked(1, 1)).report({ id: 2, kind: 'outcome', outcome: EMPTY });
  expect(await second).toEqual(EMPTY);
});
