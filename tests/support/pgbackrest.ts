import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ensureProgram } from '../../scripts/lib/debian.mjs';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { findFreePort } from './free-port.ts';

/** Debian's PostgreSQL with the operator's own backup (`deploy/pgbackrest`). */
export interface BackedUpPostgres {
  readonly url: string;
  /** Ends it at once, with everything that it has on its disk. */
  lose(): Promise<void>;
  /** Brings it back out of the backup, as pgBackRest's own flags say. */
  restore(...flags: string[]): Promise<void>;
  stop(): Promise<void>;
}

const BIN = '/usr/lib/postgresql/15/bin';
const PATIENCE_MS = 60_000;
const STANZA = '--stanza=pushoff';

/** Every user must be able to enter `home`. */
export async function startBackedUpPostgres(home: string): Promise<BackedUpPostgres> {
  await ensureProgram('pgbackrest', 'pgbackrest', 'postgresql-15');
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'])));
  const [data, backup, run] = ['postgres', 'backup', 'run'].map((name) => join(home, name)) as [string, string, string];
  for (const folder of [data, backup, run]) {
    mkdirSync(folder, { mode: 0o700 });
    chownSync(folder, uid!, gid!);
  }
  const port = await findFreePort();
  const env = {
    PATH: process.env['PATH'],
    LC_ALL: 'C',
    PGBACKREST_CONFIG: fromRoot('deploy', 'pgbackrest', 'pgbackrest.conf'),
    PGBACKREST_REPO1_PATH: backup,
    PGBACKREST_PG1_PATH: data,
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_PG1_SOCKET_PATH: run,
    PGBACKREST_LOCK_PATH: run,
    PGBACKREST_LOG_PATH: run,
    PGBACKREST_LOG_LEVEL_CONSOLE: 'warn',
  };
  const as = { uid: uid!, gid: gid!, cwd: run, env };
  const ask = (program: string, ...args: string[]) => execFileSync(program, args, { ...as, stdio: 'pipe' });
  ask(join(BIN, 'initdb'), '-D', data, '--auth=trust', '--encoding=UTF8', '--locale=C');
  const ours = readFileSync(fromRoot('deploy', 'pgbackrest', 'postgresql.conf'), 'utf8');
  const place = `listen_addresses = '127.0.0.1'\nport = ${port}\nunix_socket_directories = '${run}'\n`;
  appendFileSync(join(data, 'postgresql.conf'), `${ours}\n${place}`);
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  const log = openSync(join(home, 'postgres.log'), 'a');
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    // A group of its own, so that all of its processes end together.
    server = spawn(join(BIN, 'postgres'), ['-D', data], { ...as, stdio: ['ignore', log, log], detached: true });
    const deadline = Date.now() + PATIENCE_MS;
    while (!(await isPrimary(url))) {
      if (Date.now() > deadline)
        throw new Error(`PostgreSQL did not start: ${readFileSync(join(home, 'postgres.log'))}`);
      await sleep(100);
    }
  }
  async function kill(): Promise<void> {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    process.kill(-server.pid!, 'SIGKILL');
    await once(server, 'exit');
  }
  process.on('exit', () => void kill());
  await start();
  ask('pgbackrest', STANZA, 'stanza-create');
  ask('pgbackrest', STANZA, 'backup');
  return {
    url,
    async lose() {
      await kill();
      rmSync(data, { recursive: true });
    },
    async restore(...flags) {
      await kill();
      rmSync(data, { recursive: true, force: true });
      mkdirSync(data, { mode: 0o700 });
      chownSync(data, uid!, gid!);
      ask('pgbackrest', STANZA, ...flags, 'restore');
      await start();
    },
    stop: kill,
  };
}

/** It has come to the end of what it restores, and takes commands. */
async function isPrimary(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ inRecovery: boolean }>('select pg_is_in_recovery() as "inRecovery"');
    return !rows[0]!.inRecovery;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
