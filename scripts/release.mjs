import './lib/require-node.mjs';

const { fromRoot, runCommand } = await import('./lib/project.mjs');
const { ensureBuilt } = await import('./lib/build.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { packRelease } = await import('./lib/release.mjs');

await runCommand(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const { archive, digest, packages } = await packRelease(fromRoot('release'));
  console.log(`${archive}\nsha256 ${digest}\n${packages} packages, none of them for development`);
});
