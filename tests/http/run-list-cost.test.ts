import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_RUN_BYTES, MAX_SHARES, type RunDetails, runPaths } from '../../src/protocol/runs.ts';
import { api } from '../../src/protocol/routes.ts';
import { batchOf, createEvent } from '../support/commands.ts';
import { arrive } from '../support/people.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';
import { detailsOf, request, sourceOf } from '../support/runs.ts';

/** More than a page. */
const RUNS = 60;
const MOST_TIMES = 20;
const ROUNDS = 12;

/** As large as a run can be, and of many small values. */
function largestDetails(eventId: string): RunDetails {
  const lap = { name: 'é'.repeat(90), from: 0, to: 1 };
  const details = detailsOf({
    name: 'ü'.repeat(200),
    race: { eventId, racerId: randomUUID() },
    outline: Array.from({ length: 120 }, (_, at) => [46 + at / 1e5, 7.123_456_789]),
    sources: Array.from({ length: 8 }, () => ({
      ...sourceOf(1),
      breaks: Array.from({ length: 1_500 }, (_, at) => at),
    })),
  });
  while (JSON.stringify(details).length < MAX_RUN_BYTES * 0.75) details.sources[0]!.laps.push(lap);
  return details;
}

describe('lists of runs', () => {
  let server: TestServer;
  let owner: TestClient;
  let eventId: string;
  beforeAll(async () => {
    server = await startTestServer('sqlite');
    const [me, other] = [await arrive(server), await arrive(server)];
    owner = me.client;
    const verified = { emailVerified: 1 };
    await server.db.updateTable('user').set(verified).where('email', '=', me.person.email).execute();
    eventId = randomUUID();
    await owner.post(api.commands, batchOf(createEvent(eventId)));
    const users = await server.db.selectFrom('user').select(['id', 'email']).execute();
    const idOf = (email: string) => users.find((user) => user.email === email)!.id;
    const details = JSON.stringify(largestDetails(eventId));
    for (const [ownerEmail, states] of [
      [me.person.email, []],
      [other.person.email, ['kept', 'offered']],
    ] as const) {
      const emails = Array.from({ length: MAX_SHARES - 1 }, (_, each) => `p${each}@example.org`);
      await server.db.transaction().execute(async (trx) => {
        for (let at = 0; at < RUNS; at += 1) {
          const run = { id: randomUUID(), ownerId: idOf(ownerEmail), version: 1, createdAt: at, deletedAt: null };
          const rest = { details, bytes: details.length, eventId, linkKey: null };
          await trx
            .insertInto('runs')
            .values({ ...run, ...rest })
            .execute();
          const shared = states.length === 0 ? emails : [...emails, me.person.email];
          const state = states[at % 2] ?? 'offered';
          const rows = shared.map((email) => ({ runId: run.id, email, createdAt: at, state }));
          await trx.insertInto('runShares').values(rows).execute();
        }
      });
    }
  });
  afterAll(() => server.stop());

  /** Processor time of the whole process for one request, the least of some: nothing else is then counted. */
  async function costOf(
    path: string,
    client: Pick<TestClient, 'cookie'>,
  ): Promise<{ readonly cost: number; readonly bytes: number; readonly status: number }> {
    let cost = Infinity;
    let bytes = 0;
    let status = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = process.cpuUsage();
      const response = await request(server, client, path);
      bytes = (await response.arrayBuffer()).byteLength;
      const { user, system } = process.cpuUsage(before);
      cost = Math.min(cost, user + system);
      status = response.status;
    }
    return { cost, bytes, status };
  }

  const lists = [runPaths.list, runPaths.shared, runPaths.runs, runPaths.eventRuns];
  test.each(lists)('[U26] %s costs at most 20 times a plain page, whatever the runs hold', async (path) => {
    const plain = await costOf('/landing', { cookie: '' });
    const list = await costOf(path.replace(':eventId', eventId), owner);
    expect(list.cost / plain.cost).toBeLessThan(MOST_TIMES);
    expect(list.bytes).toBeLessThan(MAX_RUN_BYTES);
  });
});
