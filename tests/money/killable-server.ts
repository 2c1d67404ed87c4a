import { setTimeout as sleep } from 'node:timers/promises';
import { runNode } from '../../scripts/lib/run.mjs';
import type { AdminAnswer } from '../../src/server/admin/answers.ts';
import { askRunningServer } from '../../src/server/admin/socket.ts';
import type { TestDatabase } from '../support/database.ts';
import { type BuiltServer, startServer } from '../support/server.ts';
import type { ServerBuild } from './server-build.ts';

const PATIENCE_MS = 120_000;

export interface KillableServer {
  /** Undefined while no server runs. */
  url(): string | undefined;
  /** Kills the server like a power cut, with requests in flight; then starts it again on the same database. */
  killAndRestart(): Promise<void>;
  /** The answer to an operator's command; it is repeated when the server dies meanwhile and is back. */
  ask(...words: string[]): Promise<AdminAnswer>;
  /** `npm run admin`, in a process of its own, whether the server runs or not. */
  runAdmin(...words: string[]): Promise<{ readonly ok: boolean; readonly output: string }>;
  stop(): Promise<number | null>;
  readonly count: { readonly kills: number; readonly starts: number };
  /** All lines that the server has logged as errors, over all restarts. */
  errors(): readonly string[];
}

/** Every client calls from an address of its own, which the server trusts: limits are per address. */
export async function startKillableServer(build: ServerBuild, database: TestDatabase): Promise<KillableServer> {
  const { dataDir, databaseUrl } = database;
  const env = {
    LOG_LEVEL: 'error',
    TRUSTED_PROXIES: '127.0.0.1',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
  const count = { kills: 0, starts: 0 };
  const lives: BuiltServer[] = [];
  let current: BuiltServer | undefined;
  let failure: unknown;

  async function start(): Promise<void> {
    current = await startServer({ entry: build.serverEntry, dataDir, env });
    lives.push(current);
    count.starts += 1;
  }
  await start();

  return {
    url() {
      if (failure !== undefined) throw failure;
      if (current?.child.exitCode != null) throw new Error(`The server ended by itself:\n${current.logs()}`);
      return current?.url;
    },
    async killAndRestart() {
      const killed = current;
      current = undefined;
      await killed?.kill9();
      count.kills += 1;
      // The next caller gets the failure.
      await start().catch((error: unknown) => (failure = error));
    },
    async ask(...words) {
      const deadline = Date.now() + PATIENCE_MS;
      for (;;) {
        const answer = await askRunningServer(dataDir, words).catch(() => undefined);
        if (answer !== undefined) return answer;
        if (Date.now() > deadline) throw new Error(`Nobody answered '${words.join(' ')}'`);
        await sleep(50);
      }
    },
    async runAdmin(...words) {
      const { PATH } = process.env;
      return runNode(build.adminEntry, words, { capture: true, env: { PATH, DATA_DIR: dataDir, ...env } });
    },
    async stop() {
      const stopped = current;
      current = undefined;
      return stopped === undefined ? null : stopped.stop();
    },
    count,
    errors: () => lives.flatMap((life) => life.logs().split('\n')).filter((line) => line.includes('"level":"error"')),
  };
}
