import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'pushoff-upgrade-'));
const place = join(folder, 'opt');
const archive = join(folder, 'pushoff-9.9.9.tar.gz');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function upgrade(...words: string[]): string {
  const env = { PATH: process.env['PATH']!, PUSHOFF_PLACE: place, PUSHOFF_SETTINGS: join(folder, 'none.env') };
  const { status, stderr } = spawnSync('sh', ['deploy/upgrade.sh', ...words], { env, encoding: 'utf8' });
  expect(status).not.toBe(0);
  return stderr;
}

test('[RL3] an archive without its digest, or with another one, is refused before anything is unpacked', () => {
  expect(upgrade()).toContain('Name the archive');
  expect(upgrade(archive)).toContain('There is no file');
  writeFileSync(archive, 'half of an archive');
  expect(upgrade(archive)).toContain('to compare the archive with');
  const digest = createHash('sha256').update('the whole archive').digest('hex');
  writeFileSync(`${archive}.sha256`, `${digest}  pushoff-9.9.9.tar.gz\n`);
  expect(upgrade(archive)).toContain('is damaged');
  expect(existsSync(place)).toBe(false);
});
