import { connect as connectHttp2 } from 'node:http2';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Boot } from '../../src/protocol/account.ts';
import type { ErrorAnswer } from '../../src/protocol/errors.ts';
import { MAX_COMMANDS_BODY_BYTES } from '../../src/protocol/limits.ts';
import { api } from '../../src/protocol/routes.ts';
import { runPaths, VIDEO_CHUNK_BYTES } from '../../src/telemetry/protocol/runs.ts';
import { uploadCall } from '../matrix/own-run.ts';
import { findNginxPorts, type Nginx, startNginx } from '../cluster/nginx.ts';
import { createSecureFetch, type SecureFetch } from '../nodes/secure-fetch.ts';
import { batchOf, tap } from '../support/commands.ts';
import { openLive } from '../support/live-client.ts';
import { arrive, arriveConfirmed, newPerson } from '../support/people.ts';
import { newRace } from '../support/races.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';
import { createRun, packedSamples, runPath } from '../support/runs.ts';

let [one, other]: TestServer[] = [];
let nginx: Nginx;
let secure: { fetch: SecureFetch; close(): void };
let hasStopped = false;
beforeAll(async () => {
  const ports = await findNginxPorts();
  const environment = {
    PUBLIC_URL: `https://127.0.0.1:${ports.https}`,
    SECRET: 'the same secret on every node, long enough',
    TRUSTED_PROXIES: '127.0.0.1',
  };
  one = await startTestServer('postgres', { environment });
  other = await startTestServer('postgres', { environment, database: one.database });
  nginx = await startNginx([one.url, other.url], ports);
  secure = createSecureFetch(nginx.url, nginx.ca);
});
afterAll(async () => {
  secure.close();
  if (!hasStopped) await other!.stop();
  await one!.stop();
  await nginx.stop();
});

const json = { 'content-type': 'application/json' };
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  secure.fetch(path, { method: 'POST', body: JSON.stringify(body), headers: { ...json, ...headers } });
const codeOf = (body: string) => (JSON.parse(body) as ErrorAnswer).error.code;

test('a browser gets HTTP/2, and the headers that the nodes set, once each', async () => {
  const session = connectHttp2(nginx.url, { ca: nginx.ca });
  const stream = session.request({ ':path': api.boot });
  const [headers] = (await once(stream, 'response')) as [Record<string, string>];
  let body = '';
  for await (const chunk of stream) body += String(chunk);
  session.close();
  expect(headers[':status']).toBe(200);
  expect((JSON.parse(body) as Boot).viewer.kind).toBe('nobody');
  for (const name of ['strict-transport-security', 'content-security-policy', 'referrer-policy']) {
    expect(headers[name], name).toBeTypeOf('string');
    expect(headers[name], `${name} is there once`).not.toContain(', max-age');
  }
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
});

test('plain HTTP leads to the same address with HTTPS', async () => {
  const answer = await fetch(`${nginx.plainUrl}/timer?eventId=1`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([308, 'https://127.0.0.1/timer?eventId=1']);
});

test('people log in with a cookie for HTTPS alone, and a tap on one node is seen over a socket through nginx', async () => {
  const person = newPerson();
  await post(api.signUp, person, { origin: nginx.url });
  const session = await post(api.login, { email: person.email, password: person.password }, { origin: nginx.url });
  expect(session.headers.getSetCookie().join()).toMatch(/; Secure/);
  const { client } = await arrive(one!);
  const { eventId, racerId, keys } = await newRace(client);
  const lives = await Promise.all(
    [1, 2, 3, 4].map(async () => {
      const live = await openLive(nginx.url, '', { ca: nginx.ca, headers: { origin: nginx.url } });
      live.send({ type: 'follow-event', eventId, after: null, key: keys.viewer });
      await live.until('event');
      return live;
    }),
  );
  expect([one!.live.counts.connections, other!.live.counts.connections], 'they are on both').toEqual([2, 2]);
  await client.post(api.commands, batchOf(tap(eventId, 'start', racerId)));
  for (const live of lives) {
    await live.until('rows');
    await live.close();
  }
  await secure.fetch(`/timer?eventId=${eventId}&guestViewerKey=${keys.viewer}`);
  await secure.fetch(`${api.event.replace(':eventId', eventId)}?key=${keys.viewer}`);
  await expect.poll(nginx.logs).toContain(api.event.replace(':eventId', eventId));
  expect(nginx.logs(), 'no key in any log').not.toContain(keys.viewer);
});

test('a client cannot choose its address with X-Forwarded-For', async () => {
  const statuses = new Map<number, number>();
  for (let guess = 0; guess < 30; guess += 1) {
    const { status } = await post(
      api.login,
      { email: 'somebody@example.org', password: 'password' },
      { 'x-forwarded-for': `203.0.113.${guess}` },
    );
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect(statuses.get(429), 'they all come from one address').toBeGreaterThanOrEqual(10);
});

test('the largest batch of commands passes, and a larger one is refused by the node itself', async () => {
  const { client } = await arrive(one!);
  const send = (bytes: number) =>
    secure.fetch(api.commands, {
      method: 'POST',
      body: JSON.stringify(batchOf()).replace('"commands":[]', '"commands":[{}]').padEnd(bytes, ' '),
      headers: { ...json, cookie: client.cookie },
    });
  expect((await send(MAX_COMMANDS_BODY_BYTES)).status).toBe(200);
  const larger = await send(MAX_COMMANDS_BODY_BYTES + 1);
  expect([larger.status, codeOf(larger.body)]).toEqual([413, 'payload-too-large']);
  expect((await send(3 * MAX_COMMANDS_BODY_BYTES)).status).toBe(413);
});

test('a recording of a run and a piece of a video pass, each larger than any other request', async () => {
  const { client } = await arriveConfirmed(one!);
  const { runId, sourceId } = await createRun(one!, client);
  const { cookie } = client;
  const samples = await secure.fetch(runPath(runPaths.samples, runId, sourceId), {
    method: 'PUT',
    body: Buffer.from(packedSamples(400_000)),
    headers: { cookie, 'content-type': 'application/octet-stream' },
  });
  expect([samples.status, samples.body]).toEqual([200, '{"stored":true}']);
  const { headers, path } = uploadCall(runId);
  const piece = await secure.fetch(path, {
    method: 'POST',
    body: Buffer.alloc(VIDEO_CHUNK_BYTES),
    headers: { ...headers, cookie, 'upload-length': String(2 * VIDEO_CHUNK_BYTES) },
  });
  expect([piece.status, piece.headers.get('upload-offset')]).toEqual([201, String(VIDEO_CHUNK_BYTES)]);
  expect(piece.headers.get('location')).toMatch(/^\/api\/videos\/[\w-]+$/);
});

test('nobody notices when a node leaves: calls and sockets go to the other', async () => {
  const before = await Promise.all([1, 2, 3, 4].map(() => openLive(nginx.url, '', { ca: nginx.ca })));
  let isLeaving = true;
  const asking = (async () => {
    const statuses = new Set<number>();
    while (isLeaving) {
      for (const answer of [await secure.fetch(api.boot), await post(api.logout, {})]) statuses.add(answer.status);
      const live = await openLive(nginx.url, '', { ca: nginx.ca });
      live.ws.terminate();
    }
    return statuses;
  })();
  const leaving = other!.stop();
  hasStopped = true;
  expect((await fetch(`${other!.url}/healthz`)).status, 'who looks after it sees that it leaves').toBe(503);
  await leaving;
  isLeaving = false;
  expect(await asking).toEqual(new Set([200]));
  expect((await secure.fetch('/healthz')).status).toBe(200);
  const closed = before.filter(({ ws }) => ws.readyState !== ws.OPEN);
  expect(closed, 'those on the other node stay').toHaveLength(2);
  for (const live of before) live.ws.terminate();
});
