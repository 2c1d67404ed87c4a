import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { SyncClient } from '../../src/client/sync/sync-client.ts';
import { applyAll } from '../../src/domain/events/apply.ts';
import { sinceOf } from '../../src/domain/model/changes.ts';
import type { EventState } from '../../src/domain/model/state.ts';
import type { GuestKeys } from '../../src/protocol/live.ts';
import { api } from '../../src/protocol/routes.ts';
import { SCHEMA_VERSION } from '../../src/protocol/schema-version.ts';
import { readSchemaGate } from '../../src/server/storage/nodes.ts';
import { verifyLog } from '../../src/server/storage/verify-log.ts';
import { addRacers, batchOf, createEvent, createRacer } from '../support/commands.ts';
import { startServer } from '../cluster/server.ts';
import type { Watcher } from './audience.ts';
import type { LeaderboardRow } from '../../src/domain/results/read-leaderboard.ts';
import { type Board, boardOf, compareNodes } from './boards.ts';
import { type Cluster, startCluster } from '../cluster/two-nodes.ts';
import { countTaps, openDevices, readLog, readStored, signUp, untilAll, visit, watchCalls } from './race-under-way.ts';
import { createSecureFetch, type SecureFetch } from './secure-fetch.ts';
import { visitNodes } from './everyday-use.ts';
import { disqualifyWinner } from './new-kind.ts';

export interface Release {
  /** The folder of its sources. */
  readonly root: string;
  readonly serverEntry: string;
}

export interface UpgradeOptions {
  readonly before: Release;
  readonly now: Release;
  /** The number of devices of each release. */
  readonly devices: number;
  readonly viewers: number;
  log?(line: string): void;
}

export interface UpgradeReport {
  readonly taps: number;
  readonly lost: number;
  readonly doubled: number;
  readonly calls: number;
  readonly retried: Readonly<Record<string, number>>;
  /** The number of boards that a node of each release served at the same change. */
  readonly compared: number;
  /** The number of boards compared at the end. */
  readonly boards: number;
  readonly wrongBoards: number;
  readonly verified: Readonly<Record<string, number>>;
  /** The output of a node of the release before when it was started on the new schema. */
  readonly refusal: string;
  readonly gate: {
    /** How long the gate was closed while a node of the release before was up, and how long it then took to open. */
    readonly closedSeconds: number;
    readonly openedAfterSeconds: number;
  };
  readonly surprises: readonly string[];
  readonly seconds: number;
}

const TAP_EVERY_MS = 100;
const PHASE_MS = 3000;
/** Longer than the gate waits after the last sign of a node of the release before. */
const MIXED_MS = 40_000;
const OPEN_MS = 90_000;
const RACERS_OF_EACH = 4;
const COMPARISONS = 20;

/**
 * People time a race and watch it while its two nodes are upgraded from the release before to this one, one after the
 * other.
 */
export async function runUpgrade(options: UpgradeOptions): Promise<UpgradeReport> {
  const began = performance.now();
  const cluster = await startCluster(options.before.serverEntry);
  const secure = createSecureFetch(cluster.nginx.url, cluster.nginx.ca);
  try {
    return { ...(await runOn(cluster, secure.fetch, options)), seconds: Math.round(performance.now() - began) / 1000 };
  } finally {
    secure.close();
    await cluster.stop();
  }
}

/** Loads the sync code of a release's pages. */
async function loadPages({ root }: Release) {
  const load = (file: string): Promise<unknown> => import(pathToFileURL(join(root, file)).href);
  const { createDevice } = (await load('tests/nodes/device.ts')) as typeof import('./device.ts');
  const { startWatcher } = (await load('tests/nodes/audience.ts')) as typeof import('./audience.ts');
  // The release before has its board in another room.
  const { readBoard } = (await load('src/domain/board/board.ts').catch(() =>
    load('src/domain/timing/board.ts'),
  )) as typeof import('../../src/domain/board/board.ts');
  const { readLeaderboard } = (await load('src/domain/results/read-leaderboard.ts').catch(() => ({}))) as {
    readLeaderboard?: typeof import('../../src/domain/results/read-leaderboard.ts').readLeaderboard;
  };
  // The board of the release before has the ranking in it.
  const rankedIn = (event: EventState) =>
    readLeaderboard?.(event).ranked ?? (readBoard(event) as unknown as { leaderboard: LeaderboardRow[] }).leaderboard;
  // A page of this release brings what a node of the release before sends into its own form first.
  const { upcastEvent = (event: EventState) => event } = (await load('src/protocol/upcast.ts').catch(() => ({}))) as {
    upcastEvent?: (event: EventState) => EventState;
  };
  const read = (sent: EventState): Board => {
    const event = upcastEvent(sent);
    return boardOf(rankedIn(event), readBoard(event));
  };
  return { createDevice, startWatcher, read };
}

async function runOn(cluster: Cluster, fetch: SecureFetch, options: UpgradeOptions) {
  const { before, now, log = () => undefined } = options;
  const surprises: string[] = [];
  const calls = watchCalls(fetch, surprises);
  const releases = [await loadPages(before), await loadPages(now)];
  const pages = releases.flatMap((release) => Array.from({ length: options.devices }, () => release));

  const person = await signUp(cluster);
  const race = await openRace(person.client, pages.length);
  const makers = pages.map(({ createDevice }) => createDevice);
  const devices = openDevices(cluster, calls.fetch, person, race, makers);
  const watching = releases.flatMap((release) =>
    Array.from({ length: options.viewers }, () => ({
      release,
      watcher: release.startWatcher({ nginx: cluster.nginx, fetch: calls.fetch }, { ...race, racerId: '' }),
    })),
  );
  const watchers = watching.map(({ watcher }) => watcher);
  const isLive = ({ sync }: Watcher) => sync.status.getSnapshot().connection === 'live';
  await untilAll(watchers, surprises, 'follow', isLive);

  let isOver = false;
  const tapping = devices.map((device, index) =>
    tapOnAndOn(
      device,
      race.eventId,
      race.racerIds.slice(index * RACERS_OF_EACH, (index + 1) * RACERS_OF_EACH),
      () => isOver,
    ),
  );
  const visiting = visit(calls.fetch, () => isOver);
  async function upgrade(index: number): Promise<void> {
    const code = await cluster.nodes[index]!.restart(now.serverEntry);
    if (code !== 0) surprises.push(`a node that was asked to stop ended with ${code}`);
    await untilAll(watchers, surprises, 'come back', isLive);
    log(`node ${index + 1} of ${cluster.nodes.length} runs this release: ${calls.count} calls so far`);
  }
  const judged = await openRace(person.client, 1);
  const newKind = disqualifyWinner({
    cluster,
    fetch,
    person,
    race: judged,
    before: releases[0]!,
    now: releases[1]!,
    surprises,
  });
  await sleep(PHASE_MS);
  await upgrade(0);
  await newKind.whileMixed();
  const compared = await compareNodes(cluster, race, releases, COMPARISONS, surprises);
  const visits = await visitNodes(cluster, surprises);
  log(`${visits} calls of everyday use on nodes of both releases`);
  const refusal = await startBefore(cluster, before);
  log(`the release before on the new schema: ${refusal}`);
  const gate = watchGate(cluster, surprises);
  await sleep(MIXED_MS);
  const closedSeconds = await gate.staysClosed();
  await newKind.stillWaits();
  const tooNew = (await readLog(cluster, race.eventId)).filter(({ type }) => sinceOf(type) > 1);
  if (tooNew.length > 0) surprises.push(`${tooNew.length} changes that the release before does not know`);
  await upgrade(1);
  const openedAfterSeconds = await gate.untilOpen();
  log(
    `the gate: closed for ${closedSeconds} s beside the release before, open ${openedAfterSeconds} s after it was gone`,
  );
  await newKind.onceOpen();
  log(
    'a disqualification waited on its device until the gate was open; a page of the release before is told to update',
  );
  await sleep(PHASE_MS);
  isOver = true;
  const made = (await Promise.all(tapping)).flat();
  await visiting;
  await untilAll(devices, surprises, 'send all', (sync) => sync.status.getSnapshot().unsynced === 0);

  const stored = await readLog(cluster, race.eventId);
  const truth = applyAll(null, stored)!;
  const everybody = [
    ...devices.map((sync, index) => ({ sync, release: pages[index]! })),
    ...watching.map(({ release, watcher }) => ({ release, sync: watcher.sync })),
  ];
  const shown = (sync: SyncClient) => sync.event(race.eventId).getSnapshot().event;
  await untilAll(everybody, surprises, 'see the end', ({ sync }) => shown(sync)?.seq === truth.seq);
  const right = JSON.stringify(releases[1]!.read(truth));
  const boards = everybody.map(({ sync, release }) => JSON.stringify(release.read(shown(sync)!)));
  for (const { sync } of everybody) sync.stop();
  const audit = await readStored(cluster, (storage) => verifyLog(storage));
  surprises.push(...audit.findings, ...watchers.flatMap(({ problems }) => problems));
  for (const node of cluster.nodes) surprises.push(...node.errors());
  return {
    ...countTaps(made, stored),
    calls: calls.count,
    retried: calls.retried,
    compared,
    boards: boards.length,
    wrongBoards: boards.filter((board) => board !== right).length,
    verified: audit.counts,
    refusal,
    gate: { closedSeconds, openedAfterSeconds },
    surprises,
  };
}

interface Race {
  readonly eventId: string;
  readonly racerIds: readonly string[];
  readonly keys: GuestKeys;
}

async function openRace(client: Awaited<ReturnType<typeof signUp>>['client'], devices: number): Promise<Race> {
  const eventId = randomUUID();
  const racerIds = Array.from({ length: devices * RACERS_OF_EACH }, () => randomUUID());
  const racers = racerIds.map((racerId) => createRacer(racerId));
  await client.post(api.commands, batchOf(createEvent(eventId), ...racers, addRacers(eventId, ...racerIds)));
  const answer = await client.get(api.event.replace(':eventId', eventId));
  const text = await answer.text();
  if (answer.status !== 200 || text === '') {
    throw new Error(
      `A new event was answered with ${answer.status} and ${text.length} characters: ${text.slice(0, 300)}`,
    );
  }
  const { keys } = JSON.parse(text) as { keys: GuestKeys };
  return { eventId, racerIds, keys };
}

/** Starts and finishes its racers in turn, then taps them a second time. Returns the recorded taps. */
async function tapOnAndOn(
  device: SyncClient,
  eventId: string,
  racerIds: readonly string[],
  isOver: () => boolean,
): Promise<string[]> {
  const made: string[] = [];
  while (!isOver()) {
    const turn = Math.floor(made.length / 2) % racerIds.length;
    const line = made.length % 2 === 0 ? 'start' : 'finish';
    const racerId = racerIds[turn]!;
    const { command } = await device.recordForEvent(eventId, { type: 'tap.record', line, run: 1, racerId });
    made.push(command.id);
    await sleep(TAP_EVERY_MS);
  }
  return made;
}

const secondsSince = (since: number): number => Math.round((performance.now() - since) / 1000);

function watchGate(cluster: Cluster, surprises: string[]) {
  let since = performance.now();
  const isOpen = async () => (await readStored(cluster, ({ db }) => readSchemaGate(db))) >= SCHEMA_VERSION;
  return {
    async staysClosed(): Promise<number> {
      if (await isOpen()) surprises.push('the gate was opened while a node of the release before was up');
      const seconds = secondsSince(since);
      since = performance.now();
      return seconds;
    },
    async untilOpen(): Promise<number> {
      while (!(await isOpen())) {
        await sleep(500);
        if (performance.now() - since < OPEN_MS) continue;
        surprises.push(`the gate was still closed after ${OPEN_MS / 1000} s`);
        break;
      }
      return secondsSince(since);
    },
  };
}

/** The line with which the start is refused; or that the node serves. */
async function startBefore({ env }: Cluster, { serverEntry }: Release): Promise<string> {
  try {
    const server = await startServer({ entry: serverEntry, env });
    await server.stop();
    return 'it serves';
  } catch (error) {
    const [, said = ''] = String(error).split('\n');
    return said.trim();
  }
}
