import { expect, test } from 'vitest';
import { runFaults } from '../faults/run-faults.ts';
import { hasty } from '../faults/strikes.ts';

/** The run ends when nothing waits any more, which takes long on a busy machine. */
const PATIENCE_MS = 300_000;

/** `tests/proofs/faults.test.ts` and `npm run faults` go on for longer, on both engines. */
test(
  'no tap is lost or stored twice while nodes, phones and disk fail',
  async () => {
    const report = await runFaults({ engine: 'sqlite', minutes: 0.1, seed: 6, tempo: hasty, withBrowser: false });
    expect(report.violations).toEqual([]);
    expect(report).toMatchObject({ lost: [], doubled: [], refused: {} });
    expect(report.acknowledgedTaps).toBeGreaterThan(5);
  },
  PATIENCE_MS,
);
