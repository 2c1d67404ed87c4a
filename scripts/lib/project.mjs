import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** @param {string[]} parts */
export const fromRoot = (...parts) => join(root, ...parts);

/**
 * The script behind a package's command, to be run with this very Node: `.bin` holds shell wrappers on Windows.
 * @param {string} packageName
 */
export function commandOf(packageName) {
  const folder = fromRoot('node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : Object.values(bin)[0]);
}

/**
 * A failure that the reader can act on: its message is shown without a stack.
 */
export class Refusal extends Error {}

/** @param {() => Promise<void>} main */
export async function runCommand(main) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Refusal ? error.message : error);
    process.exit(1);
  }
}
