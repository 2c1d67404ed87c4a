import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom, type Random } from '../../simulation/random.ts';
import { gatherCast } from '../cast.ts';
import type { Verdict, Witness } from '../check-run.ts';
import { openPhones, racesFor } from '../phones.ts';
import type { ServerNode } from '../server-node.ts';
import { prepareSetting } from '../setting.ts';
import { settle } from '../settle.ts';
import { type Cluster, startCluster } from '../../cluster/three-machines.ts';
import { type ClusterFault, type ClusterFaultKind, clusterFaultKinds, strikeCluster } from './cluster-faults.ts';
import { watchPrimaries } from './primaries.ts';
import { measureSilence, type Silence } from './silence.ts';
import { checkWords } from './words.ts';

export interface FailoverReport extends Verdict {
  readonly faults: readonly ClusterFault[];
  readonly silence: readonly Silence[];
  /** What timing screens said, and how often. */
  readonly said: ReadonlyMap<string, number>;
}

export interface FailoverOptions {
  /** The kinds of fault; every kind when none is named. */
  readonly names?: readonly string[];
  /** How often each kind. */
  readonly times?: number;
  readonly seed: number;
  log?(line: string): void;
}

const MINUTES_A_FAULT = 1;
const CALM_MS = 3_000;
const BUS_MS = 60_000;
const TOKEN = 'for-the-metrics-of-the-failover-run';

function inOrder(names: readonly string[], times: number, random: Random): ClusterFaultKind[] {
  const kinds = clusterFaultKinds.filter((kind) => names.length === 0 || names.includes(kind));
  if (kinds.length < names.length) throw new Error(`The kinds of fault are: ${clusterFaultKinds.join(', ')}.`);
  return Array.from({ length: times }, () =>
    kinds
      .map((kind) => [random.next(), kind] as const)
      .toSorted(([one], [other]) => one - other)
      .map(([, kind]) => kind),
  ).flat();
}

/** Two nodes, phones and a spectator, while one machine of the database after the other fails. */
export async function runFailover({
  names = [],
  times = 1,
  seed,
  log = () => undefined,
}: FailoverOptions): Promise<FailoverReport> {
  const random = createRandom(`failover ${seed}`);
  const kinds = inOrder(names, times, random.fork('order'));
  let cluster: Cluster | undefined;
  const env = { METRICS_TOKEN: TOKEN };
  const setting = await prepareSetting('postgres', random, {
    env,
    startDatabase: async (folder) => (cluster = await startCluster(folder)),
  });
  // The network between phones and nodes is good: what is measured comes from the database.
  setting.proxy.calm();
  const opened: { kill(): Promise<void> }[] = [];
  try {
    const races = racesFor(kinds.length * MINUTES_A_FAULT);
    const cast = await gatherCast(setting.nodes[0]!.url()!, setting.storage.dataDir, races);
    const phones = await openPhones(setting, cast, seed);
    opened.push(...phones);
    const watch = watchPrimaries(cluster!);
    const faults: ClusterFault[] = [];
    const violations: string[] = [];
    for (const kind of kinds) {
      await cluster!.settled();
      await sleep(CALM_MS);
      log(`${new Date().toISOString().slice(11, 23)} ${kind}`);
      const fault = await strikeCluster(cluster!, kind);
      faults.push(fault);
      log(`  healed after ${Math.round(fault.healedAt - fault.at)} ms, ${fault.hasMoved ? 'moved' : 'not moved'}`);
      await cluster!.settled();
      for (const node of setting.nodes) {
        if (!(await hearsOthers(node))) violations.push(`bus: a node hears no other after '${kind}'`);
      }
    }
    await sleep(CALM_MS);
    const { verdict, witnesses } = await settle(setting, cast, phones, undefined, log);
    const { said, wrong } = checkWords(witnesses);
    violations.push(...(await watch.stop()), ...findEarlyAnswers(faults, witnesses), ...wrong, ...verdict.violations);
    return { ...verdict, violations, faults, silence: measureSilence(faults, witnesses), said };
  } finally {
    await Promise.all(opened.map((phone) => phone.kill()));
    await setting.remove();
  }
}

/** While the primary has no replica nothing may be answered: the commit is on one machine alone. */
function findEarlyAnswers(faults: readonly ClusterFault[], witnesses: readonly Witness[]): string[] {
  const alone = faults.filter(({ kind }) => kind === 'cut from both replicas');
  return witnesses.flatMap(({ name, lines }) =>
    lines.flatMap((line) => {
      if (line.kind !== 'answered' || line.answers.every(({ status }) => status !== 'accepted')) return [];
      const isEarly = alone.some(({ at, healedAt }) => line.sentAt > at + CUT_MS && line.at < healedAt);
      return isEarly ? [`one machine: ${name} had an answer while the commit was on one machine`] : [];
    }),
  );
}

/** Time that the fault itself takes to be in force. */
const CUT_MS = 500;

async function hearsOthers(node: ServerNode): Promise<boolean> {
  const deadline = Date.now() + BUS_MS;
  while (Date.now() < deadline) {
    const url = node.url();
    if (url !== undefined) {
      const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
      if (/^pushoff_bus_connected 1$/m.test(await answer.text())) return true;
    }
    await sleep(CALM_MS / 10);
  }
  return false;
}
