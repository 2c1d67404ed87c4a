import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from './log.ts';

/** Names of the files that we put into DATA_DIR. */
const ours = /^(pushoff\.db.*|secret|admin\.sock|mail|videos|redacted)$/;
const FOR_OTHERS = 0o077;

/**
 * Makes DATA_DIR, or closes one that others may enter: a copy or an unpacked archive often comes with wider modes, and
 * the folder's mode alone guards the admin socket. A folder with other files in it may be /tmp or a home: there only
 * our own files are closed.
 */
export async function prepareDataDir(dataDir: string, log: Log): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (process.platform === 'win32') return;
  const names = await readdir(dataDir);
  if (names.every((name) => ours.test(name))) await close(dataDir, log);
  else if (((await lstat(dataDir)).mode & FOR_OTHERS) !== 0) {
    log.warn('Others may enter DATA_DIR, which holds other things too: give Pushoff a folder of its own', { dataDir });
  }
  for (const name of names.filter((entry) => ours.test(entry))) await closeAll(join(dataDir, name), log);
}

async function closeAll(path: string, log: Log): Promise<void> {
  if (!(await close(path, log))) return;
  for (const name of await readdir(path)) await closeAll(join(path, name), log);
}

/** Answers whether the path is a folder. */
async function close(path: string, log: Log): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  // SQLite's companion files come and go. A link has no mode of its own, and the mode of its target is the operator's
  // decision.
  if (found === undefined || found.isSymbolicLink()) return false;
  if ((found.mode & FOR_OTHERS) === 0) return found.isDirectory();
  try {
    await chmod(path, found.mode & 0o700);
    log.warn('Others could read this; now only its owner can', { path });
  } catch (error) {
    log.warn('Others can read this, and it could not be closed', { path, error });
  }
  return found.isDirectory();
}

/**
 * The secret is made once and kept: another one would sign every account out, break every mailed link and forget who
 * wants no mail.
 */
export async function loadSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'secret');
  try {
    await writeFile(file, `${randomBytes(48).toString('base64url')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const secret = (await readFile(file, 'utf8')).trim();
  if (secret.length < 32) throw new Error(`The file ${file} is damaged. Restore it, or set SECRET.`);
  return secret;
}
