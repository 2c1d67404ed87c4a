import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CommandAnswers } from '../../src/protocol/commands.ts';
import { api } from '../../src/protocol/routes.ts';
import { epochMs } from '../../src/domain/units.ts';
import { batchOf, eventCommand, tap } from '../support/commands.ts';
import { openLive } from '../support/live-client.ts';
import { arrive } from '../support/people.ts';
import { newRace } from '../support/races.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';

const MEGABYTE = 1024 * 1024;

/** The time stands still: limits give nothing back, however long the machine takes for hundreds of requests. */
const now = epochMs(Date.now());
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer('sqlite', {
    clock: { now: () => now },
    environment: { TRUSTED_PROXIES: '127.0.0.1' },
  });
});
afterAll(() => server.stop());

const from = (address: string) => ({ 'x-forwarded-for': address });
const eventPath = (eventId: string, key: string) => `${api.event.replace(':eventId', eventId)}?key=${key}`;

describe('the worst that may be sent costs no more than twenty plain requests', () => {
  const manyKeys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, () => [randomUUID(), 'aaaaaaaa']));
  const filled = (part: string) => part.repeat(MEGABYTE / part.length - 8);

  /** The cheapest of several measurements: other work of this process makes the rest more expensive. */
  async function costOf(ask: () => Promise<unknown>): Promise<number> {
    const costs: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      const before = process.cpuUsage();
      await ask();
      const { user, system } = process.cpuUsage(before);
      costs.push(user + system);
    }
    return Math.min(...costs);
  }

  const openPage = async () => (await server.client().get('/')).text();
  // Code that has never run is slow, and would make the plain page look expensive.
  beforeAll(async () => {
    for (let round = 0; round < 100; round += 1) await openPage();
  });

  const BODIES: Record<string, () => string> = {
    'a megabyte of brackets': () => filled('['),
    'a megabyte of empty objects': () => `[${filled('{},')}{}]`,
    'a megabyte of one text': () => JSON.stringify({ ...batchOf(), userId: filled('x') }),
    'keys of other events, as many as are read': () =>
      JSON.stringify({ ...batchOf(tap(randomUUID(), 'start', null)), keys: manyKeys(5_000) }),
    'more keys than are read': () =>
      JSON.stringify({ ...batchOf(tap(randomUUID(), 'start', null)), keys: manyKeys(20_000) }),
    'objects of all shapes': () =>
      JSON.stringify({ ...batchOf(), commands: Array.from({ length: 6_900 }, (_, index) => ({ [`a${index}`]: 1 })) }),
    'ten thousand commands': () => JSON.stringify({ ...batchOf(), commands: Array(10_000).fill(0) }),
  };

  test.each(Object.entries(BODIES))('%s', async (_, make) => {
    const { client } = await arrive(server);
    const body = make();
    const plain = await costOf(openPage);
    expect(await costOf(() => client.postText(api.commands, body))).toBeLessThan(20 * plain);
  });

  test.each(['a', 'a@', 'a.b-c'])('a path of %j over and over', async (part) => {
    const path = `/${part.repeat(15_000 / part.length)}`;
    const plain = await costOf(openPage);
    expect(await costOf(() => server.client().get(path))).toBeLessThan(20 * plain);
    const lines = server.logged.filter((line) => line.includes(path.slice(0, 5)));
    expect(lines.every((line) => line.length < 1000)).toBe(true);
  });
});

test('a device that sends the keys of all its events is let in by the one that counts', async () => {
  const { client: owner } = await arrive(server);
  const { eventId, keys } = await newRace(owner);
  const guest = server.client();
  await guest.post(api.anonymous);
  const held = Object.fromEntries(Array.from({ length: 2_000 }, () => [randomUUID(), 'aaaaaaaa']));
  const junk = { [randomUUID()]: 'x'.repeat(10_000), [randomUUID()]: 7 };
  const { body } = await guest.post<CommandAnswers>(api.commands, {
    ...batchOf(eventCommand(eventId, { type: 'admin.join' })),
    keys: { ...held, ...junk, [eventId]: keys.admin },
  });
  expect(body.answers).toMatchObject([{ status: 'accepted' }]);
});

test('an account that sends megabytes is slowed down before they are parsed, and another is not', async () => {
  const [{ client }, { client: other }] = [await arrive(server), await arrive(server)];
  const body = JSON.stringify({ ...batchOf(), userId: 'x'.repeat(MEGABYTE - 200) });
  const statuses: number[] = [];
  for (let sent = 0; sent < 45; sent += 1) statuses.push((await client.postText(api.commands, body)).status);
  expect(statuses.filter((status) => status === 400).length).toBeLessThan(42);
  expect(statuses.at(-1)).toBe(429);
  expect((await other.postText(api.commands, body)).status).toBe(400);
});

describe('guesses that come all at once', () => {
  const GUESSES = 300;

  /** All requests go over one connection, so that they arrive in order, before any is answered. */
  async function pipeline(requests: readonly string[]): Promise<string[]> {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.write(requests.join(''));
    let text = '';
    for await (const chunk of socket) {
      text += String(chunk);
      if (text.split('X-Request-Id').length > requests.length && text.endsWith('}')) break;
    }
    socket.destroy();
    return text.split('HTTP/1.1 ').slice(1);
  }
  const headersOf = (address: string, client?: TestClient) =>
    `Host: localhost\r\nX-Forwarded-For: ${address}\r\n${client ? `Cookie: ${client.cookie}\r\n` : ''}`;

  async function race() {
    const { client } = await arrive(server);
    return newRace(client);
  }
  /** The right key comes last. */
  const guessesFor = (right: string) => [...Array.from({ length: GUESSES - 1 }, (_, index) => `guess${index}`), right];

  test('on an event are not all checked', async () => {
    const { eventId, keys } = await race();
    const ask = (key: string) => `GET ${eventPath(eventId, key)} HTTP/1.1\r\n${headersOf('203.0.113.1')}\r\n`;
    const answers = await pipeline(guessesFor(keys.viewer).map(ask));
    expect(answers).toHaveLength(GUESSES);
    expect(answers.filter((answer) => answer.startsWith('200'))).toEqual([]);
    const elsewhere = await fetch(server.url + eventPath(eventId, keys.viewer), { headers: from('203.0.113.2') });
    expect(elsewhere.status, 'nobody else is locked out').toBe(200);
  });

  test('with commands are not all checked', async () => {
    const { eventId, keys } = await race();
    const attacker = server.client();
    await attacker.post(api.anonymous);
    const ask = (key: string) => {
      const join = batchOf(eventCommand(eventId, { type: 'admin.join' }));
      const body = JSON.stringify({ ...join, keys: { [eventId]: key } });
      const headers = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
      return `POST ${api.commands} HTTP/1.1\r\n${headersOf('203.0.113.3', attacker)}${headers}\r\n${body}`;
    };
    const answers = await pipeline(guessesFor(keys.admin).map(ask));
    expect(answers).toHaveLength(GUESSES);
    expect(answers.filter((answer) => answer.includes('accepted'))).toEqual([]);
  });

  test('over sockets are not all checked', async () => {
    const { eventId } = await race();
    const open = () => openLive(server.url, '', { headers: from('203.0.113.4') });
    const sockets = await Promise.all(Array.from({ length: 100 }, open));
    for (const [index, live] of sockets.entries()) {
      live.send({ type: 'follow-event', eventId, after: null, key: `guess${index}` });
    }
    const codes = await Promise.all(sockets.map(async (live) => (await live.until('gone')).code));
    expect(codes.filter((code) => code === 'event-not-found')).toHaveLength(60);
    expect(codes.filter((code) => code === 'too-many-requests')).toHaveLength(40);
    for (const live of sockets) live.ws.terminate();
  });

  test('with the right link, or all with the old one, lock out nobody with the right one', async () => {
    const { eventId, keys } = await race();
    const venue = { headers: from('203.0.113.5') };
    const ask = async (key: string) => (await fetch(server.url + eventPath(eventId, key), venue)).status;
    const phones = Array.from({ length: GUESSES }, (_, index) => ask(index % 2 === 0 ? keys.viewer : 'oldlink1'));
    const statuses = await Promise.all(phones);
    expect(new Set(statuses.filter((_, index) => index % 2 === 0))).toEqual(new Set([200]));
    expect(new Set(statuses.filter((_, index) => index % 2 === 1))).toEqual(new Set([404]));
  });
});

test('a socket that sends more than the product’s pages ever do is closed', async () => {
  const live = await openLive(server.url);
  live.ws.send(`{"type":"alive","padding":"${'x'.repeat(5_000)}"}`);
  expect(await live.closed()).toMatchObject({ code: 1009 });
  const deep = await openLive(server.url);
  deep.ws.send('['.repeat(4_000));
  expect(await deep.closed()).toMatchObject({ code: 1008 });
});

test('no more is stored of a browser’s name than a browser needs', async () => {
  const guest = server.client();
  await guest.post(api.anonymous, {}, { 'user-agent': 'x'.repeat(10_000) });
  const sessions = await server.db.selectFrom('session').select('userAgent').execute();
  expect(Math.max(...sessions.map(({ userAgent }) => userAgent?.length ?? 0))).toBe(300);
});
