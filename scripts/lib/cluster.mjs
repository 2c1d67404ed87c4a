import { existsSync } from 'node:fs';
import { canInstall, ensureProgram } from './debian.mjs';
import { Refusal } from './project.mjs';

/** PostgreSQL's major version is the one that deploy/patroni/patroni.yml names. */
const POSTGRES = '/usr/lib/postgresql/15/bin/postgres';

/** Installs what the cluster of three machines on one needs (tests/faults/failover). */
export async function ensureCluster() {
  if (!canInstall)
    throw new Refusal('The cluster runs on Debian, as root: it makes networks and small disks of its own.');
  await ensureProgram('ip', 'iproute2');
  await ensureProgram('nft', 'nftables');
  await ensureProgram('haproxy');
  await ensureProgram('etcd', 'etcd-server');
  await ensureProgram('patroni', 'patroni', 'python3-etcd', 'python3-psycopg2', 'postgresql-15');
  if (!existsSync(POSTGRES)) throw new Refusal(`The cluster needs ${POSTGRES} (Debian: postgresql-15).`);
}
