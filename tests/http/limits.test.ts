import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isErrorCode } from '../../src/protocol/errors.ts';
import type { CommandAnswers } from '../../src/protocol/commands.ts';
import type { GuestKeys } from '../../src/protocol/live.ts';
import { api } from '../../src/protocol/routes.ts';
import type { Passwords } from '../../src/server/accounts/passwords.ts';
import { epochMs } from '../../src/domain/units.ts';
import { batchOf, createEvent, tap } from '../support/commands.ts';
import { inFull } from '../support/in-full.ts';
import { type LiveClient, openLive, openRefused } from '../support/live-client.ts';
import { arrive, newPerson, PASSWORD, snapshot } from '../support/people.ts';
import { newRace } from '../support/races.ts';
import { plainPasswords, startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';

let verifications = 0;
const countedPasswords: Passwords = {
  hash(password) {
    verifications += 1;
    return plainPasswords.hash(password);
  },
  verify(given) {
    verifications += 1;
    return plainPasswords.verify(given);
  },
};
const SOCKETS_PER_ACCOUNT = 5;
let now = epochMs(Date.now());
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer('sqlite', {
    passwords: countedPasswords,
    clock: { now: () => now },
    environment: { TRUSTED_PROXIES: '127.0.0.1' },
    liveLimits: { connectionsPerAccount: SOCKETS_PER_ACCOUNT },
  });
});
afterAll(() => server.stop());

const from = (address: string) => ({ 'x-forwarded-for': address });

test('forty volunteers behind one address all log in at once, half of them after a typing mistake', async () => {
  const venue = from('198.51.100.7');
  const people = Array.from({ length: 40 }, newPerson);
  for (const person of people) expect((await server.client().post(api.signUp, person, venue)).status).toBe(200);
  const statuses = await Promise.all(
    people.map(async ({ email }, index) => {
      const client = server.client();
      if (index % 2) await client.post(api.login, { email, password: 'a typing mistake' }, venue);
      return (await client.post(api.login, { email, password: PASSWORD }, venue)).status;
    }),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('150 guesses: each gets a clear error, ten are checked, and nothing is stored', async () => {
  const person = newPerson();
  await server.client().post(api.signUp, person);
  const before = await snapshot(server);
  const looked = verifications;
  const client = server.client();
  const codes = new Map<string, number>();
  for (let batch = 0; batch < 3; batch += 1) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        client.post(
          api.login,
          { email: person.email, password: `guess ${batch} ${index}` },
          // The client's own entry is in front of the proxy's.
          from(`198.51.100.${index}, 203.0.113.9`),
        ),
      ),
    );
    for (const { body, headers, status } of answers) {
      expect(isErrorCode(body.error.code)).toBe(true);
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      codes.set(body.error.code, (codes.get(body.error.code) ?? 0) + 1);
    }
  }
  expect(Object.fromEntries(codes)).toEqual({ 'wrong-credentials': 10, 'too-many-attempts': 140 });
  expect(verifications - looked).toBe(10);
  expect(await snapshot(server)).toEqual(before);

  const login = (address: string) =>
    server.client().post(api.login, { email: person.email, password: PASSWORD }, from(address));
  expect((await login('192.0.2.1')).status, 'the owner still gets in from another address').toBe(200);
  now = epochMs(now + 60_000);
  expect((await login('203.0.113.9')).status, 'a minute later one more guess is allowed').toBe(200);
});

test('an address cannot try one guess on each of very many accounts', async () => {
  let looked = 0;
  for (let index = 0; index < 110; index += 1) {
    const { status } = await server
      .client()
      .post(api.login, { email: `x${index}@example.org`, password: 'password' }, from('2001:db8:1:2::1'));
    if (status === 401) looked += 1;
  }
  expect(looked).toBe(100);
  const neighbour = await server
    .client()
    .post(api.login, { email: 'y@example.org', password: 'password' }, from('2001:db8:1:2:ffff::9'));
  expect(neighbour.status, 'the same IPv6 network is the same place').toBe(429);
});

test('a mailbox cannot be flooded with reset mails, and the answer does not say so', async () => {
  const person = newPerson();
  await server.client().post(api.signUp, person);
  for (let index = 0; index < 10; index += 1) {
    expect((await server.client().post(api.requestPasswordReset, { email: person.email })).body).toEqual({
      sent: true,
    });
  }
  const mails = await server.db
    .selectFrom('mail')
    .select('subject')
    .where('to', '=', person.email)
    .where('subject', '=', 'Reset your password')
    .execute();
  expect(mails).toHaveLength(3);
});

test('a venue full of phones behind one address opens the page and follows live', async () => {
  const batches = inFull(10, 3);
  const venue = { headers: from('198.51.100.8') };
  const { client } = await arrive(server);
  const { eventId, keys } = await newRace(client);
  const url = `${server.url}/timer?eventId=${eventId}&guestViewerKey=${keys.viewer}`;
  const phones: LiveClient[] = [];
  try {
    for (let batch = 0; batch < batches; batch += 1) {
      const arrived = await Promise.all(
        Array.from({ length: 100 }, async () => {
          const live = await openLive(server.url, '', venue);
          live.send({ type: 'follow-event', eventId, after: null, key: keys.viewer });
          await live.until('event');
          return live;
        }),
      );
      phones.push(...arrived);
      expect((await fetch(url, venue)).status, 'the page opens all the same').toBe(200);
    }
    expect(phones).toHaveLength(100 * batches);
  } finally {
    for (const { ws } of phones) ws.terminate();
  }
});

test('an account has so many sockets and no more, wherever they come from; others have theirs', async () => {
  const [{ client }, { client: other }] = [await arrive(server), await arrive(server)];
  const open = (whose: TestClient, index: number) =>
    openLive(server.url, whose.cookie, { headers: from(`192.0.2.${index}`) });
  const sockets = await Promise.all(Array.from({ length: SOCKETS_PER_ACCOUNT }, (_, index) => open(client, index)));
  const headers = { ...from('192.0.2.99'), cookie: client.cookie };
  expect(await openRefused(server.url, { headers })).toBe(429);
  sockets.push(await open(other, 1));
  await sockets.shift()!.close();
  sockets.push(await open(client, 100));
  for (const live of sockets) await live.close();
});

test('a phone that was offline all day sends its taps at once; a program that floods is slowed down', async () => {
  const { client } = await arrive(server);
  const { eventId, racerId } = await newRace(client);
  for (let batch = 0; batch < 10; batch += 1) {
    const taps = Array.from({ length: 100 }, () => tap(eventId, 'finish', racerId));
    const { body } = await client.post<CommandAnswers>(api.commands, batchOf(...taps));
    expect(new Set(body.answers.map(({ status }) => status))).toEqual(new Set(['accepted']));
  }
  const flood = { ...batchOf(), commands: Array.from({ length: 100 }, () => ({})) };
  let accepted = 0;
  while (accepted < 300 && (await client.post(api.commands, flood)).status === 200) accepted += 1;
  expect(accepted * 100).toBeLessThan(20_000);
  expect(accepted * 100).toBeGreaterThan(18_000);
  const elsewhere = await client.post(api.commands, flood, from('192.0.2.44'));
  expect(elsewhere.status, 'it is the account that is counted').toBe(429);
  const { client: other } = await arrive(server);
  expect((await other.post(api.commands, flood)).status, 'others have theirs').toBe(200);
  now = epochMs(now + 1000);
  expect((await client.post(api.commands, flood)).status, 'a hundred each second go on passing').toBe(200);
});

test('keys guessed for events that do not exist count as well, in commands and on pages', async () => {
  const attacker = server.client();
  await attacker.post(api.anonymous);
  const { client } = await arrive(server);
  const path = (eventId: string, key: string) => `${server.url}${api.event.replace(':eventId', eventId)}?key=${key}`;
  const ways: readonly ((eventId: string, key: string) => Promise<unknown>)[] = [
    (eventId, key) =>
      attacker.post(
        api.commands,
        { ...batchOf(tap(eventId, 'start', randomUUID())), keys: { [eventId]: key } },
        from('203.0.113.77'),
      ),
    (eventId, key) => fetch(path(eventId, key), { headers: from('203.0.113.77') }),
  ];
  for (const guess of ways) {
    const eventId = randomUUID();
    for (let index = 0; index < 60; index += 1) await guess(eventId, `guess${index}`);
    const create = batchOf(createEvent(eventId));
    const readKeys = async () => {
      await client.post(api.commands, create);
      return ((await (await client.get(api.event.replace(':eventId', eventId))).json()) as { keys?: GuestKeys }).keys;
    };
    // A busy server may answer the creation with 'later'.
    await expect.poll(readKeys, { timeout: 30_000 }).toBeDefined();
    const keys = (await readKeys())!;
    expect((await fetch(path(eventId, keys.viewer), { headers: from('203.0.113.77') })).status).toBe(404);
    expect((await fetch(path(eventId, keys.viewer), { headers: from('203.0.113.78') })).status).toBe(200);
  }
});
