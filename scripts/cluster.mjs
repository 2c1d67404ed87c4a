import './lib/require-node.mjs';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { runCommand } = await import('./lib/project.mjs');
const { ensureCluster } = await import('./lib/cluster.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');

const HOUR = 3_600_000;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(0));

await runCommand(async () => {
  await ensureInstalled();
  await ensureCluster();
  const { tsImport } = await import('tsx/esm/api');
  /** @type {typeof import('../tests/cluster/three-machines.ts')} */
  const { startCluster } = await tsImport('../tests/cluster/three-machines.ts', import.meta.url);
  const home = mkdtempSync(join(tmpdir(), 'pushoff-cluster-'));
  process.on('exit', () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
  // Its programs run as the user postgres.
  chmodSync(home, 0o755);
  const cluster = await startCluster(home);
  for (const { name, address, folder } of cluster.machines) console.log(`${name}  ${address}  ${join(folder, 'log')}`);
  console.log(`DATABASE_URL=${cluster.url}\nCtrl-C takes the three machines away.`);
  setInterval(() => {}, HOUR);
});
