import { copyFile, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backUp } from '../../src/server/admin/backup-commands.ts';
import { restoreMoment } from '../../src/server/admin/restore-moment.ts';
import { verify } from '../../src/server/admin/verify-commands.ts';
import { systemClock } from '../../src/server/clock.ts';
import { parseConfig } from '../../src/server/config.ts';
import type { Copier } from '../../src/server/copies/copier.ts';
import { prepareCopies } from '../../src/server/copies/open-copies.ts';
import { databaseFile, openStorage } from '../../src/server/storage/database.ts';
import type { Storage } from '../../src/server/storage/engine.ts';
import { quiet } from '../support/database.ts';

const TIMES = { tickMs: 5, againMs: 5, stopMs: 60_000 };
const BODY = 'h'.repeat(3_000);

interface Running {
  readonly storage: Storage;
  readonly copier: Copier;
  stop(): Promise<void>;
}

let folder: string;
let running: Running[];
let written: number;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pushoff-copies-'));
  for (const name of ['copy', 'data']) await mkdir(at(name));
  running = [];
  written = 0;
});
afterEach(async () => {
  for (const each of running) await each.stop();
  await rm(folder, { recursive: true, force: true });
});

const at = (...names: string[]) => join(folder, ...names);
const configOf = (name: string) => parseConfig({ DATA_DIR: at(name), BACKUP_TO: at('copy') });
const lines = async () => (await readdir(at('copy'))).toSorted();

async function start(name = 'data', log = quiet): Promise<Running> {
  const begin = await prepareCopies(configOf(name), log, TIMES);
  const storage = await openStorage(configOf(name), quiet);
  const copier = begin!(storage, systemClock);
  let isStopped = false;
  const server: Running = {
    storage,
    copier,
    async stop() {
      if (isStopped) return;
      isStopped = true;
      await copier.stop();
      await storage.close();
    },
  };
  running.push(server);
  return server;
}

async function write({ storage }: Running, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) {
    written += 1;
    const receipt = { commandId: `c${written}`, userId: 'u', bodyHash: BODY, createdAt: written };
    await storage.db
      .insertInto('receipts')
      .values({ ...receipt, outcome: '{"status":"refused","code":"internal"}' })
      .execute();
  }
}

/** Resolves when everything of before is in the copy. */
async function copied({ copier }: Running): Promise<void> {
  const asked = Date.now();
  await expect.poll(() => Date.now() - copier.behindMs()).toBeGreaterThan(asked);
}

async function countIn(name: string): Promise<number> {
  const storage = await openStorage(configOf(name), quiet);
  const { all } = await storage.db
    .selectFrom('receipts')
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .executeTakeFirstOrThrow();
  await storage.close();
  return all;
}

async function restoreInto(name: string, moment = 'latest'): Promise<number> {
  const { ok, text } = await restoreMoment(configOf(name), moment);
  expect(ok, text).toBe(true);
  expect(await verify(configOf(name))).toMatchObject({ ok: true });
  return countIn(name);
}

test('[BM1] [BM2] every moment comes back, while the log is begun anew again and again', async () => {
  const server = await start();
  const moments: [moment: string, count: number][] = [];
  for (const count of [1, 150, 150, 30]) {
    await write(server, count);
    await copied(server);
    moments.push([new Date().toISOString(), written]);
    await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(moments.at(-1)![0]) + 1);
  }
  await rm(at('data'), { recursive: true });
  for (const [index, [moment, count]] of moments.entries()) {
    expect(await restoreInto(`there-${index}`, moment)).toBe(count);
  }
  expect(await restoreInto('latest')).toBe(written);
});

test('[BM4] after a stop the copy goes on in its line, and a copied folder goes on in its own', async () => {
  const first = await start();
  await write(first, 150);
  await first.stop();
  const second = await start();
  await write(second, 20);
  await copied(second);
  expect(await lines()).toHaveLength(1);
  await mkdir(at('other'));
  for (const suffix of ['', '-wal', '-copied']) {
    await copyFile(databaseFile(at('data')) + suffix, databaseFile(at('other')) + suffix);
  }
  await write(second, 5);
  await second.stop();
  const moment = new Date().toISOString();
  expect(await restoreInto('there')).toBe(175);
  const other = await start('other');
  await write(other, 1);
  await copied(other);
  expect(await lines()).toHaveLength(2);
  await other.stop();
  expect(await restoreInto('from-first', moment)).toBe(175);
  expect(await restoreInto('from-other')).toBe(171);
});

test('[BM4] a database that was restored, or changed without a server, begins a line, and earlier moments stay', async () => {
  const first = await start();
  await write(first, 10);
  await copied(first);
  await first.stop();
  expect(await backUp(configOf('data'), at('b.db'))).toMatchObject({ ok: true });
  const before = new Date().toISOString();
  // The last step of a restore; all of it needs the database for itself, which this process has open until it ends.
  for (const suffix of ['-wal', '-shm']) await rm(databaseFile(at('data')) + suffix, { force: true });
  await rename(at('b.db'), databaseFile(at('data')));
  const second = await start();
  await write(second, 3);
  await copied(second);
  expect(await lines()).toHaveLength(2);
  await second.stop();
  const byHand = await openStorage(parseConfig({ DATA_DIR: at('data') }), quiet);
  await write({ ...second, storage: byHand }, 4);
  await byHand.close();
  const third = await start();
  await copied(third);
  expect(await lines()).toHaveLength(3);
  await third.stop();
  expect(await restoreInto('earlier', before)).toBe(10);
  expect(await restoreInto('there')).toBe(17);
});

test('[BM4] a program that reads and one that empties the log leave the copy whole', async () => {
  const server = await start();
  await write(server, 50);
  for (let round = 0; round < 3; round += 1) {
    // Without BACKUP_TO, so that it empties the log when it is done.
    const other = await openStorage(parseConfig({ DATA_DIR: at('data') }), quiet);
    await write({ ...server, storage: other }, 20);
    await other.close();
    expect(await verify(configOf('data'))).toMatchObject({ ok: true });
    await write(server, 130);
  }
  await copied(server);
  expect(await restoreInto('there')).toBe(written);
});

test('[BM3] what cannot be sent arrives once the place is back, and the log says both once', async () => {
  const said: string[] = [];
  const note = (message: string) => void said.push(message);
  const server = await start('data', { ...quiet, info: note, error: note });
  await copied(server);
  said.length = 0;
  await rename(at('copy'), at('gone'));
  await write(server, 30);
  await expect.poll(() => said).toEqual(['The copy of the database waits']);
  const since = server.copier.behindMs();
  await expect.poll(() => server.copier.behindMs()).toBeGreaterThan(since);
  // The folder of a disk that is not mounted must not be filled in its place.
  expect(await readdir(folder)).not.toContain('copy');
  await rename(at('gone'), at('copy'));
  await copied(server);
  expect(said).toEqual(['The copy of the database waits', 'The copy of the database goes on']);
  expect(await restoreInto('there')).toBe(written);
});

test('[BM2] a moment that is not there, a word that is none and a running server change nothing', async () => {
  expect(await restoreMoment(configOf('data'), 'latest')).toEqual({
    ok: false,
    text: `Nothing was restored: there is no copy of a database at ${at('copy')}.`,
  });
  const server = await start();
  await write(server, 2);
  await copied(server);
  await server.stop();
  expect(await restoreMoment(configOf('data'), '2001-01-01T00:00')).toMatchObject({
    ok: false,
    text: expect.stringMatching(/the oldest moment in the copy at .* is 20\d\d-.*Z\.$/) as string,
  });
  for (const word of ['', 'yesterday', '2026-13-01T00:00', '12:00']) {
    expect(await restoreMoment(configOf('data'), word)).toMatchObject({
      ok: false,
      text: expect.stringContaining("MOMENT is 'latest' or a time") as string,
    });
  }
  expect(await countIn('data')).toBe(2);
  expect((await readdir(at('data'))).filter((name) => /rebuilt|restor/.test(name))).toEqual([]);
});
