import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../../domain/derive.ts';
import type { Samples } from '../../../../domain/recording.ts';
import { buffersOf, deriveAll, type DeriveAnswer, type DeriveRequest } from './derived.ts';
import { createDeriver } from './deriver.ts';

const samples: Samples = {
  time: Float64Array.from({ length: 60 }, (_, at) => at),
  channels: {
    lat: Float64Array.from({ length: 60 }, (_, at) => 46 + at * 1e-4),
    lon: Float64Array.from({ length: 60 }, () => 7),
  },
};
const request = { samples, breaks: [0], settings: DEFAULT_SETTINGS };

/** Stands in for the worker: copies what it is sent, and moves what it answers, as a worker does. */
class FakeWorker extends EventTarget {
  readonly asked: DeriveRequest[] = [];
  isTerminated = false;
  postMessage(given: DeriveRequest): void {
    this.asked.push(structuredClone(given));
  }
  answer(): void {
    const { id, ...rest } = this.asked.at(-1)!;
    const derived = deriveAll(rest);
    const data: DeriveAnswer = structuredClone({ id, derived }, { transfer: buffersOf(derived) });
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
  terminate(): void {
    this.isTerminated = true;
  }
}

const opened = () => {
  const worker = new FakeWorker();
  return { worker, deriver: createDeriver(async () => worker as unknown as Worker) };
};

test('[DG18] a worker derives the columns and the figures, and the samples stay on the page', async () => {
  const { worker, deriver } = opened();
  const asked = deriver.derive(request);
  await expect.poll(() => worker.asked.length).toBe(1);
  worker.answer();
  expect(await asked).toEqual(deriveAll(request));
  expect(samples.time).toHaveLength(60);
});

test('[DG18] without a worker, and where it dies, the page derives itself', async () => {
  const { worker, deriver } = opened();
  const asked = deriver.derive(request);
  await expect.poll(() => worker.asked.length).toBe(1);
  worker.dispatchEvent(new Event('error'));
  expect(await asked).toEqual(deriveAll(request));
  expect(await deriver.derive(request)).toEqual(deriveAll(request));
  expect(worker.asked).toHaveLength(1);

  const none = createDeriver(() => Promise.reject(new Error('It did not arrive')));
  expect(await none.derive(request)).toEqual(deriveAll(request));
});

test('a page that is left ends its worker', async () => {
  const { worker, deriver } = opened();
  void deriver.derive(request);
  await expect.poll(() => worker.asked.length).toBe(1);
  deriver.close();
  await expect.poll(() => worker.isTerminated).toBe(true);
});
