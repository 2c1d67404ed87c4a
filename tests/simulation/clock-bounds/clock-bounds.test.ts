import { describe, expect, test } from 'vitest';
import { playStory, summarise } from './measure-bounds.ts';
import { networkNames } from './networks.ts';
import { type Measured, storyNames } from './stories.ts';

const PHONES = 40;

/** The table of all figures is printed with `--reporter=verbose`. */
describe('[K4] the stated uncertainty of a tap', { timeout: 600_000 }, () => {
  for (const story of storyNames) {
    test(`${story}: the truth is inside, and the bound is not far above it`, async () => {
      const pooled: Measured[] = [];
      for (const network of networkNames) {
        const measured = await playStory(story, network, PHONES);
        const { taps, inside, p95, meanBound } = summarise(measured);
        const ratio = meanBound / p95;
        const row = `${network}: ${taps} taps, ${(inside * 100).toFixed(1)} % inside, p95 ${p95.toFixed(1)} ms`;
        console.info(`${story}, ${row}, bound ${meanBound.toFixed(1)} ms, ${ratio.toFixed(1)} times`);
        expect.soft(inside, network).toBeGreaterThanOrEqual(0.99);
        // Forty phones tell a p95 only roughly: three times holds for all of them together.
        expect.soft(ratio, network).toBeLessThan(4);
        pooled.push(...measured);
      }
      const { inside, p95, meanBound } = summarise(pooled);
      expect(inside).toBeGreaterThanOrEqual(0.99);
      expect(meanBound / p95).toBeLessThanOrEqual(3);
    });
  }
});
