import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { machineNow } from '../faults-log.ts';
import type { Cluster } from '../../cluster/three-machines.ts';
import type { Machine } from '../../cluster/machine.ts';

/** A fault of the database's machines, from its beginning until its cause is taken away. */
export interface ClusterFault {
  readonly kind: ClusterFaultKind;
  readonly at: number;
  readonly healedAt: number;
  /** Another machine had the primary when it was healed. */
  readonly hasMoved: boolean;
}

export type ClusterFaultKind = keyof typeof strikes;

interface Scene {
  readonly cluster: Cluster;
  readonly primary: Machine;
  /** The machine of the synchronous replica. */
  readonly partner: Machine;
  readonly others: readonly string[];
  /** Resolves when another machine has the primary. */
  moved(): Promise<void>;
  /** Resolves when another replica is the synchronous one. */
  relieved(): Promise<void>;
}

const ETCD = [2380];
const POSTGRES = [5432];
const PATRONI = [8008];
const ALONE_MS = 15_000;
const FULL_MS = 20_000;
const MOVE_MS = 90_000;
const AGAIN_MS = 100;

/** Each begins a fault, waits for what must follow of it, and resolves when it is time to heal. */
const strikes = {
  'machine killed': async ({ primary, moved }: Scene) => {
    primary.kill();
    await moved();
  },
  'machine frozen': async ({ primary, moved }: Scene) => {
    primary.signal('SIGSTOP');
    await moved();
  },
  /** PostgreSQL goes on as a primary, and nobody is there to tell it that it is none any more. */
  'Patroni frozen': async ({ primary, moved }: Scene) => {
    primary.signal('SIGSTOP', 'patroni');
    await moved();
  },
  'cut from etcd': async ({ primary, others, moved }: Scene) => {
    primary.cutFrom(others, ETCD);
    await moved();
  },
  /** Nodes still reach it. */
  'cut from the other machines': async ({ primary, others, moved }: Scene) => {
    primary.cutFrom(others, [...ETCD, ...POSTGRES, ...PATRONI]);
    await moved();
  },
  'cut from its replica': async ({ primary, partner, relieved }: Scene) => {
    primary.cutFrom([partner.address], POSTGRES);
    await relieved();
  },
  'cut from both replicas': async ({ primary, others }: Scene) => {
    primary.cutFrom(others, POSTGRES);
    await sleep(ALONE_MS);
  },
  /** Its log goes on to a new file, as it does by itself after more taps. */
  'disk full': async ({ cluster, primary, moved }: Scene) => {
    primary.disk.fill();
    const isOver = moved().then(() => true);
    const until = Date.now() + FULL_MS;
    while (Date.now() < until && !(await Promise.race([isOver, sleep(AGAIN_MS)]))) {
      await ask(cluster.superUrl(primary), 'select pg_switch_wal()').catch(() => undefined);
    }
  },
  /** All that a managed database lets its clients see of a failover. */
  'connections closed': async ({ cluster, primary }: Scene) => {
    const theirs = "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'pushoff'";
    await ask(cluster.superUrl(primary), theirs);
  },
  'switched over': async ({ cluster, moved }: Scene) => {
    await cluster.switchOver();
    await moved();
  },
} as const;

export const clusterFaultKinds = Object.keys(strikes) as readonly ClusterFaultKind[];

export async function strikeCluster(cluster: Cluster, kind: ClusterFaultKind): Promise<ClusterFault> {
  const { primary, partner } = await cluster.settled();
  const others = cluster.machines.filter((each) => each !== primary).map(({ address }) => address);
  const until = async (what: string, isSo: (roles: ReadonlyMap<string, string>) => boolean): Promise<void> => {
    const deadline = Date.now() + MOVE_MS;
    for (;;) {
      const members = await cluster.members(primary);
      if (isSo(new Map(members.map(({ name, role }) => [role, name])))) return;
      if (Date.now() > deadline) throw new Error(`${kind}: ${what}: ${JSON.stringify(members)}`);
      await sleep(AGAIN_MS);
    }
  };
  let hasMoved = false;
  const at = machineNow();
  await strikes[kind]({
    cluster,
    primary,
    partner,
    others,
    moved: () =>
      until('no other machine takes over', (roles) => {
        const leader = roles.get('leader');
        hasMoved = leader !== undefined && leader !== primary.name;
        return hasMoved;
      }),
    relieved: () =>
      until('no other replica becomes synchronous', (roles) => {
        const synchronous = roles.get('sync_standby');
        return synchronous !== undefined && synchronous !== partner.name;
      }),
  });
  heal(cluster, kind, primary);
  return { kind, at, healedAt: machineNow(), hasMoved };
}

function heal(cluster: Cluster, kind: ClusterFaultKind, machine: Machine): void {
  machine.heal();
  machine.disk.makeRoom();
  machine.signal('SIGCONT');
  if (kind === 'machine killed') cluster.start(machine);
}

async function ask(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end().catch(() => undefined);
  }
}
