import { expect, test } from 'vitest';
import { runFaults } from '../faults/run-faults.ts';
import { hasty } from '../faults/strikes.ts';
import { engines } from '../support/database.ts';

/** The run ends when nothing waits any more, which takes long on a busy machine. */
const PATIENCE_MS = 300_000;

test.concurrent.each(engines)(
  'no tap is lost or stored twice while nodes, phones, disk and database fail, on %s',
  async (engine) => {
    const report = await runFaults({ engine, minutes: 0.5, seed: 6, tempo: hasty, withBrowser: false });
    expect(report.violations).toEqual([]);
    expect(report).toMatchObject({ lost: [], doubled: [], refused: {} });
    expect(report.acknowledgedTaps).toBeGreaterThan(20);
    expect(report.faults['node killed']).toBeGreaterThan(1);
  },
  PATIENCE_MS,
);
