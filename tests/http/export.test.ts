import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as openRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_RUN_BYTES } from '../../src/telemetry/protocol/runs.ts';
import { api } from '../../src/protocol/routes.ts';
import type { Schema } from '../../src/server/storage/schema.ts';
import { engines } from '../support/database.ts';
import { leaveTracks, organise } from '../support/leavings.ts';
import { arrive } from '../support/people.ts';
import { until } from '../support/purchases.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';
import { detailsOf } from '../support/runs.ts';
import { findWords, listTables } from '../support/stored-rows.ts';

/** For each table, the parts of the download that hold its data about a person, or the reason why none does. */
const decided: Readonly<Record<keyof Schema, readonly string[] | string>> = {
  user: ['account'],
  session: ['sessions'],
  account: 'a hash of the password, for nobody to read',
  verification: 'links that open the account, for an hour',
  profiles: ['profile'],
  shareGroups: ['shareGroup'],
  creditAccounts: ['credits'],
  creditTransfers: ['creditHistory'],
  mail: ['mails'],
  events: ['events'],
  eventAdmins: ['eventsHelpedIn'],
  eventKeys: 'keys of links, which open events and say nothing of a person',
  screenKeys: ['screens'],
  snapshots: ['events', 'doneInOthersEvents'],
  stateSnapshots: ['events', 'doneInOthersEvents'],
  results: ['events'],
  embeds: ['boardsOnOtherSites'],
  letterheads: ['letterhead'],
  finishPictures: 'when racers crossed the line, which stands with each event',
  finishPictureParts: 'pictures of racers, which stand with each event',
  changes: ['events', 'doneInOthersEvents'],
  receipts: ['doneInOthersEvents'],
  libraries: 'nothing but a lock',
  racers: ['racers'],
  historyLinks: ['linksOfRacers'],
  invitations: ['invitationsSent'],
  payments: ['payments'],
  paymentMessages: 'what the payment provider said of a payment, by its number',
  sandboxIntents: 'of the test provider',
  sandboxDeliveries: 'of the test provider',
  runLibraries: ['privacyZones'],
  runs: ['runs'],
  runShares: ['runs', 'runsSharedWithMe'],
  runSources: ['runs'],
  sampleParts: 'samples, by the addresses that stand with each run',
  videoUploads: ['uploadedVideos'],
  runSummaries: ['runs'],
  runRemovals: ['runsTakenOffMyList'],
  runBlocks: ['blockedRunOwners'],
  closedMailboxes: 'a keyed hash of the mailbox, from which no address can be read',
  invitationMails: 'keyed hashes of mailboxes, for a day',
  erasures: 'only of accounts that are gone',
  nodes: 'the servers that are up',
  gate: 'a number',
  series: ['series'],
  handicapTables: ['handicapTables'],
  upkeep: 'when jobs are due',
  followers: ['eventsFollowed'],
  followedEvents: 'how far an event was told to its followers',
  followedRacers: 'what was told of a racer, whoever follows',
  followerMessages: 'texts about racers, until they are sent',
  welcomeGifts: 'a keyed hash of the mailbox, from which no address can be read',
  apiTokens: ['apiTokens'],
  webhooks: ['webhooks'],
  webhookCursors: 'how far each webhook has been told',
  webhookDeliveries: ['webhooks'],
};

type Data = Readonly<Record<string, unknown>>;
const download = async (client: TestClient) => (await (await client.get(api.accountData)).json()) as Data;

describe.each(engines)('the download of a person’s data, on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(engine);
  });
  afterAll(() => server.stop());

  test('[A27] has data of every table that holds the person, or a reason why not', async () => {
    const host = await organise(server);
    const { client, words, events, runs, uploadId, paymentId, finish } = await leaveTracks(server, host);
    expect(await listTables(server.db)).toEqual(Object.keys(decided).toSorted());
    const data = await download(client);
    for (const place of await findWords(server.db, words)) {
      const parts = decided[place.split('.')[0] as keyof Schema];
      if (typeof parts === 'string') continue;
      for (const part of parts) expect(JSON.stringify(data[part]).length, `${place} in ${part}`).toBeGreaterThan(2);
    }
    expect(data).toMatchObject({
      events: [{ id: events.own }],
      screens: [{ eventId: events.helped, name: expect.stringContaining('Screen of') }],
      runs: [{ id: runs.own, shares: [{ email: host.person.email }], samples: [{ bytes: expect.any(Number) }] }],
      runsSharedWithMe: [{ id: runs.shared, name: 'Shared lap', ownerName: host.person.username }],
      uploadedVideos: [{ id: uploadId }],
      payments: [{ id: paymentId }],
      privacyZones: [{ name: 'Home' }],
    });
    const helped = data['eventsHelpedIn'] as { id: string; role: string }[];
    expect(new Set(helped.map(({ id, role }) => `${id} ${role}`))).toEqual(
      new Set([`${events.helped} admin`, `${events.helped} invited`, `${events.handed} admin`]),
    );
    const done = data['doneInOthersEvents'] as { type: string; commandId: string; by: { userId: string } }[];
    expect(done.filter(({ type }) => type === 'tap-recorded')).toHaveLength(82);
    expect(done.some(({ commandId }) => commandId === finish.id)).toBe(true);
    expect(new Set(done.map(({ by }) => by.userId))).toEqual(new Set([words.userId]));
    for (const secret of ['plain:', host.adminKey, client.cookie.split('=')[1]!.split('.')[0]!]) {
      expect(JSON.stringify(data)).not.toContain(secret);
    }
  });

  test('[A27] racers that were deleted are in it, as long as they are kept', async () => {
    const { client } = await arrive(server);
    const { viewer } = await client.boot();
    const racer = { createdBy: viewer.kind === 'user' ? viewer.userId : '', groups: '[]', createdAt: 1 };
    await server.db
      .insertInto('racers')
      .values({ ...racer, id: randomUUID(), name: 'Ada', deletedAt: 5, awaitingCredits: 0 })
      .execute();
    expect((await download(client))['racers']).toMatchObject([{ name: 'Ada', deletedAt: 5 }]);
  });

  test('[A27] has what was sent to the address only once the address is confirmed', async () => {
    const host = await organise(server);
    const { client, person } = await arrive(server);
    const now = Date.now();
    const mail = {
      to: person.email,
      subject: 'Help to time: Secret',
      text: '',
      createdAt: now,
      nextAttemptAt: now,
      sentAt: now,
    };
    await server.db
      .insertInto('mail')
      .values({ id: randomUUID(), ...mail })
      .execute();
    await server.db
      .insertInto('eventAdmins')
      .values({ eventId: host.eventId, subject: `email:${person.email}` })
      .execute();
    expect(await download(client)).toMatchObject({ mails: [], eventsHelpedIn: [], runsSharedWithMe: [] });
    await server.db.updateTable('user').set({ emailVerified: 1 }).where('email', '=', person.email).execute();
    const data = await download(client);
    expect(data).toMatchObject({ eventsHelpedIn: [{ id: host.eventId, role: 'invited' }] });
    expect(JSON.stringify(data['mails'])).toContain('Secret');
  });
});

describe('a download that is long', () => {
  let server: TestServer;
  const RUNS = 40;
  beforeAll(async () => {
    server = await startTestServer('sqlite');
  });
  afterAll(() => server.stop());

  async function arriveWithRuns() {
    const { client } = await arrive(server);
    const { viewer } = await client.boot();
    const ownerId = viewer.kind === 'user' ? viewer.userId : '';
    const details = JSON.stringify({ ...detailsOf(), notes: 'x'.repeat(MAX_RUN_BYTES - 1000) });
    for (let count = 0; count < RUNS; count += 1) {
      const run = { id: randomUUID(), ownerId, version: 1, createdAt: count, details, bytes: details.length };
      await server.db.insertInto('runs').values(run).execute();
    }
    return client;
  }
  /** A reader who sends a request and does not read the answer. */
  async function openUnread(client: TestClient): Promise<{ request: ClientRequest; answer: IncomingMessage }> {
    const request = openRequest(server.url + api.accountData, { headers: { cookie: client.cookie }, agent: false });
    request.on('error', () => undefined);
    request.end();
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    answer.on('error', () => undefined);
    return { request, answer };
  }

  test('[A28] is one at a time for an account, continues as it is read, and lets other requests run in between', async () => {
    const client = await arriveWithRuns();
    const { request, answer } = await openUnread(client);
    expect(answer.statusCode).toBe(200);
    const second = await client.get(api.accountData);
    expect(second.status).toBe(409);
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(((await second.json()) as { error: { code: string } }).error.code).toBe('export-under-way');
    // Of an unread answer only as much is made as the connection's buffers hold.
    const held = answer.socket.bytesRead;
    expect(held).toBeLessThan((RUNS * MAX_RUN_BYTES) / 4);

    let isOver = false;
    let text = '';
    answer.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    const ended = once(answer, 'end').then(() => (isOver = true));
    let health = 0;
    while (!isOver) if ((await fetch(`${server.url}/healthz`)).ok) health += 1;
    await ended;
    expect(health).toBeGreaterThan(5);
    const data = JSON.parse(text) as { runs: { details: object }[] };
    expect(data.runs).toHaveLength(RUNS);
    expect(text).toContain('\n  "runs": [\n    {\n');
    request.destroy();
    const third = await client.get(api.accountData);
    expect(third.status).toBe(200);
    await third.text();
  });

  test('[A28] that its reader breaks off is stopped, and may begin anew', async () => {
    const client = await arriveWithRuns();
    const { request } = await openUnread(client);
    expect((await client.get(api.accountData)).status).toBe(409);
    request.destroy();
    await until(async () => {
      const response = await client.get(api.accountData);
      await response.text();
      return response.status === 200;
    });
  });

  test('[A28] is one of eight at a time, and of twelve in an hour for an account', async () => {
    const people = await Promise.all(Array.from({ length: 9 }, () => arriveWithRuns()));
    const open = await Promise.all(people.slice(0, 8).map(openUnread));
    expect(open.map(({ answer }) => answer.statusCode)).toEqual(open.map(() => 200));
    const ninth = people[8]!;
    const refused = await ninth.get(api.accountData);
    expect([refused.status, ((await refused.json()) as { error: { code: string } }).error.code]).toEqual([
      503,
      'exports-busy',
    ]);
    for (const { request } of open) request.destroy();
    const { client: eager } = await arrive(server);
    const codes: number[] = [];
    await until(async () => {
      const response = await eager.get(api.accountData);
      await response.text();
      return response.status === 200;
    });
    for (let count = 0; count < 15; count += 1) {
      const response = await eager.get(api.accountData);
      codes.push(response.status);
      await response.text();
    }
    expect(codes.filter((status) => status === 200).length).toBeLessThanOrEqual(11);
    expect(codes.at(-1)).toBe(429);
  });
});
