import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Refusal } from './project.mjs';
import { run } from './run.mjs';

const INSTALL_MS = 10 * 60_000;
/** Debian asks this program before it starts a service. */
const MAY_START = '/usr/sbin/policy-rc.d';

export const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/**
 * The output of the installation, if it failed. Another one on this machine is waited for.
 * @param {string[]} packages
 */
export async function installPackage(...packages) {
  const how = { capture: true, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, timeoutMs: INSTALL_MS };
  await run('apt-get', ['update'], how);
  const args = ['install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300', ...packages];
  // A database or a proxy that the tests bring along must not begin to serve on this machine.
  const isOurs = !existsSync(MAY_START);
  if (isOurs) writeFileSync(MAY_START, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    const { ok, output, ending } = await run('apt-get', args, how);
    return ok ? undefined : output || ending;
  } finally {
    if (isOurs) rmSync(MAY_START, { force: true });
  }
}

/** Administrators' programs are not on every user's path. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** @param {string} program */
const findProgram = (program) => FOLDERS.map((folder) => join(folder, program)).find((path) => existsSync(path));

/**
 * Finds a program that the tests need, or installs it where this machine allows it.
 * @param {string} program
 * @param {string} packageName
 * @param {string[]} others packages that the program needs for the tests
 */
export async function ensureProgram(program, packageName = program, ...others) {
  const found = findProgram(program);
  if (found) return found;
  if (canInstall) {
    console.log(`No ${program} here: installing Debian's package…`);
    const problem = await installPackage(packageName, ...others);
    const installed = findProgram(program);
    if (installed) return installed;
    if (problem) console.log(problem.trimEnd());
  }
  const names = [packageName, ...others].join(' ');
  throw new Refusal(`The tests need ${program}: install your system's package (Debian: ${names}).`);
}
