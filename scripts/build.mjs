import './lib/require-node.mjs';

const { runCommand } = await import('./lib/project.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { buildAnew } = await import('./lib/build.mjs');

await runCommand(async () => {
  await ensureInstalled();
  await buildAnew({ quiet: false });
});
