import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fromRoot } from './project.mjs';

const lockFile = fromRoot('dist', '.lock');
const BEAT_MS = 2_000;
const ABANDONED_MS = 30_000;

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * The process id shows an abandoned lock at once; the heartbeat shows it when that id has been reused by another
 * program.
 */
function isAbandoned() {
  try {
    const pid = Number(readFileSync(lockFile, 'utf8'));
    return (pid > 0 && !isAlive(pid)) || Date.now() - statSync(lockFile).mtimeMs > ABANDONED_MS;
  } catch {
    return false;
  }
}

function take() {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

const release = () => rmSync(lockFile, { force: true });

/**
 * Installing and building run one at a time in a clone: two `npm ci` at once delete each other's files.
 * @param {() => Promise<void>} work
 */
export async function withLock(work) {
  mkdirSync(fromRoot('dist'), { recursive: true });
  for (let told = false; !take(); await sleep(100)) {
    if (isAbandoned()) release();
    else if (!told) {
      console.error('Waiting for another Pushoff command that is installing or building…');
      told = true;
    }
  }
  const beat = setInterval(() => utimesSync(lockFile, new Date(), new Date()), BEAT_MS);
  process.once('exit', release);
  try {
    await work();
  } finally {
    clearInterval(beat);
    process.off('exit', release);
    release();
  }
}
