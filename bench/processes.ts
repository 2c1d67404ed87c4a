import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { fromRoot } from '../scripts/lib/project.mjs';

export const SERVER_CORE = 0;
export const LOAD_CORE = 1;
const ANSWER_MS = 300_000;

const canPin = availableParallelism() > 1 && spawnSync('setarch', ['-R', 'taskset', '-c', '0', 'true']).status === 0;
/** Printed in the results: without pinning, figures of two launches cannot be compared. */
export const pinning = canPin ? 'server on core 0, load on core 1, address randomisation off' : 'not pinned';

const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

export interface PinnedOptions {
  /** Absent for a process that competes with nothing and may use the whole machine. */
  readonly core?: number;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** A file for its output: reading a pipe would cost this process work while it measures. */
  readonly output?: string;
}

/**
 * Address randomisation gives a Node process one of two speeds for its life, and a server on the load's core would be
 * measured together with the load.
 */
export function startPinned({ core, args, env, output }: PinnedOptions): ChildProcess {
  const prefix = canPin && core !== undefined ? ['setarch', '-R', 'taskset', '-c', String(core)] : [];
  const [command, ...rest] = [...prefix, process.execPath, ...args];
  const printed = output === undefined ? 'inherit' : openSync(output, 'a');
  const child = spawn(command!, rest, {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], NODE_ENV: 'production', ...env },
    stdio: ['ignore', printed, output === undefined ? 'inherit' : printed, 'ipc'],
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/** One message from a child, or the reason why there is none. */
export function hear<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => finish(() => reject(new Error('A process did not answer'))), ANSWER_MS);
    const onMessage = (message: Message) => finish(() => resolve(message));
    const onExit = (code: number | null) => finish(() => reject(new Error(`A process ended with ${code}`)));
    function finish(settle: () => void): void {
      clearTimeout(timer);
      child.off('message', onMessage as (message: unknown) => void);
      child.off('exit', onExit);
      settle();
    }
    child.on('message', onMessage as (message: unknown) => void);
    child.on('exit', onExit);
  });
}

export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await once(child, 'exit');
  clearTimeout(timer);
}

const WAKE_MS = 100;

/** Stops both processes until they are let go. */
export function hold(server: ChildProcess, load: ChildProcess): void {
  load.kill('SIGSTOP');
  server.kill('SIGSTOP');
}

/**
 * The server continues first: it closes connections that were idle for too long, and the load must learn of it before
 * it uses one.
 */
export async function letGo(server: ChildProcess, load: ChildProcess): Promise<void> {
  server.kill('SIGCONT');
  await sleep(WAKE_MS);
  load.kill('SIGCONT');
  await sleep(WAKE_MS);
}

/** In KB. */
export function residentMemory({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
}

const TICKS = 100;

/** The processor time of the process, in seconds. */
export const processorTime = ({ pid }: ChildProcess): number => timeOf(pid!);

function timeOf(pid: number | string): number {
  const [user = 0, system = 0] = statOf(pid).slice(11, 13).map(Number);
  return (user + system) / TICKS;
}

/** The processor time of all processes of a PostgreSQL on this machine, those that have ended too, in seconds. */
export async function databaseTime(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const keeper = Number(statOf(rows[0]!.pid)[1]);
  await client.end();
  const processes = readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name));
  const parts = processes.filter((pid) => pid === String(keeper) || parentOf(pid) === keeper);
  const ended = statOf(keeper).slice(13, 15);
  const times = [...parts.map((pid) => timeOf(pid)), ...ended.map((ticks) => Number(ticks) / TICKS)];
  return times.reduce((sum, time) => sum + time, 0);
}

/** What `/proc` says of a process, from its state on; nothing of one that has just ended. */
function statOf(pid: number | string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  } catch {
    return [];
  }
}
const parentOf = (pid: string): number => Number(statOf(pid)[1]);
export const benchFile = (...parts: string[]): string => join(fromRoot('bench'), ...parts);
