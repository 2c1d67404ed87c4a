import { setTimeout as sleep } from 'node:timers/promises';
import type { SyncClient } from '../../src/client/sync/sync-client.ts';
import type { Change } from '../../src/domain/model/changes.ts';
import type { Boot, Viewer } from '../../src/protocol/account.ts';
import { api } from '../../src/protocol/routes.ts';
import { readChanges } from '../../src/server/storage/command-store.ts';
import type { Storage } from '../../src/server/storage/engine.ts';
import { openStorage } from '../../src/server/storage/database.ts';
import { quiet } from '../support/database.ts';
import { newPerson } from '../support/people.ts';
import { createClient, type TestClient } from '../support/running-server.ts';
import type { Cluster } from '../cluster/two-nodes.ts';
import type { createDevice } from './device.ts';
import type { Answer, SecureFetch } from './secure-fetch.ts';

const PATIENCE_MS = 30_000;

/** Counted calls through the proxy: failed ones, and among them those that a user would see. */
export interface WatchedCalls {
  readonly fetch: SecureFetch;
  /** Failed calls, all of which the client repeats by itself. */
  readonly retried: Readonly<Record<string, number>>;
  readonly count: number;
}

export function watchCalls(fetch: SecureFetch, surprises: string[]): WatchedCalls {
  const retried: Record<string, number> = {};
  let count = 0;
  return {
    retried,
    get count() {
      return count;
    },
    async fetch(path, init = {}) {
      const call = `${init.method ?? 'GET'} ${path.split('?')[0]!.replace(/[\da-f-]{36}/, ':id')}`;
      const answer = await fetch(path, init).catch((): Answer => ({ status: 0, headers: new Headers(), body: '' }));
      count += 1;
      if (answer.status < 400 && answer.status > 0) return answer;
      const name = `${call} ${answer.status || 'no answer'}`;
      retried[name] = (retried[name] ?? 0) + 1;
      // Commands carry ids, and reads change nothing. Every other failed call would show a user an error.
      const isRetriable = init.method !== 'POST' || call === `POST ${api.commands}`;
      if (!isRetriable || (answer.status > 0 && answer.status < 500)) surprises.push(`${name}: ${answer.body}`);
      return answer.status === 0 ? Promise.reject(new Error('No answer')) : answer;
    },
  };
}

export interface SignedIn {
  readonly client: TestClient;
  readonly viewer: Viewer;
}

/** Signs up directly at a node: sign-up through the proxy is not tested here. */
export async function signUp(cluster: Cluster): Promise<SignedIn> {
  const client = createClient(cluster.nodes[0]!.url);
  const person = newPerson();
  const { origin } = new URL(cluster.nginx.url);
  await client.post(api.signUp, person, { origin });
  const { body } = await client.post<Boot>(api.login, { email: person.email, password: person.password }, { origin });
  return { client, viewer: body.viewer };
}

/** One device for each maker, which may be of another release. */
export function openDevices(
  { nginx }: Cluster,
  fetch: SecureFetch,
  { client, viewer }: SignedIn,
  { eventId }: { readonly eventId: string },
  makers: readonly (typeof createDevice)[],
): SyncClient[] {
  const devices = makers.map((make) => make({ nginx, fetch, viewer, cookie: client.cookie }));
  for (const device of devices) {
    device.start();
    device.followEvent(eventId);
  }
  return devices;
}

/** A user of the site: each failed call would be visible. */
export async function visit(fetch: SecureFetch, isOver: () => boolean): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  while (!isOver()) {
    await fetch(api.logout, { method: 'POST', body: '{}', headers }).catch(() => undefined);
    await fetch('/landing').catch(() => undefined);
  }
}

export async function untilAll<Item>(
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

/** The stored data, read as a node of this release reads it. */
export async function readStored<Value>(
  { databaseUrl, dataDir }: Pick<Cluster, 'databaseUrl' | 'dataDir'>,
  read: (storage: Storage) => Promise<Value>,
): Promise<Value> {
  const storage = await openStorage({ databaseUrl, dataDir }, quiet);
  try {
    return await read(storage);
  } finally {
    await storage.close();
  }
}

export const readLog = (cluster: Cluster, eventId: string): Promise<readonly Change[]> =>
  readStored(cluster, ({ db }) => readChanges(db, eventId, 0));

export function countTaps(made: readonly string[], stored: readonly Change[]) {
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
