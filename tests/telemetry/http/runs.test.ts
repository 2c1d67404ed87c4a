import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { epochMs } from '../../../src/domain/units.ts';
import { api } from '../../../src/protocol/routes.ts';
import type { EventRuns } from '../../../src/protocol/event-reads.ts';
import { RUN_KEPT_MS } from '../../../src/protocol/limits.ts';
import { runPaths } from '../../../src/telemetry/protocol/runs.ts';
import { runsJob } from '../../../src/telemetry/server/runs/upkeep-job.ts';
import { createFileVideoStore } from '../../../src/telemetry/server/runs/video-store.ts';
import { addRacers, batchOf, createEvent, createRacer } from '../../support/commands.ts';
import { enginesOf } from '../../support/database.ts';
import { arrive, confirmAddress } from '../../support/people.ts';
import { startTestServer, type TestServer } from '../../support/running-server.ts';
import { createRun, detailsOf, packedSamples, runsOf, runPath, sourceOf } from '../../support/runs.ts';
import { passOnce } from '../../support/upkeep.ts';
import { MAX_SHARES } from '../../../src/protocol/limits.ts';

const DAY = 24 * 3_600_000;

describe.each(enginesOf('sqlite'))('runs on %s', (engine) => {
  let server: TestServer;
  let later = 0;
  beforeAll(async () => {
    const clock = { now: () => epochMs(Date.now() + later) };
    server = await startTestServer(engine, { clock, environment: { RUN_QUOTA_MB: '1' } });
  });
  afterAll(() => server.stop());

  const someone = async () => {
    const { client, person } = await arrive(server);
    return { client, person, runs: runsOf(server, client) };
  };
  const confirmed = async () => {
    const known = await someone();
    await confirmAddress(server, known.person.email);
    return known;
  };
  const nobody = () => runsOf(server, { cookie: '' });

  test('[U1] a run is kept for its owner, and to others it does not exist', async () => {
    const { client, runs } = await someone();
    const stranger = await someone();
    const { runId, details } = await createRun(server, client);
    expect((await runs.read(runId)).run).toMatchObject({ id: runId, role: 'owner', version: 1, details });
    expect((await stranger.runs.list()).length).toBe(0);
    const missing = await stranger.runs.read(randomUUID());
    expect(missing.error?.code).toBe('run-not-found');
    for (const them of [stranger.runs, nobody()]) {
      expect((await them.read(runId)).error?.message).toBe(missing.error?.message);
    }
    expect((await stranger.runs.put(runId, { basedOn: 1, details })).error?.code).toBe('run-not-found');
    expect((await stranger.runs.put(runId, { details })).error?.code).toBe('run-not-found');
    expect((await nobody().put(randomUUID(), { details })).error?.code).toBe('unauthenticated');
  });

  test('[U2] a guest without an account is asked for one', async () => {
    const guest = server.client();
    await guest.post(api.anonymous);
    expect((await runsOf(server, guest).put(randomUUID(), { details: detailsOf() })).error?.code).toBe(
      'account-required',
    );
  });

  test('[U3] [E8] a change that was not made on the newest version is refused with the newest', async () => {
    const { client, runs } = await someone();
    const { runId, details } = await createRun(server, client);
    const phone = { ...details, name: 'From the phone' };
    expect((await runs.put(runId, { basedOn: 1, details: phone })).run?.version).toBe(2);
    const late = await runs.put(runId, { basedOn: 1, details: { ...details, name: 'From the laptop' } });
    expect(late).toMatchObject({ status: 409, error: { code: 'run-changed' }, run: { version: 2, details: phone } });
    expect((await runs.read(runId)).run?.details.name).toBe('From the phone');
  });

  test('[U4] the same change sent twice does no harm', async () => {
    const { client, runs } = await someone();
    const { runId, details } = await createRun(server, client);
    expect((await runs.put(runId, { details })).run?.version).toBe(1);
    const change = { basedOn: 1, details: { ...details, name: 'Renamed' } };
    await runs.put(runId, change);
    expect(await runs.put(runId, change)).toMatchObject({ status: 200, run: { version: 2 } });
  });

  test('[U5] pages of the release before list runs with the newest first, one without a date by when it came', async () => {
    const { client, runs } = await someone();
    const old = await createRun(server, client, { timestamp: 1_000_000_000 });
    const undated = await createRun(server, client, { timestamp: null });
    const recent = await createRun(server, client, { timestamp: 1_600_000_000 });
    expect((await runs.listWhole()).map(({ id }) => id)).toEqual([undated.runId, recent.runId, old.runId]);
  });

  test('[U6] a deleted run can be brought back for thirty days, and is then gone with its samples', async () => {
    const { client, runs } = await someone();
    const friend = await confirmed();
    const { runId, sourceId, details } = await createRun(server, client, {}, packedSamples(100));
    await runs.share(runId, friend.person.email);
    await friend.runs.answer(runId, 'keep');
    const gone = await runs.put(runId, { basedOn: 1, details, isDeleted: true });
    expect(gone.run?.deletedAt).toBeGreaterThan(0);
    expect((await runs.list()).map(({ deletedAt }) => deletedAt)).toEqual([gone.run?.deletedAt]);
    expect((await friend.runs.shared()).runs).toEqual([]);
    expect((await friend.runs.read(runId)).error?.code).toBe('run-not-found');
    const back = await runs.put(runId, { basedOn: 2, details, isDeleted: false });
    expect(back.run).toMatchObject({ deletedAt: null, version: 3 });
    expect((await friend.runs.shared()).runs.length).toBe(1);
    await runs.put(runId, { basedOn: 3, details, isDeleted: true });

    const upkeep = async (after: number) => {
      later = after;
      const { db } = server;
      const videos = createFileVideoStore(`${server.dataDir}/videos`, db);
      await passOnce(runsJob({ db, videos }), Date.now() + later);
      later = 0;
    };
    await upkeep(RUN_KEPT_MS - DAY);
    expect((await runs.readSamples(runId, sourceId)).status).toBe(200);
    await upkeep(RUN_KEPT_MS + DAY);
    expect((await runs.read(runId)).error?.code).toBe('run-not-found');
    const left = await server.db.selectFrom('sampleParts').select('bodyId').execute();
    const known = await server.db.selectFrom('runSources').select('bodyId').execute();
    expect(new Set(left.map(({ bodyId }) => bodyId))).toEqual(new Set(known.map(({ bodyId }) => bodyId)));
  });

  test('[U7] a run is shared with a confirmed address, and with it no more when that is taken back', async () => {
    const { client, runs } = await someone();
    const friend = await someone();
    const { runId } = await createRun(server, client);
    const shared = await runs.share(runId, friend.person.email.toUpperCase());
    expect(shared.run?.sharing).toEqual({ emails: [friend.person.email], linkKey: null });
    expect((await friend.runs.shared()).offers).toEqual([]);
    expect((await friend.runs.answer(runId, 'keep')).error?.code).toBe('run-not-found');
    await confirmAddress(server, friend.person.email);
    expect((await friend.runs.shared()).offers).toMatchObject([{ id: runId }]);
    expect((await friend.runs.read(runId)).run).toMatchObject({ id: runId, role: 'shared', sharing: null });
    expect((await friend.runs.share(runId, 'third@example.org')).error?.code).toBe('run-not-found');
    await runs.unshare(runId, friend.person.email);
    expect((await friend.runs.read(runId)).error?.code).toBe('run-not-found');
  });

  test('[U7] a run is shared with no more than a hundred people', async () => {
    const { client, runs } = await someone();
    const { runId } = await createRun(server, client);
    const rows = Array.from({ length: MAX_SHARES }, (_, at) => ({ runId, email: `p${at}@example.org`, createdAt: at }));
    await server.db.insertInto('runShares').values(rows).execute();
    expect((await runs.share(runId, 'onemore@example.org')).error?.code).toBe('too-many-shares');
    expect((await runs.share(runId, 'p7@example.org')).status).toBe(200);
  });

  test('[U8] a link opens a run for its visitors until it is withdrawn, and the next link has another key', async () => {
    const { client, runs } = await someone();
    const { runId, sourceId } = await createRun(server, client, {}, packedSamples(100));
    const on = await runs.setLink(runId, true);
    const key = on.run?.sharing?.linkKey ?? '';
    expect((await runs.setLink(runId, true)).run?.sharing?.linkKey).toBe(key);
    const opened = await nobody().read(runId, key);
    expect(opened.run).toMatchObject({ role: 'link', ownerId: '', sharing: null });
    expect((await nobody().readSamples(runId, sourceId, key)).status).toBe(200);
    expect((await nobody().read(runId, `${key}x`)).error?.code).toBe('run-not-found');
    expect((await nobody().read(runId, '')).error?.code).toBe('run-not-found');
    expect((await runs.setLink(runId, false)).run?.sharing?.linkKey).toBeNull();
    expect((await nobody().read(runId, key)).error?.code).toBe('run-not-found');
    expect((await nobody().read(runId, '')).error?.code).toBe('run-not-found');
    expect((await runs.setLink(runId, true)).run?.sharing?.linkKey).not.toBe(key);
    expect(server.logged.join('\n')).not.toContain(key);
  });

  test('[U12] an account has a quota, and deleting makes room', async () => {
    const { client, runs } = await someone();
    const big = packedSamples(60_000);
    const first = await createRun(server, client, {}, big);
    const second = await createRun(server, client);
    const refused = await runs.putSamples(second.runId, second.sourceId, big);
    expect(refused.status).toBe(413);
    expect(await refused.json()).toMatchObject({ error: { code: 'too-many-runs' } });
    const without = { ...first.details, sources: [] };
    expect((await runs.put(first.runId, { basedOn: 1, details: without })).status).toBe(200);
    expect((await runs.readSamples(first.runId, first.sourceId)).status).toBe(404);
    expect((await runs.putSamples(second.runId, second.sourceId, big)).status).toBe(200);
    const bodies = await server.db.selectFrom('runSources').select('bodyId').where('runId', '=', first.runId).execute();
    expect(bodies).toEqual([]);
  });

  test('[U13] a run is attached to a race that its owner may see, and found there by those who may see both', async () => {
    const { client, runs, person } = await confirmed();
    const viewer = await confirmed();
    const eventId = randomUUID();
    const racerId = randomUUID();
    await client.post(api.commands, batchOf(createEvent(eventId), createRacer(racerId), addRacers(eventId, racerId)));
    const keys = await server.db
      .selectFrom('eventKeys')
      .selectAll()
      .where('eventId', '=', eventId)
      .executeTakeFirstOrThrow();
    const race = { eventId, racerId };
    const found = async (who: typeof runs, query = '') =>
      (await who.ask(api.eventRuns.replace(':eventId', eventId) + query)).json() as Promise<
        EventRuns & { error?: { code: string } }
      >;

    const own = await createRun(server, client, { race });
    expect((await found(runs)).runs).toEqual([{ runId: own.runId, racerId, name: 'Morning lap' }]);
    const theirs = randomUUID();
    expect((await viewer.runs.put(theirs, { details: detailsOf({ race }) })).error?.code).toBe('event-not-found');
    expect((await viewer.runs.put(theirs, { details: detailsOf({ race }) }, `?key=${keys.viewer}`)).status).toBe(200);
    const stranger = { eventId, racerId: randomUUID() };
    expect((await runs.put(randomUUID(), { details: detailsOf({ race: stranger }) })).error?.code).toBe(
      'racer-not-in-event',
    );

    expect((await found(viewer.runs)).error?.code).toBe('event-not-found');
    expect((await found(viewer.runs, `?key=${keys.viewer}`)).runs.map(({ runId }) => runId)).toEqual([theirs]);
    expect((await found(nobody(), `?key=${keys.viewer}`)).runs).toEqual([]);
    await viewer.runs.share(theirs, person.email);
    expect((await found(runs)).runs.map(({ runId }) => runId)).toEqual([own.runId]);
    await runs.answer(theirs, 'keep');
    expect(new Set((await found(runs)).runs.map(({ runId }) => runId))).toEqual(new Set([own.runId, theirs]));
  });

  test('[U14] the download of a person’s data has their runs, and the runs are deleted with the account', async () => {
    const { client, person, runs } = await someone();
    const { runId, sourceId } = await createRun(server, client, {}, packedSamples(100));
    await runs.saveZones([{ name: 'Home', at: [46.95, 7.44], radius: 200 }]);
    const body = await server.db
      .selectFrom('runSources')
      .select('bodyId')
      .where('runId', '=', runId)
      .executeTakeFirstOrThrow();
    const data = (await (await client.get(api.accountData)).json()) as Record<string, unknown>;
    expect(data).toMatchObject({ runs: [{ id: runId }], privacyZones: [{ name: 'Home' }], uploadedVideos: [] });
    expect((await client.post(api.deleteAccount, { password: person.password })).status).toBe(200);
    for (const table of ['runs', 'runLibraries'] as const) {
      const rows = await server.db.selectFrom(table).selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(table === 'runs' ? runId : 'Home');
    }
    const parts = await server.db.selectFrom('sampleParts').select('part').where('bodyId', '=', body.bodyId).execute();
    expect(parts).toEqual([]);
    expect((await nobody().readSamples(runId, sourceId)).status).toBe(404);
  });

  test('a run with a value that violates the schema is refused and not stored', async () => {
    const { runs } = await someone();
    const bad = [
      detailsOf({ name: '' }),
      detailsOf({ timestamp: -1 }),
      detailsOf({ outline: [[999, 7]] }),
      detailsOf({ sources: Array.from({ length: 9 }, () => sourceOf(1)) }),
      { ...detailsOf(), hidesPositions: 'yes' },
    ];
    for (const details of bad) {
      expect((await runs.put(randomUUID(), { details: details as never })).status).toBe(400);
    }
    expect((await runs.put('not-an-id', { details: detailsOf() })).error?.code).toBe('run-not-found');
    const long = 'x'.repeat(300_000);
    const sent = { method: 'PUT', body: { basedOn: null, isDeleted: false, details: detailsOf(), long } };
    expect((await runs.ask(runPath(runPaths.run, randomUUID()), sent)).status).toBe(413);
    expect(await runs.list()).toEqual([]);
  });
});
