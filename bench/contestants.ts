import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildRelease } from '../scripts/lib/release-before.mjs';
import { LIVE_PATH, PACKED } from '../src/protocol/live.ts';
import { api } from '../src/protocol/routes.ts';
import { SCHEMA_QUERY, SCHEMA_VERSION } from '../src/protocol/schema-version.ts';
import { createTestDatabase } from '../tests/support/database.ts';
import { type LoadClient, startLoad } from './load-client.ts';
import { type Ours, type OursOptions, setStage, type Stage, type StagePlan, startOurs } from './ours.ts';
import { benchFile, end, hear, SERVER_CORE, startPinned } from './processes.ts';

/** A running server, and the load connected to it. */
export interface Running {
  readonly child: ChildProcess;
  readonly load: LoadClient;
  stop(): Promise<void>;
}

export interface RunningOurs extends Running {
  readonly server: Ours;
  readonly stage: Stage;
}

export interface Contestant {
  readonly name: string;
  /** `length`: the length of a frame's text. The product's frames set it, and the others send as much. */
  start(length: number): Promise<Running>;
  /**
   * With an event of a club, for what an arrival costs: who arrives is sent the whole event, and the racers that a whole run
   * needs are a hundred times a club's. Absent where nobody who arrives is sent anything.
   */
  startForArrivals?(): Promise<Running>;
}

export interface OursPlan extends StagePlan, OursOptions {
  /** An additional event without viewers: taps in it lengthen no measured event. */
  readonly rehearsal?: boolean;
  /** The version that a viewer's page of this server names. */
  readonly schema?: string | undefined;
}

export async function startOursWithLoad(plan: OursPlan = {}): Promise<RunningOurs> {
  const server = await startOurs(plan);
  const events = plan.events ?? 1;
  const stage = await setStage(server, { ...plan, events: plan.rehearsal === true ? events + 1 : events });
  const schema = plan.entry === undefined ? SCHEMA_VERSION : plan.schema;
  const load = await loadOn(server.port, stage, topicsOf(stage.races.slice(0, events)), schema);
  return {
    child: server.child,
    server,
    stage,
    load,
    async stop() {
      await load.close();
      await server.stop();
    },
  };
}

/** The first messages of viewers, one for each race. */
export const topicsOf = (races: Stage['races']): readonly string[] =>
  races.map(({ eventId, viewerKey }) => JSON.stringify({ type: 'follow-event', eventId, after: null, key: viewerKey }));

/** Viewers of these topics and phones of all races, at the server on this port. */
export function loadOn(
  port: number,
  { races, phones }: Stage,
  topics: readonly string[],
  schema: number | string | undefined = SCHEMA_VERSION,
): Promise<LoadClient> {
  const version = schema === undefined ? '' : `&${SCHEMA_QUERY}=${schema}`;
  return startLoad(
    { port, path: `${LIVE_PATH}?${PACKED}${version}`, kind: 'ours', topics },
    { port, kind: 'ours', path: api.commands, length: 0, races, phones },
  );
}

interface PeerPlan {
  readonly file: string;
  readonly args?: readonly string[];
  readonly kind?: 'plain' | 'socket.io';
  readonly tapPath?: string;
  readonly needsPostgres?: boolean;
}

async function startPeer(length: number, plan: PeerPlan): Promise<Running> {
  const database = plan.needsPostgres ? await createTestDatabase('postgres') : undefined;
  const child = startPinned({
    core: SERVER_CORE,
    args: [
      '--expose-gc',
      '--require',
      benchFile('peers/preload.cjs'),
      benchFile('peers', plan.file),
      ...(plan.args ?? []),
    ],
    env: { DATABASE_URL: database?.databaseUrl },
  });
  const { port, tapPort } = await hear<{ port: number; tapPort: number }>(child);
  const kind = plan.kind ?? 'plain';
  const path = kind === 'plain' ? '/' : '/socket.io/?EIO=4&transport=websocket';
  const phones = Array.from({ length: 16 }, () => ({ cookie: '' }));
  const load = await startLoad(
    { port, path, kind, topics: [] },
    { port: tapPort, kind: 'peer', path: plan.tapPath ?? '/tap', length, races: [], phones },
  );
  return {
    child,
    load,
    async stop() {
      await load.close();
      await end(child, 'SIGKILL');
      await database?.remove();
    },
  };
}

export const OURS = 'Pushoff';
export const BEFORE = 'Pushoff before';
export const LIMIT = 'raw sockets';

/** Enough that each tap of a whole run counts, at start or finish: rows, which viewers are sent, have no others. */
const RACERS = 5000;
const RACERS_OF_CLUB = 100;

/** @param before the commit or the tag of the product that this one is compared with */
export const contestantsAgainst = (before: string): readonly Contestant[] => [
  {
    name: OURS,
    start: () => startOursWithLoad({ rehearsal: true, racers: RACERS }),
    startForArrivals: () => startOursWithLoad({ rehearsal: true, racers: RACERS_OF_CLUB }),
  },
  {
    name: BEFORE,
    start: async () => startOursWithLoad({ rehearsal: true, racers: RACERS, ...(await optionsOf(before)) }),
    startForArrivals: async () =>
      startOursWithLoad({ rehearsal: true, racers: RACERS_OF_CLUB, ...(await optionsOf(before)) }),
  },
  { name: LIMIT, start: (length) => startPeer(length, { file: 'raw.mjs' }) },
  { name: 'ws, shared frame', start: (length) => startPeer(length, { file: 'ws.mjs', args: ['frame'] }) },
  { name: 'ws, Buffer', start: (length) => startPeer(length, { file: 'ws.mjs', args: ['buffer'] }) },
  { name: 'ws, text', start: (length) => startPeer(length, { file: 'ws.mjs', args: ['text'] }) },
  { name: 'socket.io rooms', start: (length) => startPeer(length, { file: 'socket-io.mjs', kind: 'socket.io' }) },
  {
    name: 'feathers + PostgreSQL',
    start: (length) =>
      startPeer(length, { file: 'feathers.mjs', kind: 'socket.io', tapPath: '/taps', needsPostgres: true }),
  },
];

/** What starts another release instead of this build. */
export async function optionsOf(release: string): Promise<Pick<OursPlan, 'entry' | 'schema'>> {
  const { root, serverEntry: entry } = await buildRelease(release);
  return { entry, schema: schemaOf(root) };
}

/** Pages of Beta 0.23 name no version, and later ones that of their code. */
function schemaOf(root: string): string | undefined {
  const file = join(root, 'src/protocol/schema-version.ts');
  return existsSync(file) ? /SCHEMA_VERSION = (\d+)/.exec(readFileSync(file, 'utf8'))?.[1] : undefined;
}
