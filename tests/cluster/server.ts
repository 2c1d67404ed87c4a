import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findFreePort } from '../support/free-port.ts';

const builtEntry = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));
/** Generous: a slow machine is not a failure. */
const START_MS = 180_000;
const STOP_MS = 15_000;

export interface BuiltServer {
  readonly url: string;
  readonly dataDir: string;
  readonly child: ChildProcess;
  /** Asks the server to stop and waits until it has ended; returns its exit code. */
  stop(): Promise<number | null>;
  /** Ends the server like a power cut, without a clean stop. The data folder stays, for another start. */
  kill9(): Promise<void>;
  /** Everything that the server has printed. */
  logs(): string;
}

export interface BuiltServerOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly dataDir?: string;
  /** The port that a proxy expects; else any free one. */
  readonly port?: number;
  /** Another build than that of `npm run build`. */
  readonly entry?: string;
  /** A module that runs in the server's process before the server, with a channel to this process. */
  readonly preload?: string;
}

const children = new Set<ChildProcess>();
const folders = new Set<string>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function createDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pushoff-e2e-'));
  folders.add(folder);
  return folder;
}

/** The part of this process's environment that a program needs to run: a developer's own DATABASE_URL stays out. */
function baseEnvironment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'SystemRoot', 'TEMP'];
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

async function waitForEnd(child: ChildProcess): Promise<void> {
  if (!hasEnded(child)) await once(child, 'exit');
}

async function isServing(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

/** The server as `npm start` runs it, from the build, in a process of its own. */
export async function startServer(options: BuiltServerOptions = {}): Promise<BuiltServer> {
  const { entry = builtEntry } = options;
  if (!existsSync(entry)) throw new Error('There is no build to test: run `npm run build` first.');
  const dataDir = options.dataDir ?? createDataDir();
  const port = options.port ?? (await findFreePort());
  const url = `http://127.0.0.1:${port}`;
  const preload = options.preload === undefined ? [] : ['--import', pathToFileURL(options.preload).href];
  const child = spawn(process.execPath, ['--enable-source-maps', ...preload, entry], {
    env: {
      ...baseEnvironment(),
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe', options.preload === undefined ? 'ignore' : 'ipc'],
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()));

  const deadline = Date.now() + START_MS;
  while (!(await isServing(url))) {
    if (hasEnded(child)) throw new Error(`The server ended before it was ready:\n${printed}`);
    if (Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`The server was not ready after ${START_MS / 1000} s:\n${printed}`);
    }
    await sleep(25);
  }

  return {
    url,
    dataDir,
    child,
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await waitForEnd(child);
      clearTimeout(timer);
      return child.exitCode;
    },
    async kill9() {
      child.kill('SIGKILL');
      await waitForEnd(child);
    },
    logs: () => printed,
  };
}
