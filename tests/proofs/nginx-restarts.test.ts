import { expect, test } from 'vitest';
import { runRestarts } from '../nodes/run-restarts.ts';

/** Long enough to detect and report everything that does not arrive. */
const TIMEOUT_MS = 300_000;

test(
  'two nodes are restarted in turn while people tap and watch, and nobody loses anything',
  { timeout: TIMEOUT_MS },
  async () => {
    const report = await runRestarts({ restarts: 2, devices: 3, viewers: 24 });
    expect(report.surprises).toEqual([]);
    expect(report).toMatchObject({ lost: 0, doubled: 0 });
    expect(report.taps).toBeGreaterThan(20);
    expect(report.reconnections, 'each was sent away at least once').toBeGreaterThanOrEqual(24);
  },
);
