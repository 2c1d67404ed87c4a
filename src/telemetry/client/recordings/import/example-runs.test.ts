import { expect, test } from 'vitest';
import { compareRuns } from '../../../domain/compare/compare.ts';
import { trackOf } from '../../../domain/compare/track.ts';
import { summarise } from '../../../domain/summary.ts';
import { readFiles } from '../reading/read-files.ts';
import { makeExampleRuns } from './example-runs.ts';

async function readExamples() {
  const outcomes = await Promise.all(makeExampleRuns().map((file) => readFiles([file], undefined, () => undefined)));
  return outcomes.map((outcome) => {
    if (outcome.kind !== 'data') throw new Error(outcome.kind);
    return outcome.read.recording;
  });
}

test('the example is two runs of one course, read without a warning, and called an example', async () => {
  const recordings = await readExamples();
  expect(makeExampleRuns().every(({ name }) => name.startsWith('Example'))).toBe(true);
  for (const { samples, breaks, warnings } of recordings) {
    expect(warnings).toEqual([]);
    const { distance, ascent, speed, power, heartRate } = summarise(samples, breaks);
    expect(distance).toBeGreaterThan(1_500);
    expect(distance).toBeLessThan(1_700);
    expect(ascent).toBeGreaterThan(35);
    expect(speed!.max).toBeLessThan(20);
    expect(heartRate!.max).toBeLessThan(200);
    expect(power!.max).toBeLessThan(900);
  }
  const [one, two] = recordings.map(({ samples, breaks }) => {
    const track = trackOf(samples, breaks);
    return { track, lapse: { from: track.time[0]!, to: track.time.at(-1)! } };
  });
  const compared = compareRuns(one!, two!);
  expect(compared.ok && compared.value.gains().length).toBeGreaterThan(1);
  expect(compared.ok && Math.abs(compared.value.finalDelta)).toBeLessThan(10);
});
