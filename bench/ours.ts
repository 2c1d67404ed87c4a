import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverEntry } from '../scripts/lib/build.mjs';
import type { Command, CommandAnswers } from '../src/protocol/commands.ts';
import type { ErrorAnswer } from '../src/protocol/errors.ts';
import { MAX_ENTRIES_PER_COMMAND } from '../src/protocol/limits.ts';
import { api } from '../src/protocol/routes.ts';
import { askRunningServer } from '../src/server/admin/socket.ts';
import { batchOf, createEvent, createRacer, eventCommand } from '../tests/support/commands.ts';
import { findFreePort } from '../tests/support/free-port.ts';
import { arrive } from '../tests/support/people.ts';
import { createClient, type TestClient } from '../tests/support/running-server.ts';
import type { Race } from './load/taps.mjs';
import { benchFile, end, SERVER_CORE, startPinned } from './processes.ts';

const START_MS = 60_000;
const MOST_TOGETHER = 100;
/** Credits for events and racers that are made during the measurement. */
const SPARE_CREDITS = 1000;

export interface Ours {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  readonly child: ReturnType<typeof startPinned>;
  stop(): Promise<void>;
}

export interface OursOptions {
  /** The data folder of an earlier server; default: a new one. */
  readonly dataDir?: string;
  readonly databaseUrl?: string | undefined;
  /** That of all nodes on one database; default: one of its own. */
  readonly secret?: string;
  /** Address under which browsers reach the server; default: its own. */
  readonly publicUrl?: string;
  readonly nodeArgs?: readonly string[];
  /** Another release's; default: that of this build. */
  readonly entry?: string;
}

/** The product as `npm start` runs it: the build, its default settings, a data folder of its own. */
export async function startOurs({ databaseUrl, nodeArgs = [], ...options }: OursOptions = {}): Promise<Ours> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'pushoff-bench-')));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const child = startPinned({
    core: SERVER_CORE,
    args: [
      '--enable-source-maps',
      '--expose-gc',
      '--require',
      benchFile('peers/preload.cjs'),
      ...nodeArgs,
      options.entry ?? serverEntry,
    ],
    env: {
      PORT: String(port),
      PUBLIC_URL: options.publicUrl ?? url,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      SECRET: options.secret,
    },
    output: join(dataDir, 'output.log'),
  });
  const deadline = Date.now() + START_MS;
  while (!(await isServing(url))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`The server did not start; see ${dataDir}`);
    await sleep(25);
  }
  return {
    url,
    port,
    dataDir,
    child,
    async stop() {
      await end(child);
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function isServing(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}

export interface Stage {
  readonly owner: TestClient;
  readonly races: readonly (Race & { readonly viewerKey: string })[];
  readonly phones: readonly { readonly cookie: string }[];
}

export interface StagePlan {
  readonly events?: number;
  readonly racers?: number;
  /** Default: only the owner taps. */
  readonly phones?: number;
}

/** An owner with races, and volunteers who have joined by the admin link, each with a phone. */
export async function setStage(server: Ours, plan: StagePlan = {}): Promise<Stage> {
  const { events = 1, racers = 100, phones = 16 } = plan;
  const { client: owner, person } = await arrive({ client: () => createClient(server.url) });
  const credits = await askRunningServer(server.dataDir, [
    'grant',
    person.email,
    String(events * 20 + racers * 3 + SPARE_CREDITS),
  ]);
  if (credits?.ok !== true) throw new Error(`Credits were not granted: ${JSON.stringify(credits)}`);
  const racerIds = Array.from({ length: racers }, () => randomUUID());
  const entries = racerIds.map((racerId, index) => ({
    racerId,
    name: racerName(index),
    groups: [],
    bib: String(index + 1),
  }));
  const eventIds = Array.from({ length: events }, () => randomUUID());
  await sendAll(
    owner,
    racerIds.map((id, index) => createRacer(id, racerName(index))),
  );
  await sendAll(
    owner,
    eventIds.map((id, index) => createEvent(id, `Time trial ${index + 1}`)),
  );
  // One by one: a hundred lists of racers in one body have more parts than the server reads.
  for (const id of eventIds) {
    for (let at = 0; at < entries.length; at += MAX_ENTRIES_PER_COMMAND) {
      const some = entries.slice(at, at + MAX_ENTRIES_PER_COMMAND);
      await sendAll(owner, [eventCommand(id, { type: 'entries.add', racers: some })]);
    }
  }
  const keys = new Map<string, { admin: string; viewer: string }>();
  for (const eventId of eventIds) keys.set(eventId, await readKeys(owner, eventId));
  const adminKeys = Object.fromEntries(eventIds.map((id) => [id, keys.get(id)!.admin]));
  const volunteers: { cookie: string }[] = [];
  for (let index = 0; index < phones; index += 1) {
    const volunteer = createClient(server.url);
    await volunteer.post(api.anonymous);
    await sendAll(
      volunteer,
      eventIds.map((id) => eventCommand(id, { type: 'admin.join' })),
      adminKeys,
    );
    volunteers.push({ cookie: volunteer.cookie });
  }
  const races = eventIds.map((eventId) => ({ eventId, racerIds, viewerKey: keys.get(eventId)!.viewer }));
  return { owner, races, phones: volunteers.length > 0 ? volunteers : [{ cookie: owner.cookie }] };
}

export const racerName = (index: number): string => `Racer ${index + 1}`;

async function readKeys(owner: TestClient, eventId: string) {
  const answer = (await (await owner.get(`/api/events/${eventId}`)).json()) as {
    keys: { admin: string; viewer: string };
  };
  return answer.keys;
}

/** Sends batches of the largest size; every command must be accepted. */
export async function sendAll(client: TestClient, commands: readonly Command[], keys: Record<string, string> = {}) {
  for (let at = 0; at < commands.length; at += MOST_TOGETHER) {
    const batch = commands.slice(at, at + MOST_TOGETHER);
    const needed = Object.fromEntries(
      batch.flatMap((command) =>
        'eventId' in command && keys[command.eventId] !== undefined ? [[command.eventId, keys[command.eventId]]] : [],
      ),
    );
    const { status, body } = await postPatiently(client, { ...batchOf(...batch), keys: needed });
    const refused = status === 200 ? body.answers.find((answer) => answer.status !== 'accepted') : body;
    if (refused !== undefined) throw new Error(`A command was not accepted: ${JSON.stringify(refused)}`);
  }
}

/** A quick machine sends a season faster than one account may. */
async function postPatiently(client: TestClient, batch: object) {
  for (;;) {
    const answer = await client.post<CommandAnswers & ErrorAnswer>(api.commands, batch);
    if (answer.status !== 429) return answer;
    await sleep((answer.body.error.retryAfterSeconds ?? 1) * 1000);
  }
}
