import { setTimeout as sleep } from 'node:timers/promises';
import { runNode } from '../../scripts/lib/run.mjs';
import type { AdminAnswer } from '../../src/server/admin/answers.ts';
import { askRunningServer } from '../../src/server/admin/socket.ts';
import type { TestDatabase } from '../support/database.ts';
import { type BuiltServer, startServer } from '../support/server.ts';
import type { ServerBuild } from './server-build.ts';

const ANSWER_MS = 120_000;
const AGAIN_MS = 50;
/** A command cut off this many times is waited for before the next kill: a slow machine would never answer it. */
const MOST_CUTS = 3;

export interface KillableServer {
  /** Undefined while no server runs. */
  url(): string | undefined;
  /**
   * Kills the server like a power cut, with requests in flight; then starts it again on the same database. Waits first for
   * the operator's commands that were cut off `MOST_CUTS` times.
   */
  killAndRestart(): Promise<void>;
  /** The answer to an operator's command; a command that a kill cuts off is asked again when the server is back. */
  ask(...words: string[]): Promise<AdminAnswer>;
  /** `npm run admin`, in a process of its own, whether the server runs or not. */
  runAdmin(...words: string[]): Promise<{ readonly ok: boolean; readonly output: string }>;
  stop(): Promise<number | null>;
  readonly count: { readonly kills: number; readonly starts: number };
  /** All lines that the server has logged as errors, over all restarts. */
  errors(): readonly string[];
}

/** Every client calls from an address of its own, which the server trusts: limits are per address. */
export async function startKillableServer(
  build: ServerBuild,
  database: TestDatabase,
  log: (line: string) => void,
): Promise<KillableServer> {
  const { dataDir, databaseUrl } = database;
  const env = {
    LOG_LEVEL: 'error',
    TRUSTED_PROXIES: '127.0.0.1',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
  const count = { kills: 0, starts: 0 };
  const lives: BuiltServer[] = [];
  /** The commands that the next kill has to wait for. */
  const spared = new Set<Promise<unknown>>();
  let current: BuiltServer | undefined;
  let isUp = start();
  let failure: unknown;

  async function start(): Promise<void> {
    current = await startServer({ entry: build.serverEntry, dataDir, env });
    lives.push(current);
    count.starts += 1;
  }
  await isUp;

  async function restart(): Promise<void> {
    const killed = current;
    current = undefined;
    await killed?.kill9();
    count.kills += 1;
    // The next caller gets the failure.
    await start().catch((error: unknown) => (failure = error));
  }

  function liveServer(): BuiltServer | undefined {
    if (failure !== undefined) throw failure;
    if (current?.child.exitCode != null) throw new Error(`The server ended by itself:\n${current.logs()}`);
    return current;
  }

  /** Undefined when a kill cut the command off. The server answers requests a moment before it listens to operators. */
  async function askInOneLife(
    asked: BuiltServer | undefined,
    words: readonly string[],
  ): Promise<AdminAnswer | undefined> {
    const deadline = performance.now() + ANSWER_MS;
    while (performance.now() < deadline) {
      const late = sleep(deadline - performance.now(), undefined, { ref: false });
      const answer = await Promise.race([askRunningServer(dataDir, words).catch(() => undefined), late]);
      if (answer !== undefined) return answer;
      if (liveServer() !== asked) return undefined;
      await sleep(AGAIN_MS);
    }
    throw new Error(`The server runs and gave no answer to '${words.join(' ')}' for ${ANSWER_MS / 1000} s`);
  }

  return {
    url: () => liveServer()?.url,
    async killAndRestart() {
      while (spared.size > 0) await Promise.allSettled(spared);
      isUp = restart();
      await isUp;
    },
    async ask(...words) {
      for (let cuts = 0; ; cuts += 1) {
        await isUp;
        const asking = askInOneLife(liveServer(), words);
        if (cuts >= MOST_CUTS) spared.add(asking);
        const answer = await asking.finally(() => spared.delete(asking));
        if (answer !== undefined) return answer;
        log(
          `'${words.join(' ')}' was cut off by a kill, ${cuts + 1} of at most ${MOST_CUTS} times, and is asked again`,
        );
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
