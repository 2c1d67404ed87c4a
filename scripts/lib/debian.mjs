import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Refusal } from './project.mjs';
import { run } from './run.mjs';

const INSTALL_MS = 10 * 60_000;

export const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/**
 * The output of the installation, if it failed.
 * @param {string} packageName
 */
export async function installPackage(packageName) {
  const how = { capture: true, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, timeoutMs: INSTALL_MS };
  await run('apt-get', ['update'], how);
  const { ok, output, ending } = await run('apt-get', ['install', '-y', '--no-install-recommends', packageName], how);
  return ok ? undefined : output || ending;
}

/** Administrators' programs are not on every user's path. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** @param {string} program */
const findProgram = (program) => FOLDERS.map((folder) => join(folder, program)).find((path) => existsSync(path));

/**
 * Finds a program that the tests need, or installs it where this machine allows it.
 * @param {string} program
 * @param {string} packageName
 */
export async function ensureProgram(program, packageName = program) {
  const found = findProgram(program);
  if (found) return found;
  if (canInstall) {
    console.log(`No ${program} here: installing Debian's package…`);
    const problem = await installPackage(packageName);
    const installed = findProgram(program);
    if (installed) return installed;
    if (problem) console.log(problem.trimEnd());
  }
  throw new Refusal(`The tests need ${program}: install your system's package (Debian: ${packageName}).`);
}
