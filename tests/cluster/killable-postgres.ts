import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBinaries } from '../../scripts/lib/postgres-binaries.mjs';
import { unprivileged } from '../../scripts/lib/unprivileged.mjs';
import { findFreePort } from '../support/free-port.ts';

/**
 * A PostgreSQL that can be stopped at once and started again on the same data. Unlike in all other tests, its commits
 * are durable.
 */
export interface KillablePostgres {
  readonly url: string;
  /** `SIGQUIT` is what `pg_ctl stop -m immediate` sends; after `SIGKILL` its children have to notice by themselves. */
  kill(signal: 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  /** Starts it repeatedly until it runs, as a service manager would. */
  start(): Promise<void>;
  isRunning(): boolean;
  stop(): Promise<void>;
}

const PATIENCE_MS = 60_000;
const servers = new Set<ChildProcess>();
process.on('exit', () => {
  for (const server of servers) server.kill('SIGQUIT');
});

/** Every user must be able to enter `folder`. */
export async function startKillablePostgres(folder: string): Promise<KillablePostgres> {
  const user = unprivileged();
  const binaries = findBinaries(folder, user);
  const data = join(folder, 'data');
  const log = openSync(join(folder, 'server.log'), 'a');
  mkdirSync(data, { mode: 0o700 });
  if (user) chownSync(data, user.uid, user.gid);
  const as = { ...user, cwd: folder, env: { ...process.env, LC_ALL: 'C' } };
  const flags = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  execFileSync(binaries.initdb, flags, { ...as, stdio: 'pipe' });
  const port = await findFreePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 60,
    min_wal_size: '32MB',
    max_wal_size: '48MB',
  };
  const args = ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  let server: ChildProcess | undefined;

  const isOver = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;
  /** The first line of the pid file is the process id, the eighth its state. */
  function isReady(child: ChildProcess): boolean {
    try {
      const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
      return Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready';
    } catch {
      return false;
    }
  }
  async function start(): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    while (Date.now() < deadline) {
      const child = spawn(binaries.postgres, args, { ...as, stdio: ['ignore', log, log] });
      servers.add(child);
      child.once('exit', () => servers.delete(child));
      while (!isOver(child) && !isReady(child) && Date.now() < deadline) await sleep(20);
      server = child;
      if (!isOver(child)) return;
      // Children of the killed server still run, or its disk is full.
      await sleep(100);
    }
    throw new Error(`PostgreSQL did not start: ${readFileSync(join(folder, 'server.log'), 'utf8').slice(-2_000)}`);
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    const ended = server;
    if (ended === undefined || isOver(ended)) return;
    ended.kill(signal);
    await once(ended, 'exit');
  }
  await start();
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    kill: end,
    start,
    isRunning: () => server !== undefined && !isOver(server),
    stop: () => end('SIGINT'),
  };
}
