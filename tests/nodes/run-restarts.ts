import { setTimeout as sleep } from 'node:timers/promises';
import type { SyncClient } from '../../src/client/sync/sync-client.ts';
import type { Change } from '../../src/domain/events/changes.ts';
import type { Boot } from '../../src/protocol/account.ts';
import { api } from '../../src/protocol/routes.ts';
import { readChanges } from '../../src/server/storage/command-store.ts';
import { openStorage } from '../../src/server/storage/database.ts';
import { quiet } from '../support/database.ts';
import { newPerson } from '../support/people.ts';
import { newRace, type Race } from '../support/races.ts';
import { createClient } from '../support/running-server.ts';
import { startWatcher, type Watcher } from './audience.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { createDevice } from './device.ts';
import { type Answer, createSecureFetch, type SecureFetch } from './secure-fetch.ts';

export interface RestartOptions {
  /** One node after the other, in turn. */
  readonly restarts: number;
  readonly devices: number;
  readonly viewers: number;
  log?(line: string): void;
}

export interface RestartReport {
  readonly taps: number;
  readonly lost: number;
  readonly doubled: number;
  /** Calls that came to nothing, all of which are made again by themselves. */
  readonly retried: Readonly<Record<string, number>>;
  readonly calls: number;
  readonly reconnections: number;
  /** After how many milliseconds a tenth, half and nine tenths of them were back. */
  readonly backAfter: readonly number[];
  readonly surprises: readonly string[];
  readonly seconds: number;
}

const PATIENCE_MS = 30_000;
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
  const retried: Record<string, number> = {};
  let calls = 0;
  const watched: SecureFetch = async (path, init = {}) => {
    const call = `${init.method ?? 'GET'} ${path.split('?')[0]!.replace(/[\da-f-]{36}/, ':id')}`;
    const answer = await fetch(path, init).catch((): Answer => ({ status: 0, headers: new Headers(), body: '' }));
    calls += 1;
    if (answer.status < 400 && answer.status > 0) return answer;
    const name = `${call} ${answer.status || 'no answer'}`;
    retried[name] = (retried[name] ?? 0) + 1;
    // Commands carry their ids, and reading changes nothing: all else would be somebody's error message.
    const isRetriable = init.method !== 'POST' || call === `POST ${api.commands}`;
    if (!isRetriable || (answer.status > 0 && answer.status < 500)) surprises.push(`${name}: ${answer.body}`);
    return answer.status === 0 ? Promise.reject(new Error('No answer')) : answer;
  };

  const { race, devices } = await openRace(cluster, watched, options.devices);
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
    // As README says: the proxy tries it again only a second after it last refused.
    if (restart + 1 < options.restarts) await sleep(SETTLE_MS);
    log(`restart ${restart + 1}: ${calls} calls so far, ${JSON.stringify(retried)} made again`);
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
    calls,
    reconnections: absences.length,
    backAfter: [0.1, 0.5, 0.9].map((share) => percentile(absences, share)),
    surprises,
  };
}

async function openRace(cluster: Cluster, fetch: SecureFetch, count: number) {
  // Straight to a node: signing up is not what is looked at here.
  const client = createClient(cluster.nodes[0]!.url);
  const person = newPerson();
  const { origin } = new URL(cluster.nginx.url);
  await client.post(api.signUp, person, { origin });
  const { body } = await client.post<Boot>(api.login, { email: person.email, password: person.password }, { origin });
  const race = await newRace(client);
  const devices = Array.from({ length: count }, () =>
    createDevice({ nginx: cluster.nginx, fetch, viewer: body.viewer, cookie: client.cookie }),
  );
  for (const device of devices) {
    device.start();
    device.followEvent(race.eventId);
  }
  return { race, devices };
}

/** What it has recorded. */
async function tapOnAndOn(device: SyncClient, { eventId, racerId }: Race, isOver: () => boolean): Promise<string[]> {
  const made: string[] = [];
  while (!isOver()) {
    const { command } = await device.recordForEvent(eventId, { type: 'tap.record', line: 'finish', run: 1, racerId });
    made.push(command.id);
    await sleep(TAP_EVERY_MS);
  }
  return made;
}

/** Somebody who uses the site: a call of theirs that fails, they see. */
async function visit(fetch: SecureFetch, isOver: () => boolean): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  while (!isOver()) {
    await fetch(api.logout, { method: 'POST', body: '{}', headers }).catch(() => undefined);
    await fetch('/landing').catch(() => undefined);
  }
}

async function untilAll<Item>(
  items: readonly Item[],
  surprises: string[],
  what: string,
  isSo: (item: Item) => boolean,
): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!items.every(isSo)) {
    if (Date.now() > deadline) {
      const missing = items.filter((item) => !isSo(item)).length;
      return void surprises.push(`${missing} of ${items.length} did not ${what} in ${PATIENCE_MS / 1000} s`);
    }
    await sleep(20);
  }
}

async function readLog({ databaseUrl, dataDir }: Cluster, eventId: string): Promise<readonly Change[]> {
  const storage = await openStorage({ databaseUrl, dataDir }, quiet);
  try {
    return await readChanges(storage.db, eventId, 0);
  } finally {
    await storage.close();
  }
}

function countTaps(made: readonly string[], stored: readonly Change[]) {
  const times = new Map<string, number>();
  for (const { type, commandId } of stored) {
    if (type === 'tap-recorded') times.set(commandId, (times.get(commandId) ?? 0) + 1);
  }
  return {
    taps: made.length,
    lost: made.filter((id) => !times.has(id)).length,
    doubled: [...times.values()].filter((count) => count > 1).length,
  };
}

/** 101 is a socket; with what the nodes said, where more than one was asked. */
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
