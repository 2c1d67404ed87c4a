import { setTimeout as sleep } from 'node:timers/promises';
import type { SyncClient } from '../../src/client/sync/sync-client.ts';
import { newRace, type Race } from '../support/races.ts';
import { startWatcher, type Watcher } from './audience.ts';
import { type Cluster, startCluster } from '../cluster/two-nodes.ts';
import { createDevice } from './device.ts';
import { countTaps, openDevices, readLog, signUp, untilAll, visit, watchCalls } from './race-under-way.ts';
import { createSecureFetch, type SecureFetch } from './secure-fetch.ts';

export interface RestartOptions {
  /** The number of restarts, alternating between the nodes. */
  readonly restarts: number;
  readonly devices: number;
  readonly viewers: number;
  log?(line: string): void;
}

export interface RestartReport {
  readonly taps: number;
  readonly lost: number;
  readonly doubled: number;
  /** Failed calls, all of which the client repeats by itself. */
  readonly retried: Readonly<Record<string, number>>;
  readonly calls: number;
  readonly reconnections: number;
  /** The milliseconds after which a tenth, half and nine tenths of the viewers were back. */
  readonly backAfter: readonly number[];
  readonly surprises: readonly string[];
  readonly seconds: number;
}

const TAP_EVERY_MS = 100;
const SETTLE_MS = 2000;

/** People time a race and watch it while one node after the other is stopped and started, as for a new release. */
export async function runRestarts(options: RestartOptions): Promise<RestartReport> {
  const began = performance.now();
  const cluster = await startCluster();
  const secure = createSecureFetch(cluster.nginx.url, cluster.nginx.ca);
  try {
    return { ...(await runOn(cluster, secure.fetch, options)), seconds: Math.round(performance.now() - began) / 1000 };
  } finally {
    secure.close();
    await cluster.stop();
  }
}

async function runOn(cluster: Cluster, fetch: SecureFetch, options: RestartOptions) {
  const { log = () => undefined } = options;
  const surprises: string[] = [];
  const calls = watchCalls(fetch, surprises);
  const { fetch: watched, retried } = calls;

  const person = await signUp(cluster);
  const race = await newRace(person.client);
  const devices = openDevices(
    cluster,
    watched,
    person,
    race,
    Array.from({ length: options.devices }, () => createDevice),
  );
  const watchers = Array.from({ length: options.viewers }, () =>
    startWatcher({ nginx: cluster.nginx, fetch: watched }, race),
  );
  await untilAll(watchers, surprises, 'follow', ({ sync }) => sync.status.getSnapshot().connection === 'live');

  let isOver = false;
  const tapping = devices.map((device) => tapOnAndOn(device, race, () => isOver));
  const visiting = visit(watched, () => isOver);
  for (let restart = 0; restart < options.restarts; restart += 1) {
    const node = cluster.nodes[restart % cluster.nodes.length]!;
    const code = await node.restart();
    if (code !== 0) surprises.push(`a node that was asked to stop ended with ${code}`);
    await untilAll(watchers, surprises, 'come back', ({ sync }) => sync.status.getSnapshot().connection === 'live');
    // The pause of the README: the proxy tries a node again only a second after it last refused.
    if (restart + 1 < options.restarts) await sleep(SETTLE_MS);
    log(`restart ${restart + 1}: ${calls.count} calls so far, ${JSON.stringify(retried)} made again`);
  }
  isOver = true;
  const made = (await Promise.all(tapping)).flat();
  await visiting;
  await untilAll(devices, surprises, 'send all', (sync) => sync.status.getSnapshot().unsynced === 0);

  const stored = await readLog(cluster, race.eventId);
  const seq = stored.at(-1)!.seq;
  const shownSeq = (sync: SyncClient) => sync.event(race.eventId).getSnapshot().event?.seq;
  const everybody = [...devices, ...watchers.map(({ sync }) => sync)];
  await untilAll(everybody, surprises, 'see the end', (sync) => shownSeq(sync) === seq);
  for (const sync of everybody) sync.stop();
  for (const { problems } of watchers) surprises.push(...problems);
  for (const node of cluster.nodes) surprises.push(...node.errors());
  if (surprises.length > 0) surprises.push(...(cluster.nginx.logs().match(/^.*" 50\d .*$/gm) ?? []));
  log(`sockets by what nginx answered: ${JSON.stringify(countSockets(cluster.nginx.logs()))}`);
  const absences = watchers.flatMap((watcher: Watcher) => watcher.absences);
  return {
    ...countTaps(made, stored),
    retried,
    calls: calls.count,
    reconnections: absences.length,
    backAfter: [0.1, 0.5, 0.9].map((share) => percentile(absences, share)),
    surprises,
  };
}

/** Taps repeatedly; returns the recorded taps. */
async function tapOnAndOn(device: SyncClient, { eventId, racerId }: Race, isOver: () => boolean): Promise<string[]> {
  const made: string[] = [];
  while (!isOver()) {
    const { command } = await device.recordForEvent(eventId, { type: 'tap.record', line: 'finish', run: 1, racerId });
    made.push(command.id);
    await sleep(TAP_EVERY_MS);
  }
  return made;
}

/** Counts sockets (101), with the answers of the nodes where more than one was asked. */
function countSockets(log: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [, status, said] of log.matchAll(/"GET \/live HTTP\/1.1" (\d+) .* (\S+(?:, \S+)*)$/gm)) {
    const name = `${status} (${said})`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** The time after which this share of them was back. */
function percentile(absences: readonly number[], share: number): number {
  const sorted = absences.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.floor(share * sorted.length)] ?? 0);
}
