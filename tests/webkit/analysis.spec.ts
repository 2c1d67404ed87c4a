import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeRide } from '../telemetry/support/write-fit.ts';
import { expect, test } from './fixtures.ts';

test('A rider opens a recording without an account, and sees its charts', async ({ openWebKit }) => {
  const folder = mkdtempSync(join(tmpdir(), 'pushoff-ride-'));
  const file = join(folder, 'evening-ride.fit');
  writeFileSync(file, writeRide({ count: 61, start: '2024-06-01T10:00:00Z' }));
  try {
    const page = await openWebKit();
    await page.goto('/analysis');
    await page.giveFiles(file);
    await page.press('link', 'Open: evening-ride.fit');
    await page.see('heading', 'evening-ride');
    const drawn = () =>
      page.evaluate(
        () =>
          [...document.querySelectorAll<HTMLCanvasElement>('[data-chart] canvas')].filter(
            ({ width, height }) => width > 0 && height > 0,
          ).length,
      );
    await expect.poll(drawn).toBeGreaterThan(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
