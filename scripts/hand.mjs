import './lib/require-node.mjs';

const { commandOf, runCommand } = await import('./lib/project.mjs');
const { ensureBuilt } = await import('./lib/build.mjs');
const { ensureChromium } = await import('./lib/chromium.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { runNode } = await import('./lib/run.mjs');

const MINUTE = 60_000;

/** Thumbs that keep their own list of whom they meant: on the rules of the list alone, then on a phone. */
await runCommand(async () => {
  await ensureInstalled();
  const model = await runNode(commandOf('vitest'), ['run', '--project', 'unit', 'tests/hand'], {
    timeoutMs: 5 * MINUTE,
  });
  process.env['PUSHOFF_CHROMIUM'] = await ensureChromium();
  // A second browser on the same cores would make the thumbs late.
  process.env['PUSHOFF_IN_FULL'] = '1';
  await ensureBuilt();
  const phones = await runNode(commandOf('@playwright/test'), ['test', '--project=proofs', '--grep=@hand'], {
    timeoutMs: 60 * MINUTE,
  });
  process.exitCode = model.ok && phones.ok ? 0 : 1;
});
