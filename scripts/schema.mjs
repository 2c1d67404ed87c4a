import './lib/require-node.mjs';

const { commandOf, runCommand } = await import('./lib/project.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { runNode } = await import('./lib/run.mjs');

/** Records the shapes of the present schema version, once: see tests/rooms/schema.test.ts. */
await runCommand(async () => {
  await ensureInstalled();
  const test = ['run', '--project', 'unit', 'tests/rooms/schema.test.ts'];
  const { ok } = await runNode(commandOf('vitest'), test, { env: { ...process.env, RECORD_SCHEMA: 'yes' } });
  process.exitCode = ok ? 0 : 1;
});
