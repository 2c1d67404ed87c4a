import { afterEach, expect, test } from 'vitest';
import { createLog } from './log.ts';
import type { Rounds } from './rounds.ts';
import { type Job, startWorkLoop } from './work-loop.ts';

const LIMITS = { atOnce: 4, atOnceEach: 2, mostEach: 10, most: 100 };

interface Waiting extends Job {
  left: number;
}

let loop: Rounds | undefined;
afterEach(() => loop?.stop());

/** Jobs in a list; every turn takes one message of its job, and lasts until the test ends it. */
function createBench(...jobs: Waiting[]) {
  const lines: string[] = [];
  const begun: string[] = [];
  const under: { readonly id: string; readonly end: () => void; readonly fail: (error: Error) => void }[] = [];
  const parts = {
    name: 'Bench',
    log: createLog('info', (line) => lines.push(line)),
    limits: LIMITS,
    gatherMs: 0,
    find: async () => jobs.filter(({ left }) => left > 0),
    async takeTurn(job: Waiting, stop: AbortSignal) {
      if (job.left === 0) return false;
      begun.push(job.id);
      await new Promise<void>((resolve, reject) => {
        under.push({ id: job.id, end: resolve, fail: reject });
        stop.addEventListener('abort', () => resolve());
      });
      if (!stop.aborted) job.left -= 1;
      return true;
    },
  };
  return {
    jobs,
    begun,
    lines,
    start: () => (loop = startWorkLoop(parts)),
    /** The turn of this job, or the one that began first. */
    async turn(id?: string) {
      await expect.poll(() => under.some((each) => id === undefined || each.id === id)).toBe(true);
      return under.splice(id === undefined ? 0 : under.findIndex((each) => each.id === id), 1)[0]!;
    },
  };
}
const job = (id: string, left: number): Waiting => ({ id, from: id[0]!, left });

test('[AP28] an account has two turns at once, and the message of another goes while they last', async () => {
  const bench = createBench(job('a1', 9), job('a2', 9), job('a3', 9), job('b1', 1));
  bench.start();
  (await bench.turn('b1')).end();
  await expect.poll(() => bench.jobs[3]!.left).toBe(0);
  expect(bench.begun).toEqual(['a1', 'a2', 'b1']);
  (await bench.turn('a1')).end();
  // A turn is one message: the webhook that has waited goes before the next message of the first.
  await bench.turn('a3');
  expect(bench.begun).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('[AP21] the messages of a job are sent one after the other, however often it is found', async () => {
  const bench = createBench(job('a1', 3));
  const started = bench.start();
  for (let message = 0; message < 3; message += 1) {
    const { end } = await bench.turn();
    started.wake();
    expect(bench.begun).toHaveLength(message + 1);
    end();
  }
  await started.workOff();
  expect(bench.jobs[0]!.left).toBe(0);
  expect(bench.begun).toHaveLength(3);
});

test('what a look finds while the last turn of its job ends gets another turn', async () => {
  let looks = 0;
  const turns: (() => void)[] = [];
  loop = startWorkLoop({
    name: 'Bench',
    log: createLog('silent'),
    limits: LIMITS,
    gatherMs: 0,
    find: async () => ((looks += 1), turns.length < 2 ? [job('a1', 1)] : []),
    takeTurn: () => new Promise((resolve) => turns.push(() => resolve(false))),
  });
  await expect.poll(() => turns.length).toBe(1);
  loop.wake();
  await expect.poll(() => looks).toBe(2);
  turns[0]!();
  await expect.poll(() => turns.length).toBe(2);
  turns[1]!();
});

test('a turn that fails is logged, ends its job, and is tried again at the next look', async () => {
  const bench = createBench(job('a1', 1), job('b1', 1));
  const started = bench.start();
  (await bench.turn('a1')).fail(new Error('no database'));
  (await bench.turn('b1')).end();
  await expect.poll(() => bench.lines.join()).toContain('no database');
  started.wake();
  (await bench.turn('a1')).end();
  await started.workOff();
  expect(bench.jobs.map(({ left }) => left)).toEqual([0, 0]);
});

test('a stopping server ends its turns and begins no other', async () => {
  const bench = createBench(job('a1', 5), job('a2', 5), job('a3', 5));
  const started = bench.start();
  await bench.turn('a2');
  await started.stop();
  started.wake();
  await started.workOff();
  expect(bench.begun).toEqual(['a1', 'a2']);
  expect(bench.jobs.map(({ left }) => left)).toEqual([5, 5, 5]);
});

test('many jobs that wait for a turn are no leak, and Node warns of none in the log', async () => {
  const warnings: string[] = [];
  const warn = ({ name }: Error) => void warnings.push(name);
  process.on('warning', warn);
  const bench = createBench(...Array.from({ length: 30 }, (_, index) => job(`${index}`, 1)));
  bench.start();
  await bench.turn();
  // Warnings come in a later turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', warn);
  expect(warnings).toEqual([]);
});
