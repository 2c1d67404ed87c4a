import { once } from 'node:events';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '../support/database.ts';
import type { Engine } from '../../src/server/storage/database.ts';
import { type BuiltServer, startServer } from '../support/server.ts';
import type { TargetBuild } from './target-build.ts';

/** What the server's process has used since it began. */
export interface Usage {
  readonly cpuMs: number;
  readonly rss: number;
  /** On the heap and in buffers; exact only where garbage was collected first. */
  readonly held: number;
  /** Since `watch`: the most processor time that one thing took while everything else had to wait. */
  readonly longestHoldMs: number;
}

/** A built server in a process of its own, as an attacker meets it, and what the attacker can see of its machine. */
export interface Target {
  readonly url: string;
  /** Where its mails lie, as files. */
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly build: TargetBuild;
  /** Every node; the first is the one above. What one of them has closed must be closed at the other. */
  readonly nodes: readonly Pick<Target, 'url' | 'dataDir'>[];
  usage(): Promise<Usage>;
  /** Processor time of the server, all threads, from before the work until it is answered. */
  costMs(work: () => Promise<unknown>): Promise<number>;
  /** Begins to look at how long the server is held up. */
  watch(): Promise<void>;
  /** The most memory that the server had while something went on. */
  peakWhile(going: Promise<unknown>): Promise<number>;
  /** Bytes that the server keeps, with the garbage collected. */
  heldBytes(): Promise<number>;
  /** Until the server has nothing more to do. */
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

/** A server that uses less than a tenth of a processor has nothing to do. */
const ROUND_MS = 250;
const MOST_ROUNDS = 60;
const SAMPLE_MS = 20;

/** It believes the addresses that the attacker makes up: an attacker has many, and the limits count by address. */
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
      // Whichever node sends a mail, it is the same mailbox that it comes to.
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
  /** One after the other: an answer does not say what it is an answer to. */
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
