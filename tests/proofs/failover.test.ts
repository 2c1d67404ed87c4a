import { expect, test } from 'vitest';
import { ensureCluster } from '../../scripts/lib/cluster.mjs';
import { runFailover } from '../faults/failover/run-failover.ts';

/** The machines are made, and each of them has to come to rest after each fault. */
const PATIENCE_MS = 600_000;

test(
  '[DF1] [DF4] [DF5] while the database moves no tap is lost, doubled or answered from one machine alone, no node ends and no phone lies',
  async () => {
    await ensureCluster();
    const report = await runFailover({
      names: ['connections closed', 'machine killed', 'cut from both replicas'],
      seed: 6,
    });
    expect(report.violations).toEqual([]);
    expect(report).toMatchObject({ lost: [], doubled: [], refused: {} });
    expect(report.acknowledgedTaps).toBeGreaterThan(20);
    expect([...report.said.keys()]).toContain('Failed to finish race. Changes will sync when online.');
    expect(report.faults.filter(({ hasMoved }) => hasMoved)).toMatchObject([{ kind: 'machine killed' }]);
  },
  PATIENCE_MS,
);
