import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../domain/derive.ts';
import { pack } from '../../../domain/pack.ts';
import { type Answer, buffersOf, createAnswering, type Question } from './derived.ts';
import { createDeriver } from './deriver.ts';

const count = 60;
const packed = pack({
  time: Float64Array.from({ length: count }, (_, at) => at),
  channels: {
    lat: Float64Array.from({ length: count }, (_, at) => 46 + at * 1e-4),
    lon: Float64Array.from({ length: count }, () => 7),
    heartRate: Float64Array.from({ length: count }, (_, at) => 100 + at),
  },
});
const request = { kind: 'derive', source: 'gps', packed, breaks: [0], settings: DEFAULT_SETTINGS } as const;
const section = { kind: 'summarise', source: 'gps', from: 10, to: 20 } as const;

/** Stands in for the worker: copies what it is sent, and moves what it answers, as a worker does. */
class FakeWorker extends EventTarget {
  readonly asked: { id: number; question: Question }[] = [];
  isTerminated = false;
  private readonly answering = createAnswering();
  postMessage(given: { id: number; question: Question }): void {
    this.asked.push(structuredClone(given));
  }
  answer(): void {
    const { id, question } = this.asked.at(-1)!;
    const answer: Answer = this.answering(question);
    const data = structuredClone({ id, answer }, { transfer: [...buffersOf(answer)] });
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
const expected = () => {
  const answering = createAnswering();
  return { whole: answering(request), part: answering(section) };
};

test('[DG18] a worker derives what is drawn and the figures, also of a section afterwards, and the samples stay', async () => {
  const { worker, deriver } = opened();
  const asked = deriver.ask(request);
  await expect.poll(() => worker.asked.length).toBe(1);
  worker.answer();
  expect(await asked).toEqual(expected().whole);
  expect(packed.length).toBeGreaterThan(0);

  const part = deriver.ask(section);
  await expect.poll(() => worker.asked.length).toBe(2);
  worker.answer();
  expect(await part).toEqual(expected().part);
  expect(await part).toMatchObject({ duration: 10, heartRate: { max: 120 } });
});

test('[DG18] without a worker, and where it dies, the page derives itself, what the worker knew too', async () => {
  const { worker, deriver } = opened();
  const asked = deriver.ask(request);
  await expect.poll(() => worker.asked.length).toBe(1);
  worker.answer();
  await asked;
  const part = deriver.ask(section);
  await expect.poll(() => worker.asked.length).toBe(2);
  worker.dispatchEvent(new Event('error'));
  expect(await part).toEqual(expected().part);
  expect(await deriver.ask(request)).toEqual(expected().whole);
  expect(worker.asked).toHaveLength(2);

  const none = createDeriver(() => Promise.reject(new Error('It did not arrive')));
  expect(await none.ask(request)).toEqual(expected().whole);
});

test('a page that is left ends its worker', async () => {
  const { worker, deriver } = opened();
  void deriver.ask(request);
  await expect.poll(() => worker.asked.length).toBe(1);
  deriver.close();
  await expect.poll(() => worker.isTerminated).toBe(true);
});
