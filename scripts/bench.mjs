import './lib/require-node.mjs';
import { parseArgs } from 'node:util';

const { Refusal, runCommand } = await import('./lib/project.mjs');
const { ensureInstalled, ensurePeers } = await import('./lib/install.mjs');
const { ensureBuilt } = await import('./lib/build.mjs');
const { ensureChromium } = await import('./lib/chromium.mjs');

const USAGE =
  'npm run bench -- [--quick | --tiny] [--only fan-out|taps|pages|open|growth|telemetry]... [--before <commit>] [--nodes 1,2,4]';

// Servers and load are separate processes, which end with this one only if it exits through `process.exit`.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      tiny: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      before: { type: 'string' },
      nodes: { type: 'string' },
    },
  });
  await ensureInstalled();
  await ensureBuilt();
  const { tsImport } = await import('tsx/esm/api');
  /** @type {typeof import('../bench/run-bench.ts')} */
  const { alone, runBench, sections } = await tsImport('../bench/run-bench.ts', import.meta.url);
  const unknown = values.only.filter((name) => !sections.some((section) => section === name));
  if (unknown.length > 0) throw new Refusal(`There is no section named ${unknown.join(', ')}.\n${USAGE}`);
  const nodes = values.nodes?.split(',').map(Number) ?? [];
  if (nodes.some((count) => ![1, 2, 4].includes(count))) throw new Refusal(`Nodes are 1, 2 or 4.\n${USAGE}`);
  const isAlone = values.only.length > 0 && values.only.every((name) => alone.includes(name));
  if (!isAlone) await ensurePeers('bench');
  const { startPostgres } = await import('./lib/postgres.mjs');
  const chromium = await ensureChromium();
  const postgres = isAlone ? undefined : await startPostgres({ durable: true });
  if (postgres !== undefined) process.env['TEST_DATABASE_URL'] = postgres.url;
  const plan = values.quick ? 'quick' : values.tiny ? 'tiny' : 'whole';
  const isMet = await runBench({
    plan,
    before: values.before,
    only: values.only,
    nodes,
    chromium,
    postgresUrl: postgres?.url,
  });
  await postgres?.stop();
  console.log(isMet ? 'Every aim is met.' : 'Not every aim is met: see bench/RESULTS.md.');
  process.exitCode = isMet ? 0 : 1;
});
