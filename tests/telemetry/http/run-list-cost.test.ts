import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  MAX_RUN_BYTES,
  MAX_WHOLE,
  type RunDetails,
  runPaths,
  RUNS_A_PAGE,
} from '../../../src/telemetry/protocol/runs.ts';
import { api } from '../../../src/protocol/routes.ts';
import { batchOf, createEvent } from '../../support/commands.ts';
import { arrive } from '../../support/people.ts';
import { startTestServer, type TestClient, type TestServer } from '../../support/running-server.ts';
import { detailsOf, request, sourceOf } from '../../support/runs.ts';
import { MAX_SHARES } from '../../../src/protocol/limits.ts';

const RUNS = RUNS_A_PAGE + 10;
const MOST_TIMES = 20;
const ROUNDS = 12;

let server: TestServer;
/** An account with the largest number of runs of the largest size, and as many offers. */
let owner: TestClient;
/** An account with as many runs as pages of the release before still get. */
let modest: TestClient;
let eventId: string;

/** Details of many small values, which cost most to parse and to write. */
function detailsOfSize(bytes: number): RunDetails {
  const details = detailsOf({
    name: 'ü'.repeat(200),
    race: { eventId, racerId: randomUUID() },
    sources: [sourceOf(1)],
  });
  const lap = { name: 'é', from: 0, to: 1 };
  const [base, each] = [details, lap].map((value) => JSON.stringify(value).length + 1);
  details.sources[0]!.laps = Array.from({ length: Math.floor((bytes - base!) / each!) }, () => lap);
  return details;
}

interface Stored {
  readonly ownerId: string;
  readonly count: number;
  readonly bytes: number;
  readonly emails: readonly string[];
}

/**
 * Writes runs straight into the database, past limits and quotas. Every other run is kept by the people it is shared
 * with.
 */
async function storeRuns({ ownerId, count, bytes, emails }: Stored): Promise<void> {
  const details = JSON.stringify(detailsOfSize(bytes));
  await server.db.transaction().execute(async (trx) => {
    for (let at = 0; at < count; at += 1) {
      const run = { id: randomUUID(), ownerId, version: 1, createdAt: at, deletedAt: null, linkKey: null };
      await trx
        .insertInto('runs')
        .values({ ...run, details, bytes: details.length, eventId })
        .execute();
      const state = at % 2 === 0 ? ('kept' as const) : ('offered' as const);
      const shares = emails.map((email) => ({ runId: run.id, email, createdAt: at, state }));
      await trx.insertInto('runShares').values(shares).execute();
    }
  });
}

beforeAll(async () => {
  server = await startTestServer('sqlite');
  const people = [await arrive(server), await arrive(server), await arrive(server)] as const;
  await server.db.updateTable('user').set({ emailVerified: 1 }).execute();
  const users = await server.db.selectFrom('user').select(['id', 'email']).execute();
  const [me, stranger, less] = people.map(({ client, person: { email } }) => ({
    client,
    email,
    ownerId: users.find((user) => user.email === email)!.id,
  }));
  owner = me!.client;
  modest = less!.client;
  eventId = randomUUID();
  await owner.post(api.commands, batchOf(createEvent(eventId)));
  const many = Array.from({ length: MAX_SHARES - 1 }, (_, at) => `p${at}@example.org`);
  const large = { count: RUNS, bytes: MAX_RUN_BYTES * 0.9 };
  await storeRuns({ ...large, ownerId: me!.ownerId, emails: many });
  await storeRuns({ ...large, ownerId: stranger!.ownerId, emails: [...many, me!.email] });
  const count = RUNS_A_PAGE - 1;
  const [bytes, shares] = [MAX_WHOLE.bytes / RUNS_A_PAGE, MAX_WHOLE.shares / RUNS_A_PAGE];
  await storeRuns({ ownerId: less!.ownerId, count, bytes: bytes - 100, emails: many.slice(0, shares) });
});
afterAll(() => server.stop());

/** Processor time of the whole process for one request, the least of several: it contains no other work. */
async function costOf(path: string, client: Pick<TestClient, 'cookie'>) {
  const costs: number[] = [];
  let last = { bytes: 0, status: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    const response = await request(server, client, path);
    last = { bytes: (await response.arrayBuffer()).byteLength, status: response.status };
    const { user, system } = process.cpuUsage(before);
    costs.push(user + system);
  }
  return { ...last, cost: Math.min(...costs) };
}

const lists = [runPaths.list, runPaths.shared, runPaths.runs, api.eventRuns];
test.each(lists)('[U26] %s costs at most 20 times a plain page, whatever the runs hold', async (path) => {
  const plain = await costOf('/landing', { cookie: '' });
  for (const client of [owner, modest]) {
    const list = await costOf(path.replace(':eventId', eventId), client);
    const isRefused = path === runPaths.runs && client === owner;
    if (client === owner || path !== api.eventRuns) expect(list.status).toBe(isRefused ? 426 : 200);
    expect(list.cost / plain.cost).toBeLessThan(MOST_TIMES);
    expect(list.bytes).toBeLessThan(MAX_RUN_BYTES);
  }
});
