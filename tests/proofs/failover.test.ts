import { expect, test } from 'vitest';
import { ensureCluster } from '../../scripts/lib/cluster.mjs';
import { runFailover } from '../faults/failover/run-failover.ts';

/** The machines are made, and each of them has to come to rest after each fault. */
const PATIENCE_MS = 600_000;

test(
  '[DF1] [DF4] no tap is lost, doubled or answered from one machine alone while the database moves, and no node ends',
  async () => {
    await ensureCluster();
    const report = await runFailover({
      names: ['connections closed', 'machine killed', 'cut from both replicas'],
      seed: 6,
    });
    expect(report.violations).toEqual([]);
    expect(report).toMatchObject({ lost: [], doubled: [], refused: {} });
    expect(report.acknowledgedTaps).toBeGreaterThan(20);
    expect(report.faults.filter(({ hasMoved }) => hasMoved)).toMatchObject([{ kind: 'machine killed' }]);
  },
  PATIENCE_MS,
);
