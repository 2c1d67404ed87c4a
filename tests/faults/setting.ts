import { mkdirSync, rmSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '../../src/server/storage/engine.ts';
import type { StorageConfig } from '../../src/server/storage/database.ts';
import { buildServer, type ServerBuild } from '../cluster/server-build.ts';
import type { Random } from '../simulation/random.ts';
import { type KillablePostgres, startKillablePostgres } from '../cluster/killable-postgres.ts';
import { buildPhone } from './phone-build.ts';
import { type Proxy, startProxy } from '../cluster/proxy.ts';
import { createServerNode, type ServerNode } from './server-node.ts';
import { mountSmallDisk } from '../cluster/small-disk.ts';
import type { Stage } from './strikes.ts';

/** Enough for an hour of taps, and quickly filled. */
const DISK_MB: Readonly<Record<Engine, number>> = { sqlite: 96, postgres: 384 };
const NODES: Readonly<Record<Engine, number>> = { sqlite: 1, postgres: 2 };
const SECRET = 'the same secret on every node, long enough';

/** The database, the nodes and the proxy before them, all running. */
export interface Setting {
  readonly folder: string;
  readonly build: ServerBuild;
  readonly phoneProgram: string;
  readonly storage: StorageConfig;
  readonly nodes: readonly ServerNode[];
  readonly proxy: Proxy;
  readonly postgres: KillablePostgres | undefined;
  readonly disk: Stage['disk'];
  /** A description of how the disk is filled. */
  readonly diskKind: string;
  remove(): Promise<void>;
}

interface OtherDatabase {
  readonly url: string;
  stop(): Promise<void>;
}

const folders = new Set<string>();
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

interface OtherSetting {
  readonly env: Readonly<Record<string, string>>;
  /** Starts another database than a PostgreSQL of its own, in a folder that every user can enter. */
  startDatabase(folder: string): Promise<OtherDatabase>;
}

export async function prepareSetting(engine: Engine, random: Random, otherwise?: OtherSetting): Promise<Setting> {
  const folder = await mkdtemp(join(tmpdir(), 'pushoff-faults-'));
  folders.add(folder);
  // PostgreSQL runs as another user.
  await chmod(folder, 0o755);
  const undo: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true, maxRetries: 5 })];
  const remove = async () => {
    for (const step of undo.toReversed()) await step();
  };
  try {
    const small = mountSmallDisk(join(folder, 'disk'), DISK_MB[engine]);
    if (small !== undefined) undo.push(small.unmount);
    const home = small?.folder ?? join(folder, 'disk');
    const [build, phoneProgram] = await Promise.all([buildServer(), buildPhone(join(folder, 'phone-program'))]);
    undo.push(build.remove);
    folders.add(join(build.serverEntry, '..', '..'));
    const other = await otherwise?.startDatabase(folder);
    const postgres = engine === 'postgres' && !other ? await startKillablePostgres(home) : undefined;
    const database: OtherDatabase | undefined = other ?? postgres;
    if (database !== undefined) undo.push(database.stop);
    const nodes: ServerNode[] = [];
    const chance = random.fork('balance');
    const proxy = await startProxy(() => pickUrl(nodes, chance), random.fork('proxy'));
    undo.push(proxy.stop);
    const dataDirs = Array.from({ length: NODES[engine] }, (_, index) =>
      join(database ? folder : home, `node-${index}`),
    );
    const env = { SECRET, PUBLIC_URL: proxy.url, ...(database && { DATABASE_URL: database.url }), ...otherwise?.env };
    for (const [index, dataDir] of dataDirs.entries()) {
      const own = join(folder, `control-${index}`);
      mkdirSync(own);
      const node = createServerNode({ entry: build.serverEntry, dataDir, folder: own, env });
      nodes.push(node);
      undo.push(node.stop);
      await node.start();
    }
    const pageLimit = {
      fill: () => nodes.forEach((node) => node.tell({ isFull: true })),
      makeRoom: () => nodes.forEach((node) => node.tell({ isFull: false })),
    };
    return {
      folder,
      build,
      phoneProgram,
      storage: { dataDir: dataDirs[0]!, databaseUrl: database?.url },
      nodes,
      proxy,
      postgres,
      disk: small ?? (engine === 'sqlite' ? pageLimit : undefined),
      diskKind: small ? 'a small mounted disk' : engine === 'sqlite' ? "SQLite's page limit" : 'no disk filled',
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

function pickUrl(nodes: readonly ServerNode[], random: Random): string | undefined {
  const urls = nodes.flatMap((node) => node.url() ?? []);
  return urls.length === 0 ? undefined : random.pick(urls);
}
