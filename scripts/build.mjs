import { setPriority } from 'node:os';
import './lib/require-node.mjs';

const { runCommand } = await import('./lib/project.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { buildAnew, ensureLanguages } = await import('./lib/build.mjs');

await runCommand(async () => {
  await ensureInstalled();
  if (!process.argv.includes('--languages')) return buildAnew({ quiet: false });
  // A server runs beside it.
  setPriority(10);
  await ensureLanguages();
});
