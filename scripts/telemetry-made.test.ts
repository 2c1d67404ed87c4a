import { expect, test } from 'vitest';
import { FORMATS } from '../tests/telemetry/made/writing/formats.ts';
import { makeRecording } from '../tests/telemetry/made/writing/recording.ts';
import { runSamples } from '../tests/telemetry/made/run-samples.ts';
import { runSeed } from '../tests/telemetry/made/run-seed.ts';

/** Seeds that hold gaps, stops, bad fixes, laps and a recording indoors. `npm run telemetry:made` tries two thousand. */
const SEEDS = [14, 16, 24];

test.each(FORMATS)(
  '[DM2] [DM3] what the page shows of three made recordings in %s is what was made',
  async (format) => {
    const results = [];
    for (const seed of SEEDS) results.push(await runSeed(seed, [format]));
    const wrong = results.flatMap(({ seed, about, refused, compared }) =>
      compared.filter(({ isRight }) => !isRight).map((figure) => ({ seed, about, refused, ...figure })),
    );
    expect(wrong).toEqual([]);
    expect(results.flatMap(({ compared }) => compared).length).toBeGreaterThan(SEEDS.length * 5);
    expect(results.flatMap(({ contradictions }) => contradictions)).toEqual([]);
  },
);

test('[DM1] a recording follows from its seed, with 0.2 to 25 samples a second', () => {
  for (const seed of SEEDS) {
    const { made } = makeRecording(seed);
    expect(makeRecording(seed).made).toEqual(made);
    expect(makeRecording(seed + 1).made.rows).not.toEqual(made.rows);
    expect(made.rate).toBeGreaterThanOrEqual(0.2);
    expect(made.rate).toBeLessThanOrEqual(25);
    expect(made.rows.length).toBeGreaterThan(30);
  }
});

test('[DM4] no summary of a sample contradicts itself', async () => {
  const samples = await runSamples();
  expect(samples.filter(({ isShown }) => isShown).length).toBeGreaterThan(40);
  expect(samples.filter(({ contradictions }) => contradictions.length > 0)).toEqual([]);
});
