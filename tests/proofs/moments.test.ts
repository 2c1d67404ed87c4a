import { randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EventState } from '../../src/domain/model/state.ts';
import type { CommandAnswers } from '../../src/protocol/commands.ts';
import { api } from '../../src/protocol/routes.ts';
import { askRunningServer } from '../../src/server/admin/socket.ts';
import { buildServer, type ServerBuild } from '../cluster/server-build.ts';
import { runAdmin } from '../support/admin-program.ts';
import { addRacers, batchOf, createEvent, createRacer, tap } from '../support/commands.ts';
import { arrive, PASSWORD } from '../support/people.ts';
import { startBackedUpPostgres } from '../support/pgbackrest.ts';
import { createClient, type TestClient } from '../support/running-server.ts';
import { BUCKET, startS3Store } from '../support/s3-store.ts';
import { type BuiltServer, startServer } from '../cluster/server.ts';

const PATIENCE_MS = 12 * 60_000;
/** What may be missing when the machine is gone for good. */
const MOST_LOST_MS = 5_000;
const TAPPED_MS = 20_000;
const PAUSE_MS = 100;

let folder: string;
let build: ServerBuild;
let undo: (() => Promise<unknown>)[];
beforeEach(async () => {
  undo = [];
  folder = await mkdtemp(join(tmpdir(), 'pushoff-moments-'));
  await chmod(folder, 0o755);
  build = await buildServer();
}, PATIENCE_MS);
afterEach(async () => {
  for (const step of undo.toReversed()) await step();
  await build.remove();
  await rm(folder, { recursive: true, force: true });
});

interface Answered {
  readonly id: string;
  readonly sentAt: number;
  readonly at: number;
}

interface Race {
  readonly client: TestClient;
  readonly email: string;
  readonly eventId: string;
  readonly racerId: string;
}

async function openRace(server: BuiltServer): Promise<Race> {
  const { client, person } = await arrive({ client: () => createClient(server.url) });
  const granted = await askRunningServer(server.dataDir, ['grant', person.email, '10000']);
  expect(granted).toMatchObject({ ok: true });
  const [eventId, racerId] = [randomUUID(), randomUUID()];
  await client.post(api.commands, batchOf(createEvent(eventId), createRacer(racerId), addRacers(eventId, racerId)));
  return { client, email: person.email, eventId, racerId };
}

/** One tap after the other, until the time is over or the server is gone. */
async function tapFor(race: Race, ms: number): Promise<Answered[]> {
  const answered: Answered[] = [];
  for (const until = Date.now() + ms; Date.now() < until; await sleep(PAUSE_MS)) {
    const one = tap(race.eventId, 'finish', race.racerId);
    const sentAt = Date.now();
    const { body } = await race.client.post<CommandAnswers>(api.commands, batchOf(one));
    if (body.answers[0]?.status === 'accepted') answered.push({ id: one.id, sentAt, at: Date.now() });
  }
  return answered;
}

/** The taps that a server on this database has. */
async function readTaps({ email, eventId }: Race, dataDir: string, env: Record<string, string>): Promise<Set<string>> {
  expect(await runAdmin(build.adminEntry, { DATA_DIR: dataDir, ...env }, 'verify')).toMatchObject({ ok: true });
  const server = await startServer({ entry: build.serverEntry, dataDir, env });
  try {
    const client = createClient(server.url);
    expect((await client.post(api.login, { email, password: PASSWORD })).status).toBe(200);
    const { event } = (await (await client.get(`/api/events/${eventId}`)).json()) as { event: EventState };
    return new Set(Object.keys(event.taps));
  } finally {
    await server.stop();
  }
}

const portOf = ({ url }: BuiltServer): number => Number(new URL(url).port);

/** Says what is missing, in milliseconds before the machine was lost. */
function missing(answered: readonly Answered[], stored: ReadonlySet<string>, lostAt: number): number[] {
  return answered.filter(({ id }) => !stored.has(id)).map(({ at }) => lostAt - at);
}

function expectMoment(answered: readonly Answered[], stored: ReadonlySet<string>, moment: number): void {
  const [before, after] = [
    answered.filter(({ at }) => at < moment - MOST_LOST_MS),
    answered.filter(({ sentAt }) => sentAt > moment),
  ];
  expect(before.length).toBeGreaterThan(10);
  expect(after.length).toBeGreaterThan(10);
  expect(before.filter(({ id }) => !stored.has(id))).toEqual([]);
  expect(after.filter(({ id }) => stored.has(id))).toEqual([]);
}

const sqlitePlaces: Record<string, () => Promise<Record<string, string>>> = {
  'a folder on another disk': async () => {
    await mkdir(join(folder, 'copy'));
    return { BACKUP_TO: join(folder, 'copy') };
  },
  'a store that speaks S3': async () => {
    await mkdir(join(folder, 's3'));
    const store = await startS3Store(join(folder, 's3'));
    undo.push(store.stop);
    return { ...store.env, BACKUP_TO: `s3://${BUCKET}/club` };
  },
};

describe('a machine that is gone for good', () => {
  test.each(Object.entries(sqlitePlaces))(
    '[BM1] [BM2] has lost 5 seconds of taps at most, and any moment comes back, out of %s',
    async (_, open) => {
      const env = await open();
      const server = await startServer({ entry: build.serverEntry, dataDir: join(folder, 'data'), env });
      undo.push(() => server.kill9());
      const race = await openRace(server);
      const first = await tapFor(race, TAPPED_MS / 2);
      // Killed once with its disk, it goes on; the second time the disk is gone.
      await server.kill9();
      const again = await startServer({ entry: build.serverEntry, dataDir: server.dataDir, port: portOf(server), env });
      undo.push(() => again.kill9());
      const answered = [...first, ...(await tapFor(race, TAPPED_MS / 2))];
      const lostAt = Date.now();
      await again.kill9();
      await rm(server.dataDir, { recursive: true });
      expect(again.logs()).not.toContain('The copy has the whole database');

      const [latest, earlier] = [join(folder, 'latest'), join(folder, 'earlier')];
      const restored = await runAdmin(build.adminEntry, { DATA_DIR: latest, ...env }, 'restore', '--at', 'latest');
      expect(restored).toMatchObject({ ok: true });
      const lost = missing(answered, await readTaps(race, latest, {}), lostAt);
      console.log(`${answered.length} taps answered, ${lost.length} lost, the oldest ${lost[0] ?? 0} ms old`);
      expect(lost.filter((age) => age > MOST_LOST_MS)).toEqual([]);
      expect(answered.length).toBeGreaterThan(50);

      const moment = answered[Math.floor(answered.length / 2)]!.at;
      const words = ['restore', '--at', new Date(moment).toISOString()];
      expect(await runAdmin(build.adminEntry, { DATA_DIR: earlier, ...env }, ...words)).toMatchObject({ ok: true });
      expectMoment(answered, await readTaps(race, earlier, {}), moment);
    },
    PATIENCE_MS,
  );

  test(
    '[BM6] has lost 5 seconds of taps at most, and any moment comes back, with PostgreSQL and pgBackRest',
    async () => {
      const postgres = await startBackedUpPostgres(folder);
      undo.push(postgres.stop);
      const env = { DATABASE_URL: postgres.url };
      const server = await startServer({ entry: build.serverEntry, dataDir: join(folder, 'data'), env });
      undo.push(() => server.kill9());
      const race = await openRace(server);
      const answered = await tapFor(race, TAPPED_MS);
      const lostAt = Date.now();
      await Promise.all([postgres.lose(), server.kill9()]);

      await postgres.restore();
      const lost = missing(answered, await readTaps(race, join(folder, 'latest'), env), lostAt);
      console.log(`${answered.length} taps answered, ${lost.length} lost, the oldest ${lost[0] ?? 0} ms old`);
      expect(lost.filter((age) => age > MOST_LOST_MS)).toEqual([]);

      const moment = answered[Math.floor(answered.length / 2)]!.at;
      const target = new Date(moment).toISOString().replace('T', ' ').replace('Z', '+00');
      await postgres.restore('--type=time', `--target=${target}`, '--target-action=promote');
      expectMoment(answered, await readTaps(race, join(folder, 'earlier'), env), moment);
    },
    PATIENCE_MS,
  );
});
