import { chmod, lstat, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prepareDataDir } from './data-dir.ts';
import { createLog } from './log.ts';

let dataDir: string;
let logged: string[];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pushoff-data-dir-'));
  logged = [];
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const prepare = () =>
  prepareDataDir(
    dataDir,
    createLog('debug', (line) => logged.push(line)),
  );
const modeOf = async (...names: string[]) => ((await lstat(join(dataDir, ...names))).mode & 0o777).toString(8);

async function put(name: string, mode: number): Promise<void> {
  await writeFile(join(dataDir, name), 'x');
  await chmod(join(dataDir, name), mode);
}

test('what others could read is closed to them, and said once', async () => {
  for (const name of ['pushoff.db', 'pushoff.db-wal', 'secret']) await put(name, 0o644);
  await mkdir(join(dataDir, 'mail'));
  await put('mail/one.txt', 0o664);
  for (const name of ['mail', '']) await chmod(join(dataDir, name), 0o755);
  await prepare();
  expect(await Promise.all([modeOf(), modeOf('mail')])).toEqual(['700', '700']);
  for (const name of ['pushoff.db', 'pushoff.db-wal', 'secret', 'mail/one.txt']) expect(await modeOf(name)).toBe('600');
  expect(logged).toHaveLength(6);
  await prepare();
  expect(logged).toHaveLength(6);
});

test('a folder that holds other things stays open, with a warning; our files in it do not', async () => {
  await put('secret', 0o644);
  await put('holiday.jpg', 0o644);
  await chmod(dataDir, 0o777);
  await prepare();
  expect([await modeOf(), await modeOf('secret'), await modeOf('holiday.jpg')]).toEqual(['777', '600', '644']);
  expect(logged.join('\n')).toContain('give Pushoff a folder of its own');
});

test('what a link leads to is left alone', async () => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'pushoff-data-dir-'));
  try {
    await chmod(elsewhere, 0o755);
    await symlink(elsewhere, join(dataDir, 'mail'));
    await prepare();
    expect(((await lstat(elsewhere)).mode & 0o777).toString(8)).toBe('755');
  } finally {
    await rm(elsewhere, { recursive: true, force: true });
  }
});

test('a folder that does not exist is made for its owner alone', async () => {
  await rm(dataDir, { recursive: true });
  await prepare();
  expect(await modeOf()).toBe('700');
  expect(logged).toEqual([]);
});
