import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { bootMachine, closeNetwork, type Machine, openNetwork } from './machine.ts';

/** Three machines with the operator's own configuration (`deploy/patroni`), and HAProxy before them. */
export interface Cluster {
  readonly machines: readonly Machine[];
  /** The address that nodes are given: HAProxy's. */
  readonly url: string;
  /** The address of one member past HAProxy, for whom may do everything. */
  superUrl(machine: Machine, database?: string): string;
  /** What the machines say of each other; the one that is thought to be ill is asked last. */
  members(ill?: Machine): Promise<readonly Member[]>;
  /** Starts what does not run on the machine, as a service manager would. */
  start(machine: Machine): void;
  /** Resolves when there is a primary and two replicas that follow it, one of them synchronous. */
  settled(): Promise<{ readonly primary: Machine; readonly partner: Machine }>;
  switchOver(): Promise<void>;
  stop(): Promise<void>;
}

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
  readonly lag?: number | string;
}

const NAMES = ['one', 'two', 'three'];
const FIRST_ADDRESS = 11;
const PASSWORD = 'only-for-tests';
const PATIENCE_MS = 180_000;
const AGAIN_MS = 200;
const ANSWER_MS = 2_000;
const RUNNING = ['running', 'streaming'];

const deploy = fileURLToPath(new URL('../../deploy/patroni/', import.meta.url));
const started = new Set<() => void>();
process.on('exit', () => started.forEach((takeAway) => takeAway()));

/** `home`: a folder that every user can enter. Packages are expected to be installed. */
export async function startCluster(home: string): Promise<Cluster> {
  const folder = join(home, 'cluster');
  mkdirSync(folder);
  const user = postgresUser();
  let haproxy: ChildProcess | undefined;
  const machines: Machine[] = [];
  const takeAway = () => {
    started.delete(takeAway);
    haproxy?.kill('SIGKILL');
    for (const machine of machines) machine.remove();
    closeNetwork();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  started.add(takeAway);
  openNetwork();
  for (const [index, name] of NAMES.entries()) {
    machines.push(bootMachine(name, FIRST_ADDRESS + index, folder, user));
  }
  const config = join(folder, 'patroni.yml');
  cpSync(join(deploy, 'patroni.yml'), config);
  chmodSync(config, 0o644);
  for (const machine of machines) {
    const own = join(machine.folder, 'etcd');
    mkdirSync(own, { mode: 0o700 });
    chownSync(own, user.uid, user.gid);
  }
  function start(machine: Machine): void {
    machine.run('etcd', [], {
      ...readEnv('etcd.env', machine),
      ETCD_DATA_DIR: join(machine.folder, 'etcd'),
    });
    machine.run('patroni', [config], readEnv('member.env', machine));
  }
  machines.forEach(start);

  const superUrl = ({ address }: Machine, database = 'postgres') =>
    `postgresql://postgres:${PASSWORD}@${address}:5432/${database}`;
  /** None where the machine is down, frozen or not yet up. */
  async function membersBy({ address }: Machine): Promise<readonly Member[]> {
    try {
      const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(ANSWER_MS) });
      return ((await answer.json()) as { members: Member[] }).members;
    } catch {
      return [];
    }
  }
  async function members(ill?: Machine): Promise<readonly Member[]> {
    for (const machine of machines.toSorted((one, other) => Number(one === ill) - Number(other === ill))) {
      const seen = await membersBy(machine);
      if (seen.length > 0) return seen;
    }
    return [];
  }
  const machineNamed = (name: string) => machines.find((machine) => machine.name === name)!;
  const cluster: Cluster = {
    machines,
    url: `postgresql://pushoff:${PASSWORD}@127.0.0.1:5000/pushoff`,
    superUrl,
    members,
    start,
    async settled() {
      const deadline = Date.now() + PATIENCE_MS;
      for (;;) {
        const views = await Promise.all(machines.map(membersBy));
        const seen = views[0]!;
        const primary = seen.find(({ role, state }) => role === 'leader' && state === 'running');
        const partner = seen.find(({ role, state }) => role === 'sync_standby' && RUNNING.includes(state));
        // A machine that was cut off goes on for a moment to tell of a primary that is none any more.
        const isWhole =
          new Set(views.map(rolesIn)).size === 1 &&
          seen.length === NAMES.length &&
          seen.every(({ state, timeline }) => RUNNING.includes(state) && timeline === primary?.timeline);
        if (isWhole && primary && partner) {
          return { primary: machineNamed(primary.name), partner: machineNamed(partner.name) };
        }
        if (Date.now() > deadline) {
          for (const { name, folder: own } of machines)
            cpSync(join(own, 'log'), fromRoot('test-reports', `cluster-${name}.log`));
          throw new Error(`The cluster does not come to rest (logs in test-reports): ${JSON.stringify(seen)}`);
        }
        await sleep(AGAIN_MS);
      }
    },
    async switchOver() {
      const { primary, partner } = await cluster.settled();
      const answer = await fetch(`http://${primary.address}:8008/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: primary.name, candidate: partner.name }),
      });
      if (!answer.ok) throw new Error(`Patroni does not switch over: ${await answer.text()}`);
    },
    async stop() {
      takeAway();
      if (haproxy !== undefined && haproxy.exitCode === null && haproxy.signalCode === null)
        await once(haproxy, 'exit');
    },
  };
  try {
    const { primary } = await cluster.settled();
    await createDatabase(superUrl(primary));
    const log = openSync(join(folder, 'haproxy.log'), 'a');
    haproxy = spawn('haproxy', ['-db', '-f', join(deploy, 'haproxy.cfg')], { stdio: ['ignore', log, log] });
    return cluster;
  } catch (error) {
    takeAway();
    throw error;
  }
}

const rolesIn = (members: readonly Member[]): string =>
  members
    .map(({ name, role, state, timeline }) => `${name} ${role} ${state} ${timeline}`)
    .toSorted()
    .join();

/** The first machine's file, with the name, the address and the passwords of this one. */
function readEnv(file: string, { name, address }: Machine): Record<string, string> {
  const lines = readFileSync(join(deploy, file), 'utf8').split('\n');
  const pairs = lines.filter((line) => /^[A-Z]/.test(line)).map((line) => line.split(/=(.*)/s) as [string, string]);
  const own = ([key, value]: [string, string]): [string, string] => {
    if (key.endsWith('_PASSWORD')) return [key, PASSWORD];
    if (key.endsWith('_NAME')) return [key, name];
    return [key, key === 'ETCD_INITIAL_CLUSTER' ? value : value.replaceAll(`198.51.100.${FIRST_ADDRESS}`, address)];
  };
  return Object.fromEntries(pairs.map(own));
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create role pushoff login password '${PASSWORD}'`);
  await client.query('create database pushoff owner pushoff');
  await client.end();
}

function postgresUser() {
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' })));
  if (!uid || !gid) throw new Error("There is no user 'postgres', whom Debian's package makes.");
  return { uid, gid };
}
