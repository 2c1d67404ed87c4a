import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Made once and kept: another secret would sign everybody out, break every mailed link and forget who wants no mail. */
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
