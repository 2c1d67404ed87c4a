import './lib/require-node.mjs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const { npm } = await import('./lib/install.mjs');
const { fromRoot, Refusal, runCommand } = await import('./lib/project.mjs');
const { run } = await import('./lib/run.mjs');

/** The versions to test besides the one that runs this script. */
const VERSIONS = ['20', '22', '24', '26'].filter((major) => !process.versions.node.startsWith(`${major}.`));
const STEPS = ['types', 'lint', 'unit', 'contract', 'simulation', 'http'];

/** The registry's package `node` contains the binary for this machine. @param {string} major @param {string} folder */
async function fetchNode(major, folder) {
  const name = `node-${process.platform}-${process.arch}`;
  const { ok, output } = await npm(['install', '--no-save', '--prefix', folder, `${name}@${major}`]);
  if (!ok) throw new Refusal(`${output}\nNode ${major} could not be had.`);
  return join(folder, 'node_modules', name, 'bin');
}

await runCommand(async () => {
  const steps = process.argv.length > 2 ? process.argv.slice(2) : STEPS;
  /** @type {string[]} */
  const failed = [];
  for (const major of VERSIONS) {
    const folder = mkdtempSync(join(tmpdir(), `pushoff-node-${major}-`));
    try {
      const bin = await fetchNode(major, folder);
      console.log(`\n== Node ${major} ==`);
      // The packages are installed anew for this Node, and once more for the usual one afterwards.
      const env = { ...process.env, PATH: [bin, process.env['PATH']].join(delimiter) };
      const { ok } = await run(join(bin, 'node'), [fromRoot('scripts', 'test.mjs'), ...steps], { env, capture: false });
      if (!ok) failed.push(major);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  console.log(failed.length === 0 ? `Good on Node ${VERSIONS.join(', ')}.` : `Failed on Node ${failed.join(', ')}.`);
  process.exitCode = failed.length === 0 ? 0 : 1;
});
