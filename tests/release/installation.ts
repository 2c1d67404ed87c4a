import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readlinkSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { findFreePort } from '../support/free-port.ts';

export interface Ran {
  readonly ok: boolean;
  readonly text: string;
}

/** A machine's folder for Pushoff, filled by `deploy/upgrade.sh` as an operator runs it. */
export interface Installation {
  readonly url: string;
  readonly dataDir: string;
  /** The folder of the release that the service runs. */
  current(): string;
  upgrade(archive: string): Promise<Ran>;
  admin(release: string, ...words: string[]): Promise<Ran>;
  service(verb: 'restart' | 'stop'): Promise<Ran>;
}

export async function createInstallation(folder: string): Promise<Installation> {
  const place = join(folder, 'opt');
  const dataDir = join(folder, 'data');
  const settings = join(folder, 'pushoff.env');
  const port = await findFreePort();
  for (const made of ['opt', 'data', 'bin', 'tools']) mkdirSync(join(folder, made));
  symlinkSync(process.execPath, join(folder, 'bin', 'node'));
  cpSync(fromRoot('tests/release/systemctl.sh'), join(folder, 'tools', 'systemctl'));
  writeFileSync(settings, `DATA_DIR=${dataDir}\nPORT=${port}\n`);
  const env = {
    PATH: [join(folder, 'tools'), join(folder, 'bin'), '/usr/sbin', '/usr/bin', '/sbin', '/bin'].join(':'),
    TRY_FOLDER: folder,
    PUSHOFF_PLACE: place,
    PUSHOFF_SETTINGS: settings,
    PUSHOFF_USER: await userName(),
  };
  const at = { env, cwd: folder };
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    current: () => join(place, readlinkSync(join(place, 'current'))),
    upgrade: (archive) => execute('sh', [fromRoot('deploy/upgrade.sh'), archive], at),
    admin: (release, ...words) =>
      execute(process.execPath, ['admin.mjs', ...words], { cwd: release, env: { DATA_DIR: dataDir } }),
    service: (verb) => execute('systemctl', [verb, 'pushoff'], at),
  };
}

const userName = async () => (await execute('id', ['-un'], {})).text.trim();

export function execute(
  command: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv },
): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(command, args, options, (error, stdout, stderr) =>
      resolve({ ok: error === null, text: stdout + stderr || (error?.message ?? '') }),
    );
  });
}

/** Every file of a folder with its size and its time, to show that none was written. */
export function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const { size, mtimeMs } = statSync(path);
      return `${path} ${size} ${mtimeMs}`;
    })
    .toSorted();
}
