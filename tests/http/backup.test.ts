import { randomUUID } from 'node:crypto';
import { chmod, copyFile, lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventState } from '../../src/domain/model/state.ts';
import type { Command, CommandAnswers } from '../../src/protocol/commands.ts';
import { api } from '../../src/protocol/routes.ts';
import { buildServer, type ServerBuild } from '../cluster/server-build.ts';
import { runAdmin } from '../support/admin-program.ts';
import { addRacers, batchOf, createEvent, createRacer, tap } from '../support/commands.ts';
import { arrive, PASSWORD } from '../support/people.ts';
import { createClient, type TestClient } from '../support/running-server.ts';
import { type BuiltServer, startServer } from '../cluster/server.ts';

let folder: string;
let build: ServerBuild;
let server: BuiltServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pushoff-backup-'));
  build = await buildServer();
  const dataDir = join(folder, 'data');
  // A folder with open permissions, as unpacking an archive may leave it.
  await mkdir(dataDir);
  await chmod(dataDir, 0o755);
  server = await startServer({ entry: build.serverEntry, dataDir });
});
afterAll(async () => {
  await server.stop();
  await build.remove();
  await rm(folder, { recursive: true, force: true });
});

const admin = (dataDir: string, ...words: string[]) => runAdmin(build.adminEntry, { DATA_DIR: dataDir }, ...words);

async function send(client: TestClient, ...commands: Command[]): Promise<string[]> {
  const { body } = await client.post<CommandAnswers>(api.commands, batchOf(...commands));
  return body.answers.filter(({ status }) => status === 'accepted').map(({ id }) => id);
}

async function modesIn(path: string): Promise<Record<string, string>> {
  const modes: Record<string, string> = { '.': modeOf((await lstat(path)).mode) };
  for (const entry of await readdir(path, { recursive: true })) {
    modes[entry] = modeOf((await lstat(join(path, entry))).mode);
  }
  return modes;
}
const modeOf = (mode: number) => (mode & 0o777).toString(8);

test('A coach loses nothing when the machine is replaced by another one that has the backup', async () => {
  const { client, person } = await arrive({ client: () => createClient(server.url) });
  const [eventId, racerId] = [randomUUID(), randomUUID()];
  await send(client, createEvent(eventId), createRacer(racerId), addRacers(eventId, racerId));

  const acknowledged: string[] = [];
  let isOver = false;
  const tapping = (async () => {
    while (!isOver) {
      const taps = Array.from({ length: 10 }, () => tap(eventId, 'finish', racerId));
      acknowledged.push(...(await send(client, ...taps)));
    }
  })();
  const file = join(folder, 'monday.db');
  const [before, backup, meanwhile] = await (async () => {
    await expect.poll(() => acknowledged.length).toBeGreaterThan(100);
    const early = [...acknowledged];
    const answer = await admin(server.dataDir, 'backup', file);
    return [early, answer, acknowledged.length - early.length] as const;
  })().finally(() => {
    isOver = true;
    return tapping;
  });
  expect(backup.text).toMatch(/monday\.db has 1 accounts, 1 events and \d+ changes .*checked/);
  expect(backup).toMatchObject({ ok: true, text: expect.stringContaining(join(server.dataDir, 'secret')) as string });
  expect(meanwhile).toBeGreaterThan(0);
  expect(modeOf((await lstat(file)).mode)).toBe('600');

  const running = await admin(server.dataDir, 'restore', file);
  expect(running).toEqual({ ok: false, text: expect.stringContaining('The server is running') as string });

  const elsewhere = join(folder, 'elsewhere');
  const restored = await admin(elsewhere, 'restore', file);
  expect(restored.text).toMatch(/The database has 1 accounts, 1 events and \d+ changes/);
  expect(restored.text).toContain('without it everybody has to log in again');
  await copyFile(join(server.dataDir, 'secret'), join(elsewhere, 'secret'));
  for (const check of ['verify', 'audit']) expect(await admin(elsewhere, check)).toMatchObject({ ok: true });

  const second = await startServer({ entry: build.serverEntry, dataDir: elsewhere });
  try {
    const stranger = createClient(second.url);
    expect((await stranger.post(api.login, { email: person.email, password: PASSWORD })).status).toBe(200);
    const same = createClient(second.url);
    same.cookie = client.cookie;
    expect((await same.boot()).viewer).toMatchObject({ kind: 'user', email: person.email });
    const { event } = (await (await same.get(`/api/events/${eventId}`)).json()) as { event: EventState };
    expect(before.filter((id) => event.taps[id] === undefined)).toEqual([]);
    expect(await send(same, tap(eventId, 'finish', racerId))).toHaveLength(1);
  } finally {
    expect(await second.stop()).toBe(0);
  }
});

test('A server closes its folder and every file in it to other users', async () => {
  const modes = await modesIn(server.dataDir);
  expect(modes).toMatchObject({ '.': '700', 'pushoff.db': '600', 'pushoff.db-wal': '600', secret: '600', mail: '700' });
  expect(Object.entries(modes).filter(([, mode]) => !/^[67]00$/.test(mode))).toEqual([]);
  expect(server.logs()).toContain('Others could read this; now only its owner can');
});
