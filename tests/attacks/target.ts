import { once } from 'node:events';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '../support/database.ts';
import type { Engine } from '../../src/server/storage/engine.ts';
import { type BuiltServer, startServer } from '../cluster/server.ts';
import type { TargetBuild } from './target-build.ts';

/** The resources that the server's process has used since its start. */
interface Usage {
  readonly cpuMs: number;
  readonly rss: number;
  /** On the heap and in buffers; exact only where garbage was collected first. */
  readonly held: number;
  /** Since `watch`: the longest processor time between two turns of the event loop. */
  readonly longestHoldMs: number;
}

/** A built server in a process of its own, as an attacker reaches it, and measurements of its process. */
export interface Target {
  readonly url: string;
  /** The folder with its mails as files. */
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly build: TargetBuild;
  /** Every node; the first is the one above. An attack closed on one node must be closed on the other. */
  readonly nodes: readonly Pick<Target, 'url' | 'dataDir'>[];
  usage(): Promise<Usage>;
  /** Processor time of the server, all threads, from before the work until it is answered. */
  costMs(work: () => Promise<unknown>): Promise<number>;
  /** Starts measuring how long the event loop is blocked. */
  watch(): Promise<void>;
  /** The server's peak memory until the promise settles. */
  peakWhile(going: Promise<unknown>): Promise<number>;
  /** The server's memory in bytes after a garbage collection. */
  heldBytes(): Promise<number>;
  /** Waits until the server is idle. */
  quiet(): Promise<void>;
  logs(): string;
  stop(): Promise<void>;
}

export interface TargetOptions {
  readonly engine?: Engine;
  readonly nodes?: number;
  readonly env?: Readonly<Record<string, string>>;
}

const preload = fileURLToPath(new URL('./usage-preload.mjs', import.meta.url));

/** A server that uses less than a tenth of a processor is idle. */
const ROUND_MS = 250;
const MOST_ROUNDS = 60;
const SAMPLE_MS = 20;

/** The server trusts the attacker's invented addresses: a real attacker has many, and the limits count by address. */
const ENVIRONMENT = { TRUSTED_PROXIES: '127.0.0.1', PAYMENTS: 'sandbox' };

export async function startTarget(build: TargetBuild, options: TargetOptions = {}): Promise<Target> {
  const { engine = 'sqlite', nodes: count = 1, env = {} } = options;
  const database = await createTestDatabase(engine);
  const { databaseUrl } = database;
  const settings = { ...ENVIRONMENT, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }), ...env };
  const servers: BuiltServer[] = [];
  const dataDir = join(database.dataDir, 'node-0');

  async function stop(): Promise<void> {
    await Promise.all(servers.map((server) => server.kill9()));
    await database.remove();
  }
  try {
    for (let index = 0; index < count; index += 1) {
      const folder = join(database.dataDir, `node-${index}`);
      await mkdir(folder);
      // All nodes write mails into the same folder.
      if (index === 0) await mkdir(join(folder, 'mail'));
      else await symlink(join(dataDir, 'mail'), join(folder, 'mail'));
      // Nodes of one site share its secret and its address.
      const shared = count === 1 ? {} : { SECRET: 'a secret that the nodes of an attack share' };
      const address = servers[0] === undefined ? {} : { PUBLIC_URL: servers[0].url };
      const all = { ...settings, ...shared, ...address };
      servers.push(await startServer({ entry: build.serverEntry, dataDir: folder, preload, env: all }));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  const [first] = servers as [BuiltServer];

  let asking: Promise<unknown> = Promise.resolve();
  /** Questions are asked one after the other: an answer does not name its question. */
  function ask(what: 'usage' | 'held' | 'watch'): Promise<Usage> {
    const told = asking.then(async () => {
      const answer = once(first.child, 'message');
      first.child.send(what);
      return ((await answer) as [Usage])[0];
    });
    asking = told.catch(() => undefined);
    return told;
  }
  const usage = () => ask('usage');
  return {
    url: first.url,
    dataDir,
    databaseUrl,
    build,
    nodes: servers.map(({ url, dataDir: folder }) => ({ url, dataDir: folder })),
    usage,
    async costMs(work) {
      const before = await usage();
      await work();
      return (await usage()).cpuMs - before.cpuMs;
    },
    watch: async () => void (await ask('watch')),
    async peakWhile(going) {
      let isOver = false;
      let peak = 0;
      const over = () => void (isOver = true);
      going.then(over, over);
      while (!isOver) {
        peak = Math.max(peak, (await usage()).rss);
        await sleep(SAMPLE_MS);
      }
      return peak;
    },
    heldBytes: async () => (await ask('held')).held,
    async quiet() {
      for (let round = 0, before = (await usage()).cpuMs; round < MOST_ROUNDS; round += 1) {
        await sleep(ROUND_MS);
        const now = (await usage()).cpuMs;
        if (now - before < ROUND_MS / 10) return;
        before = now;
      }
    },
    logs: () => first.logs(),
    stop,
  };
}
