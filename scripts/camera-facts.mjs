import './lib/require-node.mjs';

const { Refusal, runCommand } = await import('./lib/project.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');

const USAGE = 'npm run camera:facts -- [--crossings 300] [--seed N] [--film NAME]';

/** @param {string} name */
function option(name) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
}

/** @param {string} name @param {number} otherwise */
function count(name, otherwise) {
  const text = option(name);
  if (text === undefined) return otherwise;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Refusal(`--${name} is a number.\n${USAGE}`);
  return Number(text);
}

/** How well the finish camera finds crossings, on films whose truth is known, beside a thumb. */
await runCommand(async () => {
  const crossings = count('crossings', 300);
  // Nobody has looked at these films while the detector was written.
  const seed = count('seed', Math.floor(Math.random() * 1_000_000) + 1);
  await ensureInstalled();
  const { tsImport } = await import('tsx/esm/api');
  /** @type {typeof import('../tests/camera/run-camera.ts')} */
  const { runCamera } = await tsImport('../tests/camera/run-camera.ts', import.meta.url);
  const isGood = runCamera({ crossings, seed, film: option('film') });
  process.exitCode = isGood ? 0 : 1;
});
