import { setTimeout as sleep } from 'node:timers/promises';
import { runNode } from '../../scripts/lib/run.mjs';
import type { AdminAnswer } from '../../src/server/admin/answers.ts';
import { askRunningServer } from '../../src/server/admin/socket.ts';
import type { ServerBuild } from '../cluster/server-build.ts';
import { createServerLife, type ServerLife } from '../cluster/server-life.ts';
import type { TestDatabase } from '../support/database.ts';

const ANSWER_MS = 120_000;
const AGAIN_MS = 50;
/** A command cut off this many times is waited for before the next kill: a slow machine would never answer it. */
const MOST_CUTS = 3;

export interface KillableServer extends Pick<ServerLife, 'stop' | 'errors' | 'count'> {
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
  /** The commands that the next kill has to wait for. */
  const spared = new Set<Promise<unknown>>();
  const life = createServerLife({ entry: build.serverEntry, dataDir, env });
  await life.start();
  let failure: unknown;

  function url(): string | undefined {
    const [said] = life.crashes;
    if (said !== undefined) throw new Error(`The server ended by itself:\n${said}`);
    if (failure !== undefined) throw failure;
    return life.url();
  }

  /** Undefined when a kill cut the command off. The server answers requests a moment before it listens to operators. */
  async function askInOneLife(words: readonly string[]): Promise<AdminAnswer | undefined> {
    const { kills } = life.count;
    const deadline = performance.now() + ANSWER_MS;
    while (performance.now() < deadline) {
      const late = sleep(deadline - performance.now(), undefined, { ref: false });
      const answer = await Promise.race([askRunningServer(dataDir, words).catch(() => undefined), late]);
      if (answer !== undefined) return answer;
      url();
      if (life.count.kills > kills) return undefined;
      await sleep(AGAIN_MS);
    }
    throw new Error(`The server runs and gave no answer to '${words.join(' ')}' for ${ANSWER_MS / 1000} s`);
  }

  return {
    url,
    async killAndRestart() {
      while (spared.size > 0) await Promise.allSettled(spared);
      // The next caller gets the failure.
      await life.kill().catch((error: unknown) => (failure = error));
    },
    async ask(...words) {
      for (let cuts = 0; ; cuts += 1) {
        while (url() === undefined) await sleep(AGAIN_MS);
        const asking = askInOneLife(words);
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
    stop: () => life.stop(),
    errors: () => life.errors(),
    count: life.count,
  };
}
