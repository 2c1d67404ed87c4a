import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { ensureCluster } from '../../scripts/lib/cluster.mjs';
import { ensureProgram } from '../../scripts/lib/debian.mjs';
import { startCluster } from '../cluster/three-machines.ts';
import { startPrometheus } from '../cluster/prometheus.ts';
import { buildServer } from '../cluster/server-build.ts';
import { startServer } from '../cluster/server.ts';

const TOKEN = 'a-token-that-only-prometheus-has-0123456789';
const PATIENCE_MS = 12 * 60_000;
/** An alert waits for its minute, for a look of Prometheus and for one of its rules. */
const ALERT_MS = 240_000;
const POSTGRES = [5432];
/** More than the alert allows a replica to lack. */
const MUCH = 'create table filler as select repeat(md5(n::text), 8) as text from generate_series(1, 120000) n';

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
}, PATIENCE_MS);

test(
  '[DF6] a replica that is cut off, and a primary that has none left, each make the alert that is theirs fire, and no other',
  async () => {
    await ensureCluster();
    const program = await ensureProgram('prometheus');
    const folder = await mkdtemp(join(tmpdir(), 'pushoff-replicas-'));
    undo.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    await chmod(folder, 0o755);
    const build = await buildServer();
    undo.push(build.remove);
    const cluster = await startCluster(folder);
    undo.push(cluster.stop);
    const env = { DATABASE_URL: cluster.url, METRICS_TOKEN: TOKEN };
    const server = await startServer({ entry: build.serverEntry, dataDir: join(folder, 'data'), env });
    undo.push(server.stop);
    const prometheus = await startPrometheus(program, folder, { urls: [server.url], token: TOKEN });
    undo.push(prometheus.stop);
    const becomes = (names: readonly string[]) =>
      expect.poll(prometheus.firing, { timeout: ALERT_MS, interval: 1_000 }).toEqual(names);

    const { primary, partner } = await cluster.settled();
    await expect
      .poll(() => prometheus.ask('sum(up) + sum(patroni_sync_standby)').catch(() => []), { timeout: ALERT_MS })
      .toEqual([4 + 1]);
    expect(await prometheus.firing()).toEqual([]);

    primary.cutFrom([partner.address], POSTGRES);
    // The other replica has to be the synchronous one before anything can be written.
    const client = new pg.Client({ connectionString: cluster.superUrl(primary) });
    await client.connect();
    await client.query(MUCH);
    await client.end();
    await becomes(['PushoffReplicaBehind']);
    primary.heal();
    await cluster.settled();
    await becomes([]);

    const others = cluster.machines.filter((each) => each !== primary).map(({ address }) => address);
    primary.cutFrom(others, POSTGRES);
    await becomes(['PushoffNoSynchronousReplica']);
    primary.heal();
    await cluster.settled();
    await becomes([]);
  },
  PATIENCE_MS,
);
