import { spawn, spawnSync } from 'node:child_process';
import { root } from './project.mjs';

const isWindows = process.platform === 'win32';

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * Ends a process that leads a group, and everything in the group, also when the leader itself has ended already.
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
export function endTree(child, signal) {
  if (child.pid === undefined) return;
  if (isWindows) {
    spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f']);
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

// Children lead process groups of their own, so no Ctrl-C reaches them: however this process ends, it ends them too.
process.on('exit', () => {
  for (const child of running) endTree(child, 'SIGKILL');
});

const signals = /** @type {const} */ ({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 });
/** @param {keyof typeof signals} signal */
const leave = (signal) => process.exit(128 + signals[signal]);

/**
 * Signals are handled only while there are children: afterwards they belong to the program that runs in this process.
 */
function watchSignals() {
  for (const signal of /** @type {(keyof typeof signals)[]} */ (Object.keys(signals))) {
    process.off(signal, leave);
    if (running.size > 0) process.on(signal, leave);
  }
}

/**
 * @typedef {object} Ran
 * @property {boolean} ok ended by itself with exit code 0
 * @property {string} output what it printed, when captured
 * @property {string} ending how it ended, in words
 */

/**
 * Runs a program to its end. Never throws: a program that cannot be started counts as failed.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv; cwd?: string; capture?: boolean; timeoutMs?: number }} [options]
 * @returns {Promise<Ran>}
 */
export function run(command, args, options = {}) {
  const { env = process.env, cwd = root, capture = false, timeoutMs } = options;
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: capture && process.stdout.isTTY ? { FORCE_COLOR: '1', ...env } : env,
      stdio: capture ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      detached: !isWindows,
    });
    running.add(child);
    watchSignals();

    let output = '';
    /** @param {Buffer} chunk */
    const keep = (chunk) => void (output += chunk.toString());
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);

    let timedOut = false;
    const timer = timeoutMs
      ? setTimeout(() => {
          timedOut = true;
          endTree(child, 'SIGKILL');
        }, timeoutMs)
      : undefined;

    /** @param {boolean} ok @param {string} ending */
    const finish = (ok, ending) => {
      clearTimeout(timer);
      running.delete(child);
      watchSignals();
      resolve({ ok, output, ending });
    };
    child.on('error', (error) => finish(false, error.message));
    child.on('close', (code, signal) => {
      if (timedOut) finish(false, `gave up after ${Math.round((timeoutMs ?? 0) / 1000)} s`);
      else finish(code === 0, signal ? `ended by ${signal}` : `exit code ${code}`);
    });
  });
}

/**
 * @param {string} script
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export const runNode = (script, args, options) => run(process.execPath, [script, ...args], options);
