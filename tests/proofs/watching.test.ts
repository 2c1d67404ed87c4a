import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureProgram } from '../../scripts/lib/debian.mjs';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { epochMs } from '../../src/domain/units.ts';
import { operatorPaths } from '../../src/protocol/operator.ts';
import { api } from '../../src/protocol/routes.ts';
import { addRacers, batchOf, createEvent, createRacer, tap } from '../support/commands.ts';
import { findFreePort } from '../support/free-port.ts';
import { arrive, arriveConfirmed } from '../support/people.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';

const TOKEN = 'a-token-that-only-prometheus-has-0123456789';
const AHEAD_MS = 5_000;
const DISK_BYTES = 300e6;
const HELD_MS = 1_500;
const LATE_S = 0.75;
const PATIENCE_MS = 30_000;
const WEBHOOK_TIMES = { pollMs: 50, gatherMs: 5, firstDelayMs: 20, longestDelayMs: 100 };

/** What Prometheus is given stands in deploy/: its rules, their tests, and the dashboard. */
describe('watching a node', () => {
  let promtool: string;
  let server: TestServer;
  /** A node on SQLite with a copy. */
  let copied: TestServer;
  let copyFolder: string;
  let client: TestClient;
  let eventId: string;
  let racerId: string;
  beforeAll(async () => {
    promtool = await ensureProgram('promtool', 'prometheus');
    // No mail server is there, and the clock of the database is ahead of this machine's.
    const environment = { METRICS_TOKEN: TOKEN, SMTP_URL: 'smtp://127.0.0.1:1', NODE_NAME: 'hut-1' };
    const clock = { now: () => epochMs(Date.now() + AHEAD_MS) };
    const metricsOptions = { sampleMs: 50 };
    const webhooks = {
      environment: { ...environment, WEBHOOKS_TO_PRIVATE_NETWORKS: 'true' },
      webhookTimes: WEBHOOK_TIMES,
    };
    server = await startTestServer('postgres', { ...webhooks, clock, metricsOptions });
    copyFolder = await mkdtemp(join(tmpdir(), 'pushoff-copy-'));
    copied = await startTestServer('sqlite', {
      environment: { ...environment, BACKUP_TO: copyFolder },
      metricsOptions,
    });
    client = (await arrive(server)).client;
    [eventId, racerId] = [randomUUID(), randomUUID()];
    await client.post(api.commands, batchOf(createEvent(eventId), createRacer(racerId), addRacers(eventId, racerId)));
  });
  afterAll(async () => {
    await Promise.all([server.stop(), copied.stop()]);
    await rm(copyFolder, { recursive: true });
  });

  const ask = (...args: string[]) =>
    execFileSync(promtool, args, { cwd: fromRoot('deploy', 'prometheus'), encoding: 'utf8', stdio: 'pipe' });
  const read = async (of = server) =>
    (
      await fetch(of.url + operatorPaths.metrics, {
        // A kept connection is closed by a node that has waited for the machine, in the middle of the next question.
        headers: { authorization: `Bearer ${TOKEN}`, connection: 'close' },
      })
    ).text();
  const figure = async (name: string, of = server) =>
    Number(new RegExp(`^${name}(?:{[^}]*})? (.*)$`, 'm').exec(await read(of))?.[1]);

  test('promtool takes the rules; each alert is silent in good order and fires in its fault', () => {
    expect(ask('check', 'rules', 'pushoff.rules.yml')).toContain('SUCCESS');
    expect(ask('test', 'rules', 'pushoff.rules.test.yml')).toContain('SUCCESS');
    const rules = readFileSync(fromRoot('deploy', 'prometheus', 'pushoff.rules.yml'), 'utf8');
    const tests = readFileSync(fromRoot('deploy', 'prometheus', 'pushoff.rules.test.yml'), 'utf8');
    for (const [, alert] of rules.matchAll(/alert: (\w+)/g)) expect(tests).toContain(`alertname="${alert}"`);
  });

  test('every figure that rules and dashboard name is one that a node shows', async () => {
    const shown = (await read()) + (await read(copied));
    for (const file of [
      fromRoot('deploy', 'prometheus', 'pushoff.rules.yml'),
      fromRoot('deploy', 'grafana', 'pushoff.json'),
    ]) {
      const named = new Set(readFileSync(file, 'utf8').match(/\b(?:pushoff|process|nodejs|http_server)_\w+/g));
      expect(named.size).toBeGreaterThan(5);
      for (const name of named)
        if (name !== 'pushoff_rules') expect(shown, name).toMatch(new RegExp(`^${name}[ {]`, 'm'));
    }
  });

  test('promtool reads the figures, and finds nothing odd in their names', async () => {
    // It ends with 3 where it only advises.
    const told = execFileSync('sh', ['-c', `"${promtool}" check metrics 2>&1 || true`], {
      input: await read(copied),
      encoding: 'utf8',
    });
    expect(told).toBe('');
  });

  test('a mail server that is down: the outbox grows, and its oldest mail is older each time', async () => {
    const [count, age] = [await figure('pushoff_mail_outbox_size'), await figure('pushoff_mail_outbox_age_seconds')];
    expect(count).toBeGreaterThan(0);
    await arrive(server);
    await expect.poll(() => figure('pushoff_mail_outbox_size')).toBeGreaterThan(count);
    expect(await figure('pushoff_mail_outbox_age_seconds')).toBeGreaterThan(age);
  });

  test('a database that holds a commit: it is slow, and commands wait meanwhile', async () => {
    const slow = () => figure('pushoff_commit_duration_seconds_bucket{le="1"}'.replace(/[{}"]/g, '\\$&'));
    const all = () => figure('pushoff_commit_duration_seconds_count');
    const before = (await all()) - (await slow());
    let waited = 0;
    await server.db.transaction().execute(async (trx) => {
      await trx.selectFrom('events').select('id').where('id', '=', eventId).forUpdate().execute();
      const sent = client.post(api.commands, batchOf(tap(eventId, 'start', racerId)));
      const until = Date.now() + HELD_MS;
      while (Date.now() < until) waited = Math.max(waited, await figure('pushoff_command_queue_age_seconds'));
      void sent;
    });
    expect(waited).toBeGreaterThan(0);
    await expect.poll(async () => (await all()) - (await slow())).toBeGreaterThan(before);
  });

  test('a receiver that is down: its messages wait and grow old; a turn that is held: they are late', async () => {
    const { client: owner } = await arriveConfirmed(server);
    const [event, racer] = [randomUUID(), randomUUID()];
    await owner.post(api.commands, batchOf(createEvent(event), createRacer(racer), addRacers(event, racer)));
    const url = `http://127.0.0.1:${await findFreePort()}/`;
    expect((await owner.post(api.createWebhook, { url, kinds: ['result', 'correction', 'status'] })).status).toBe(200);
    await owner.post(api.commands, batchOf(tap(event, 'start', racer), tap(event, 'finish', racer)));
    await expect.poll(() => figure('pushoff_webhook_outbox_size')).toBeGreaterThan(0);
    const age = await figure('pushoff_webhook_outbox_age_seconds');
    await expect.poll(() => figure('pushoff_webhook_outbox_age_seconds')).toBeGreaterThan(age);

    const holdBetweenTurns = () =>
      server.db.transaction().execute(async (trx) => {
        const { claimedUntil } = await trx.selectFrom('webhooks').selectAll().forUpdate().executeTakeFirstOrThrow();
        if (claimedUntil > 0) return 0;
        const until = Date.now() + 4 * HELD_MS;
        let late = 0;
        while (late <= LATE_S && Date.now() < until) late = await figure('pushoff_webhook_outbox_late_seconds');
        return late;
      });
    await expect.poll(holdBetweenTurns, { timeout: PATIENCE_MS }).toBeGreaterThan(LATE_S);
    await expect.poll(() => figure('pushoff_webhook_outbox_late_seconds')).toBeLessThan(LATE_S);
  });

  test('the disk of the copy is taken away: what was written since is not in it', async () => {
    const behind = () => figure('pushoff_copy_behind_seconds', copied);
    await rename(copyFolder, `${copyFolder}-away`);
    await arrive(copied);
    await expect.poll(behind, { timeout: PATIENCE_MS }).toBeGreaterThan(6);
    await rename(`${copyFolder}-away`, copyFolder);
    await expect.poll(behind, { timeout: PATIENCE_MS }).toBeLessThan(6);
  });

  test('a disk that fills, and a clock that was set', async () => {
    const before = await figure('pushoff_filesystem_free_bytes');
    const file = join(server.dataDir, 'large');
    execFileSync('fallocate', ['--length', String(DISK_BYTES), file]);
    const after = await figure('pushoff_filesystem_free_bytes');
    rmSync(file);
    expect(before - after).toBeGreaterThan(DISK_BYTES / 3);
    expect(Math.round(await figure('pushoff_clock_offset_seconds'))).toBe(AHEAD_MS / 1000);
  });
});
