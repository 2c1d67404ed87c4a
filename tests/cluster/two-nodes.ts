import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServer } from './server-build.ts';
import { createTestDatabase } from '../support/database.ts';
import { findFreePort } from '../support/free-port.ts';
import { createServerLife, type ServerLife } from './server-life.ts';
import { startNats } from './nats.ts';
import { findNginxPorts, type Nginx, startNginx } from './nginx.ts';

interface ClusterNode extends Pick<ServerLife, 'restart' | 'errors'> {
  readonly url: string;
}

/** The setup of README's 'Past one machine': two nodes on one PostgreSQL and one NATS, behind nginx. */
export interface Cluster {
  readonly nginx: Nginx;
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly nodes: readonly ClusterNode[];
  /** The environment of a node of this cluster. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts an existing build, or a build of the present sources. */
export async function startCluster(entry?: string): Promise<Cluster> {
  const build = entry === undefined ? await buildServer() : { serverEntry: entry, remove: async () => undefined };
  const database = await createTestDatabase('postgres');
  const nats = await startNats();
  const ports = await findNginxPorts();
  const env = {
    DATABASE_URL: database.databaseUrl!,
    BUS_URL: nats.url,
    SECRET: 'the same secret on every node, long enough',
    PUBLIC_URL: `https://127.0.0.1:${ports.https}`,
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'warn',
  };
  const folder = await mkdtemp(join(tmpdir(), 'pushoff-nodes-'));
  const nodes = [
    await startNode(build.serverEntry, join(folder, 'one'), env),
    await startNode(build.serverEntry, join(folder, 'other'), env),
  ];
  const [one, other] = nodes.map(({ url }) => url) as [string, string];
  const nginx = await startNginx([one, other], ports);
  return {
    nginx,
    databaseUrl: database.databaseUrl!,
    dataDir: database.dataDir,
    nodes,
    env,
    async stop() {
      await nginx.stop();
      await Promise.all(nodes.map((node) => node.stop()));
      await nats.stop();
      await database.remove();
      await build.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startNode(entry: string, dataDir: string, env: Record<string, string>) {
  const life = createServerLife({ entry, dataDir, env, port: await findFreePort() });
  await life.start();
  return { ...life, url: life.url()!, errors: () => [...life.errors(), ...life.crashes] };
}
