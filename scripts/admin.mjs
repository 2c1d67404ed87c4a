import './lib/require-node.mjs';

const { runCommand } = await import('./lib/project.mjs');
const { runBuilt } = await import('./lib/run-built.mjs');
const { adminEntry } = await import('./lib/build.mjs');

await runCommand(() => runBuilt(adminEntry));
