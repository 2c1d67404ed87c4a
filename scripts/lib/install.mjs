import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { withLock } from './lock.mjs';
import { fromRoot, Refusal } from './project.mjs';
import { run, runNode } from './run.mjs';

const lockfile = fromRoot('package-lock.json');
const marker = fromRoot('node_modules', '.pushoff-install');
const runtime = `node${process.versions.node.split('.')[0]}-${process.platform}-${process.arch}`;

const wanted = () => `${runtime} ${createHash('sha256').update(readFileSync(lockfile)).digest('hex')}`;

function found() {
  try {
    return readFileSync(marker, 'utf8');
  } catch {
    return '';
  }
}

/**
 * A developer's own `npm install` counts too: as its last step npm writes a list of everything in node_modules.
 * @param {string[]} folder
 */
function holdsWhatTheLockfileSays(...folder) {
  try {
    const present = JSON.parse(
      readFileSync(fromRoot(...folder, 'node_modules', '.package-lock.json'), 'utf8'),
    ).packages;
    const { '': _root, ...asked } = JSON.parse(readFileSync(fromRoot(...folder, 'package-lock.json'), 'utf8')).packages;
    return Object.entries(asked).every(([path, { version, optional }]) =>
      present[path] ? present[path].version === version : optional,
    );
  } catch {
    return false;
  }
}

/**
 * @param {string[]} args
 * @param {{ timeoutMs?: number; cwd?: string }} [options]
 */
export function npm(args, options) {
  const self = process.env['npm_execpath'];
  if (self && basename(self) === 'npm-cli.js') return runNode(self, args, { ...options, capture: true });
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { ...options, capture: true });
}

async function install() {
  console.error('Installing packages: about half a minute, and once for each version…');
  // Building needs the development packages too, also where NODE_ENV=production would make npm leave them out.
  const { ok, output, ending } = await npm(['ci', '--include=dev']);
  if (!ok) throw new Refusal(`${output}\nInstalling failed (npm ci, ${ending}).`);
}

/**
 * Packages that are no part of the product, in a folder with a lockfile of its own: installed beside what uses them.
 * @param {string[]} folder
 */
export async function ensurePeers(...folder) {
  if (holdsWhatTheLockfileSays(...folder)) return;
  console.error(`Installing what ${folder.join('/')} needs…`);
  const { ok, output } = await npm(['ci', '--include=dev'], { cwd: fromRoot(...folder) });
  if (!ok) throw new Refusal(`${output}\nThe packages of ${folder.join('/')} could not be installed.`);
}

export async function ensureInstalled() {
  if (found() === wanted()) return;
  await withLock(async () => {
    const before = found();
    if (before === wanted()) return;
    const sameRuntime = before === '' || before.startsWith(`${runtime} `);
    if (!sameRuntime || !holdsWhatTheLockfileSays()) await install();
    writeFileSync(marker, wanted());
  });
}
