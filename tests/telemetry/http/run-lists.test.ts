import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_WHOLE, type RunPage, runPaths, RUNS_A_PAGE } from '../../../src/telemetry/protocol/runs.ts';
import { enginesOf } from '../../support/database.ts';
import { arrive } from '../../support/people.ts';
import { startTestServer, type TestServer } from '../../support/running-server.ts';
import { createRun, detailsOf, runPath, runsOf, sourceOf } from '../../support/runs.ts';
import { MAX_KEPT_RUNS, MAX_OFFERS } from '../../../src/protocol/limits.ts';

describe.each(enginesOf('postgres'))('lists of runs on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(engine);
  });
  afterAll(() => server.stop());

  const someone = async ({ isConfirmed = true } = {}) => {
    const { client, person } = await arrive(server);
    const { id } = await server.db
      .updateTable('user')
      .set({ emailVerified: engine === 'sqlite' ? Number(isConfirmed) : isConfirmed })
      .where('email', '=', person.email)
      .returning('id')
      .executeTakeFirstOrThrow();
    return { client, email: person.email, userId: id, runs: runsOf(server, client) };
  };
  /** Writes runs straight into the database, past the limits, with their own creation times. */
  async function storeRuns(ownerId: string, count: number, email?: string, state: 'offered' | 'kept' = 'offered') {
    const details = JSON.stringify(detailsOf({ name: 'Stored' }));
    const rows = Array.from({ length: count }, (_, at) => ({
      id: randomUUID(),
      ownerId,
      version: 1,
      createdAt: Math.floor(at / 3),
      deletedAt: null,
      details,
      bytes: details.length,
      eventId: null,
      linkKey: null,
    }));
    for (let from = 0; from < count; from += 500) {
      const some = rows.slice(from, from + 500);
      await server.db.insertInto('runs').values(some).execute();
      const shares = some.map(({ id, createdAt }) => ({ runId: id, email: email!, createdAt, state }));
      if (email !== undefined) await server.db.insertInto('runShares').values(shares).execute();
    }
    return rows.map(({ id }) => id);
  }

  test('[U26] a device that has the list is told that it is the same, in a few bytes, until anything about it changes', async () => {
    const { client, runs, userId } = await someone();
    const { runId, details } = await createRun(server, client);
    const [stored] = await storeRuns(userId, 2 * RUNS_A_PAGE);
    const ask = async (known: string) => {
      const text = await (await runs.ask(`${runPaths.list}?known=${known}`)).text();
      return { bytes: text.length, page: JSON.parse(text) as RunPage };
    };
    let { bytes, page } = await ask('');
    const whole = bytes;
    expect(page.runs.length).toBe(RUNS_A_PAGE);
    const changes = [
      () => runs.put(runId, { basedOn: 1, details: { ...details, name: 'Other' }, isDeleted: false }),
      () => runs.share(runId, 'friend@example.org'),
      () => runs.put(runId, { basedOn: 2, details, isDeleted: true }),
      () => createRun(server, client),
      () => server.db.deleteFrom('runs').where('id', '=', stored!).execute(),
    ];
    for (const change of changes) {
      const known = page.version!;
      ({ bytes, page } = await ask(known));
      expect(page).toEqual({ runs: [], next: null, version: known, isSame: true });
      expect(bytes / whole).toBeLessThan(0.05);
      await change();
      ({ page } = await ask(known));
      expect(page.isSame).toBeUndefined();
      expect(page.version).not.toBe(known);
      expect(page.runs.length).toBe(RUNS_A_PAGE);
    }
  });

  test('[U26] the pages of a list hold every run once, also runs created at the same moment', async () => {
    const { runs, userId } = await someone();
    const ids = await storeRuns(userId, 2 * RUNS_A_PAGE + 7);
    const first = (await (await runs.ask(runPaths.list)).json()) as RunPage;
    expect(first.runs.length).toBe(RUNS_A_PAGE);
    const listed = (await runs.list()).map(({ id }) => id);
    expect(listed.length).toBe(ids.length);
    expect(new Set(listed)).toEqual(new Set(ids));
    for (const after of ['x', '1.2', `1.${'-'.repeat(37)}`, `-1.${randomUUID()}`]) {
      for (const path of [runPaths.list, runPaths.shared]) {
        expect((await runs.ask(`${path}?after=${after}`)).status).toBe(400);
      }
    }
  });

  test('[U26] a summary follows every change of a run', async () => {
    const { client, runs } = await someone();
    const { runId, details } = await createRun(server, client);
    const revisions = new Set<string>();
    const look = async () => {
      const [summary] = await runs.list();
      expect((await runs.read(runId)).run?.revision).toBe(summary?.revision);
      expect(revisions).not.toContain(summary!.revision);
      revisions.add(summary!.revision);
      return summary;
    };
    const { name, timestamp, distance, duration } = details;
    expect(await look()).toMatchObject({ id: runId, name, timestamp, distance, duration, deletedAt: null });
    const other = detailsOf({ name: 'Ünder "wey"', timestamp: null, distance: null, duration: 1.5 });
    await runs.put(runId, { basedOn: 1, details: other });
    expect(await look()).toMatchObject({ name: 'Ünder "wey"', timestamp: null, distance: null, duration: 1.5 });
    await runs.share(runId, 'a@example.org');
    await look();
    await runs.unshare(runId, 'a@example.org');
    await look();
    await runs.setLink(runId, true);
    await look();
    await runs.put(runId, { basedOn: 2, details: other, isDeleted: true });
    expect((await look())?.deletedAt).toBeGreaterThan(0);
    await server.db.deleteFrom('runs').where('id', '=', runId).execute();
    expect(await runs.list()).toEqual([]);
  });

  test('[U26] to others the revision changes with the run and the zones, and nothing tells what zones hide', async () => {
    const [owner, friend] = [await someone(), await someone()];
    const { runId, details } = await createRun(server, owner.client);
    await owner.runs.share(runId, friend.email);
    await friend.runs.answer(runId, 'keep');
    const look = async () => {
      const [summary] = (await friend.runs.shared()).runs;
      expect((await friend.runs.read(runId)).run?.revision).toBe(summary?.revision);
      expect(summary).not.toHaveProperty('distance');
      return summary?.revision;
    };
    const first = await look();
    await owner.runs.share(runId, 'third@example.org');
    expect(await look()).toBe(first);
    await owner.runs.saveZones([{ name: 'Home', at: [46.95, 7.44], radius: 200 }]);
    const second = await look();
    await owner.runs.saveZones([]);
    const third = await look();
    await owner.runs.put(runId, { basedOn: 1, details: { ...details, name: 'Other' } });
    expect(new Set([first, second, third, await look()]).size).toBe(4);
  });

  test('[U26] pages of the release before get whole runs while they are few, and then never a partial list', async () => {
    const { client, runs } = await someone();
    const { runId } = await createRun(server, client);
    expect((await runs.listWhole()).map(({ id }) => id)).toEqual([runId]);
    const laps = Array.from({ length: 500 }, () => ({ name: 'x'.repeat(90), from: 0, to: 1 }));
    const large = { ...sourceOf(1), laps };
    for (let bytes = 0; bytes < MAX_WHOLE.bytes; bytes += 60_000) await createRun(server, client, { sources: [large] });
    const refused = await runs.ask(runPaths.runs);
    expect(refused.status).toBe(426);
    expect(await refused.json()).toMatchObject({ error: { code: 'client-outdated' } });
  });

  test('[U27] sharing is answered alike whether or not the address has an account', async () => {
    const [owner, known, unconfirmed] = [await someone(), await someone(), await someone({ isConfirmed: false })];
    const blocker = await someone();
    const first = await createRun(server, owner.client);
    await owner.runs.share(first.runId, blocker.email);
    await blocker.runs.block(owner.userId, true);
    const { runId } = await createRun(server, owner.client);
    const answers: string[] = [];
    for (const email of [known.email, unconfirmed.email, blocker.email, 'nobody@example.org']) {
      const plain = (text: string) => text.replaceAll(email, '(email)').replaceAll(/"revision":"\d+"/g, '');
      const shared = await owner.runs.ask(runPath(runPaths.shares, runId), { method: 'POST', body: { email } });
      const seen = await owner.runs.read(runId);
      await known.runs.answer(runId, 'keep');
      const later = await owner.runs.read(runId);
      const gone = await owner.runs.unshare(runId, email);
      const all = [shared.status, await shared.text(), ...[seen, later, gone].map((each) => JSON.stringify(each))];
      answers.push(plain(all.join('\n')));
    }
    expect(new Set(answers).size).toBe(1);
    for (const { userId } of [known, unconfirmed, blocker]) expect(answers[0]).not.toContain(userId);
  });

  test('[U28] a run that is shared is an offer until it is kept, and can be taken off', async () => {
    const [owner, friend, stranger] = [await someone(), await someone(), await someone()];
    const { runId } = await createRun(server, owner.client);
    await owner.runs.share(runId, friend.email);
    const listed = async () => {
      const { runs, offers } = await friend.runs.shared();
      return { kept: runs.map(({ id }) => id), offered: offers.map(({ id }) => id) };
    };
    expect(await listed()).toEqual({ kept: [], offered: [runId] });
    expect(await friend.runs.listWhole()).toEqual([]);
    await friend.runs.answer(runId, 'keep');
    expect(await listed()).toEqual({ kept: [runId], offered: [] });
    expect((await friend.runs.listWhole()).map(({ id, role }) => [id, role])).toEqual([[runId, 'shared']]);
    await friend.runs.answer(runId, 'remove');
    expect(await listed()).toEqual({ kept: [], offered: [] });
    await friend.runs.answer(runId, 'offer');
    expect(await listed()).toEqual({ kept: [], offered: [runId] });
    for (const them of [owner, stranger]) {
      expect((await them.runs.answer(runId, 'keep')).error?.code).toBe('run-not-found');
    }
    await owner.runs.share(runId, owner.email);
    expect((await owner.runs.shared()).offers).toEqual([]);
  });

  test('[U28] a removed run stays removed, however often it is shared again', async () => {
    const [owner, friend] = [await someone(), await someone()];
    const { runId } = await createRun(server, owner.client);
    await owner.runs.share(runId, friend.email);
    await friend.runs.answer(runId, 'remove');
    await owner.runs.share(runId, friend.email);
    await owner.runs.unshare(runId, friend.email);
    await owner.runs.share(runId, friend.email);
    expect(await friend.runs.shared()).toMatchObject({ runs: [], offers: [] });
  });

  test('[U29] a blocked owner offers nothing until the block is taken back', async () => {
    const [owner, friend, other] = [await someone(), await someone(), await someone()];
    const [kept, open, later] = [
      await createRun(server, owner.client),
      await createRun(server, owner.client),
      await createRun(server, owner.client),
    ];
    const others = await createRun(server, other.client);
    for (const { runId } of [kept, open]) await owner.runs.share(runId, friend.email);
    await other.runs.share(others.runId, friend.email);
    await friend.runs.answer(kept.runId, 'keep');
    await friend.runs.block(owner.userId, true);
    await owner.runs.share(later.runId, friend.email);
    expect(await friend.runs.shared()).toMatchObject({
      runs: [{ id: kept.runId }],
      offers: [{ id: others.runId }],
      blocked: [{ ownerId: owner.userId }],
    });
    await friend.runs.block(owner.userId, false);
    const { offers, blocked } = await friend.runs.shared();
    expect(new Set(offers.map(({ id }) => id))).toEqual(new Set([open.runId, later.runId, others.runId]));
    expect(blocked).toEqual([]);
    // Blocking does not reveal whether an id has an account.
    for (const ownerId of [other.userId, randomUUID()]) {
      expect((await owner.runs.block(ownerId, true)).status).toBe(200);
    }
    expect((await owner.runs.shared()).blocked).toEqual([]);
  });

  test('[U30] an offer is not hidden behind others whose runs were deleted', async () => {
    const [stranger, owner, friend] = [await someone(), await someone(), await someone()];
    const { runId } = await createRun(server, owner.client);
    await owner.runs.share(runId, friend.email);
    await server.db.updateTable('runShares').set({ createdAt: 0 }).where('runId', '=', runId).execute();
    const gone = await storeRuns(stranger.userId, 5 * MAX_OFFERS, friend.email);
    await server.db.updateTable('runs').set({ deletedAt: Date.now() }).where('id', 'in', gone).execute();
    expect((await friend.runs.shared()).offers.map(({ id }) => id)).toEqual([runId]);
  });

  test('[U30] strangers put at most a page of offers on a list, and nobody keeps more runs than the limit', async () => {
    const [stranger, other, friend] = [await someone(), await someone(), await someone()];
    await storeRuns(stranger.userId, 2 * MAX_OFFERS + 1, friend.email);
    expect((await friend.runs.shared()).offers.length).toBe(MAX_OFFERS);
    await storeRuns(other.userId, MAX_KEPT_RUNS, friend.email, 'kept');
    const { runs, offers, next } = await friend.runs.shared();
    expect([runs.length, next === null]).toEqual([RUNS_A_PAGE, false]);
    expect((await friend.runs.answer(offers[0]!.id, 'keep')).error?.code).toBe('too-many-kept-runs');
    expect((await friend.runs.answer(runs[0]!.id, 'keep')).status).toBe(200);
    await friend.runs.answer(runs[0]!.id, 'remove');
    expect((await friend.runs.answer(offers[0]!.id, 'keep')).status).toBe(200);
  });
});
