import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { lstat, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgresWithTools } from '../../scripts/lib/postgres-tools.mjs';
import { fromRoot } from '../../scripts/lib/project.mjs';
import type { EventState } from '../../src/domain/model/state.ts';
import type { CommandAnswers } from '../../src/protocol/commands.ts';
import { api } from '../../src/protocol/routes.ts';
import { backUp } from '../../src/server/admin/backup-commands.ts';
import { restore } from '../../src/server/admin/restore-commands.ts';
import { parseConfig } from '../../src/server/config.ts';
import { buildServer, type ServerBuild } from '../cluster/server-build.ts';
import { runAdmin } from '../support/admin-program.ts';
import { addRacers, batchOf, createEvent, createRacer, tap } from '../support/commands.ts';
import { arrive, PASSWORD } from '../support/people.ts';
import { createClient } from '../support/running-server.ts';
import { sendAccepted } from '../support/send-accepted.ts';
import { startServer } from '../cluster/server.ts';

/** Includes the installation of PostgreSQL's tools, where they are missing. */
const PATIENCE_MS = 12 * 60_000;

let folder: string;
let build: ServerBuild;
let postgres: Awaited<ReturnType<typeof startPostgresWithTools>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pushoff-dump-'));
  [build, postgres] = await Promise.all([buildServer(), startPostgresWithTools()]);
}, PATIENCE_MS);
afterAll(async () => {
  await postgres?.stop();
  await build?.remove();
  await rm(folder, { recursive: true, force: true });
});

const commandsIn = (advice: string) => advice.split('\n').filter((line) => line.startsWith('    '));

/** Runs the advised commands in a shell. */
async function follow(advice: string, variables: Record<string, string>): Promise<void> {
  const lines = commandsIn(advice);
  expect(lines.length).toBeGreaterThan(0);
  const env = { PATH: [postgres.bin, process.env['PATH']].join(delimiter), ...variables };
  await promisify(execFile)('/bin/sh', ['-e', '-c', lines.join('\n')], { env });
}

test('The content of a PostgreSQL is restored with the very commands that backup and restore advise', async () => {
  const dataDir = join(folder, 'data');
  const server = await startServer({ entry: build.serverEntry, dataDir, env: { DATABASE_URL: postgres.url } });
  const { client, person } = await arrive({ client: () => createClient(server.url) });
  const [eventId, racerId] = [randomUUID(), randomUUID()];
  const taps = [tap(eventId, 'start', racerId), tap(eventId, 'finish', racerId)];
  const commands = [createEvent(eventId), createRacer(racerId), addRacers(eventId, racerId), ...taps];
  await sendAccepted(client, ...commands);

  const dump = join(folder, "tuesday's.dump");
  const environment = { DATA_DIR: dataDir, DATABASE_URL: postgres.url };
  const backup = await runAdmin(build.adminEntry, environment, 'backup', dump);
  expect(backup.ok).toBe(false);
  await follow(backup.text, { DATABASE_URL: postgres.url });
  expect(((await lstat(dump)).mode & 0o777).toString(8)).toBe('600');
  expect(await server.stop()).toBe(0);

  const restore = await runAdmin(build.adminEntry, environment, 'restore', dump);
  expect(restore.ok).toBe(false);
  const restored = new URL(postgres.url);
  restored.pathname = '/pushoff_restored';
  await follow(restore.text, { DATABASE_URL: postgres.url, RESTORED_URL: restored.href });

  const elsewhere = join(folder, 'elsewhere');
  const second = await startServer({
    entry: build.serverEntry,
    dataDir: elsewhere,
    env: { DATABASE_URL: restored.href },
  });
  try {
    const there = { DATA_DIR: elsewhere, DATABASE_URL: restored.href };
    for (const check of ['verify', 'audit']) {
      expect(await runAdmin(build.adminEntry, there, check)).toMatchObject({ ok: true });
    }
    const again = createClient(second.url);
    expect((await again.post(api.login, { email: person.email, password: PASSWORD })).status).toBe(200);
    const { event } = (await (await again.get(`/api/events/${eventId}`)).json()) as { event: EventState };
    expect(Object.keys(event.taps).toSorted()).toEqual(taps.map(({ id }) => id).toSorted());
    expect((await again.boot()).viewer).toMatchObject({ credits: 77 });
    const { body: more } = await again.post<CommandAnswers>(
      api.commands,
      batchOf(createRacer(), tap(eventId, 'finish', racerId)),
    );
    expect(more.answers.map(({ status }) => status)).toEqual(['accepted', 'accepted']);
  } finally {
    await second.stop();
  }
});

test('The guide for operators advises the same commands', async () => {
  const config = parseConfig({ DATABASE_URL: 'postgres://club@localhost/pushoff' });
  const answers = [await backUp(config, 'pushoff.dump'), await restore(config, 'pushoff.dump')];
  const guide = (await readFile(fromRoot('docs', 'guide', 'operators.md'), 'utf8')).split('\n');
  expect(guide).toEqual(expect.arrayContaining(answers.flatMap(({ text }) => commandsIn(text))));
});
