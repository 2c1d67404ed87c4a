import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { ensureProgram } from '../../scripts/lib/debian.mjs';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { epochMs } from '../../src/domain/units.ts';
import { api } from '../../src/protocol/routes.ts';
import { startPrometheus } from '../cluster/prometheus.ts';
import { mountSmallDisk } from '../cluster/small-disk.ts';
import { addRacers, batchOf, createEvent, createRacer, eventCommand, tap } from '../support/commands.ts';
import { createTestDatabase } from '../support/database.ts';
import { enter, followerOptionsFor, SECRET, START } from '../support/follower-server.ts';
import { findFreePort } from '../support/free-port.ts';
import { arrive, arriveConfirmed } from '../support/people.ts';
import { createSubscription, startPushService } from '../support/push-service.ts';
import { startRelay } from '../support/relay.ts';
import { startTestServer, type TestClient } from '../support/running-server.ts';
import { sendAccepted } from '../support/send-accepted.ts';

const TOKEN = 'a-token-that-only-prometheus-has-0123456789';
const PATIENCE_MS = 25 * 60_000;
/** The longest wait of a rule is five minutes; a look of Prometheus and one of its rules come on top. */
const ALERT_MS = 10 * 60_000;
/** More than the alerts of mails and messages ask for: nobody waits half an hour for them here. */
const LATER_MS = 40 * 60_000;
/** Of each of them two messages are still worth sending later: of the finish and of its correction. */
const FOLLOWERS = 15;
const DISK_MB = 96;
const SLOW_MS = 600;
/** They need a cluster: `replicas.test.ts`. */
const OF_THE_CLUSTER = ['PushoffNoSynchronousReplica', 'PushoffReplicaBehind'];

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
}, PATIENCE_MS);

/** An event of a new owner, with one racer. */
async function openRace(client: TestClient) {
  const [eventId, racerId] = [randomUUID(), randomUUID()];
  await sendAccepted(client, createEvent(eventId), createRacer(racerId), addRacers(eventId, racerId));
  return { eventId, racerId };
}

/** Another user of the database holds this row, as soon as there is one, until told to let it go. */
async function holdRow(url: string, statement: string, ...values: string[]): Promise<() => Promise<void>> {
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('begin');
    const { rowCount } = await client.query(statement, values);
    if (rowCount === 1) return () => client.end();
    await client.end();
  }
}

test(
  'each alert of one machine fires in its fault, in a real Prometheus with the rules of deploy/',
  async () => {
    let clockMs = 0;
    const clock = { now: () => epochMs(Date.now() + clockMs) };
    const environment = { METRICS_TOKEN: TOKEN, SECRET };
    const service = await startPushService();
    const database = await createTestDatabase('postgres');
    undo.push(database.remove);
    const relay = await startRelay(database.databaseUrl!);
    undo.push(relay.stop);
    // No mail server is there.
    const node = await startTestServer('postgres', {
      environment: {
        ...environment,
        SMTP_URL: 'smtp://127.0.0.1:1',
        PUSH_SERVICE_URL: service.url,
        CONTACT_EMAIL: 'us@example.org',
        WEBHOOKS_TO_PRIVATE_NETWORKS: 'true',
      },
      clock,
      database: { ...database, databaseUrl: relay.url },
      followerOptions: { ...followerOptionsFor(service), holdMs: 0 },
    });
    undo.push(node.stop);

    const folder = await mkdtemp(join(tmpdir(), 'pushoff-alerts-'));
    undo.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const disk = mountSmallDisk(join(folder, 'disk'), DISK_MB);
    if (disk === undefined) throw new Error('The alert of the disk needs a user who may mount one.');
    undo.push(async () => disk.unmount());
    const copy = await mkdtemp(join(folder, 'copy-'));
    const small = await startTestServer('sqlite', {
      environment: { ...environment, BACKUP_TO: copy },
      database: { dataDir: disk.folder, databaseUrl: undefined, remove: async () => undefined },
    });
    undo.push(small.stop);
    const gone = await startTestServer('sqlite', { environment });
    await gone.stop();

    const program = await ensureProgram('prometheus');
    const urls = [node.url, small.url, gone.url];
    const prometheus = await startPrometheus(program, folder, { urls, token: TOKEN });
    undo.push(prometheus.stop);
    const fired = new Set<string>();
    const fires = (names: readonly string[]) =>
      expect
        .poll(
          async () => {
            for (const name of (await prometheus.firing()) ?? []) fired.add(name);
            return names.filter((name) => !fired.has(name));
          },
          { timeout: ALERT_MS, interval: 1_000 },
        )
        .toEqual([]);

    // A copy whose disk is away, and messages whose receivers are away or whose turn is held.
    await rename(copy, `${copy}-away`);
    await arrive(small);
    const { client } = await arriveConfirmed(node);
    const race = await openRace(client);
    const key = (await (await client.get(api.event.replace(':eventId', race.eventId))).json()) as {
      keys: { viewer: string };
    };
    const follow = `${api.followers.replace(':eventId', race.eventId)}?key=${key.keys.viewer}`;
    for (let one = 0; one < FOLLOWERS; one += 1) {
      const { by } = createSubscription(service);
      expect((await node.client().post(follow, { racerId: race.racerId, by })).status).toBe(200);
    }
    await service.stop();
    const url = `http://127.0.0.1:${await findFreePort()}/`;
    expect((await client.post(api.createWebhook, { url, kinds: ['result'] })).status).toBe(200);
    const count = async (table: 'followerMessages' | 'webhookDeliveries') =>
      (await node.db.selectFrom(table).select('id').execute()).length;
    const finish = enter(race.eventId, 'finish', race.racerId, 600);
    await sendAccepted(client, enter(race.eventId, 'start', race.racerId, 0), finish);
    await expect.poll(() => count('followerMessages'), { timeout: ALERT_MS }).toBe(FOLLOWERS);
    const to = epochMs(START + 590_000);
    await sendAccepted(client, eventCommand(race.eventId, { type: 'tap.correct', tapId: finish.id, to }));
    await expect.poll(() => count('followerMessages'), { timeout: ALERT_MS }).toBe(2 * FOLLOWERS);
    await expect.poll(() => count('webhookDeliveries'), { timeout: ALERT_MS }).toBeGreaterThan(0);
    const betweenTurns = 'select id from webhooks where "claimedUntil" = 0 for update';
    undo.push(await holdRow(database.databaseUrl!, betweenTurns));
    // Half an hour later nothing has changed, and this machine's clock is behind the database's.
    clockMs = LATER_MS;

    // Somebody holds the race's row: taps wait, and then each takes long.
    const row = 'select id from events where id = $1 for update';
    const other = (await arriveConfirmed(node)).client;
    const held = await openRace(other);
    const letRaceGo = await holdRow(database.databaseUrl!, row, held.eventId);
    let isHeld = true;
    const keepTapping = Promise.all(
      Array.from({ length: 8 }, async () => {
        while (isHeld) await other.post(api.commands, batchOf(tap(held.eventId, 'start', held.racerId)));
      }),
    );
    await fires(['PushoffTapsWait']);
    isHeld = false;
    await letRaceGo();
    await keepTapping;

    let isSlow = true;
    const slowTaps = (async () => {
      while (isSlow) {
        const letGo = await holdRow(database.databaseUrl!, row, held.eventId);
        const sent = other.post(api.commands, batchOf(tap(held.eventId, 'start', held.racerId)));
        await sleep(SLOW_MS);
        await letGo();
        await sent;
      }
    })();
    await fires([
      'PushoffClockOff',
      'PushoffCommitsSlow',
      'PushoffCopyBehind',
      'PushoffDiskFilling',
      'PushoffDown',
      'PushoffFollowersWait',
      'PushoffMessagesLate',
      'PushoffOutboxGrowing',
    ]);
    isSlow = false;
    await slowTaps;
    relay.cut();
    await fires(['PushoffNodesDoNotHear']);
    relay.open();

    const rules = readFileSync(fromRoot('deploy', 'prometheus', 'pushoff.rules.yml'), 'utf8');
    const all = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name!);
    expect([...fired, ...OF_THE_CLUSTER].toSorted()).toEqual(all.toSorted());
  },
  PATIENCE_MS,
);
