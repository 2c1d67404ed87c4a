import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Boot } from '../../src/protocol/account.ts';
import { api, pages } from '../../src/protocol/routes.ts';
import { arrive, newPerson, PASSWORD } from '../support/people.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer('sqlite', {
    environment: { PUBLIC_URL: 'https://timing.example.org', SUPPORT_EMAIL: 'help@example.org' },
  });
});
afterAll(() => server.stop());

const bootIn = (html: string) =>
  JSON.parse(/<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html)![1]!) as Boot;
const locationOf = async (client: TestClient, path: string) => {
  const response = await client.get(path);
  return [response.status, response.headers.get('location')];
};

test('every page carries who is looking, so that its first paint is right', async () => {
  const { client, person } = await arrive(server);
  for (const page of pages) {
    const response = await client.get(page);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const boot = bootIn(await response.text());
    expect(boot.viewer).toMatchObject({ kind: 'user', email: person.email, credits: 100 });
    expect(boot.site.supportEmail).toBe('help@example.org');
  }
  expect(bootIn(await (await server.client().get('/landing')).text()).viewer).toEqual({ kind: 'nobody' });
});

test('the page that a service worker keeps holds nobody, whoever asks for it', async () => {
  const { client, person } = await arrive(server);
  const response = await client.get('/shell.html');
  const html = await response.text();
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'public, no-cache']);
  expect(html).toContain('<!doctype html>');
  expect(html).not.toContain('id="boot"');
  expect(html).not.toContain(person.email);
});

test('a name cannot break out of the page', async () => {
  const client = server.client();
  const person = { ...newPerson(), username: '</script><script>alert(1)</script><!-- $& $1' };
  await client.post(api.signUp, person);
  await client.post(api.login, { email: person.email, password: PASSWORD });
  const html = await (await client.get('/homepage')).text();
  expect(html).not.toContain('<script>alert');
  expect(bootIn(html).viewer).toMatchObject({ username: person.username });
});

test('/ goes to /homepage when signed in and to /landing otherwise; any other path goes to /landing', async () => {
  const { client } = await arrive(server);
  const nobody = server.client();
  const guest = server.client();
  await guest.post(api.anonymous);
  expect(await locationOf(client, '/')).toEqual([302, '/homepage']);
  expect(await locationOf(nobody, '/')).toEqual([302, '/landing']);
  expect(await locationOf(guest, '/')).toEqual([302, '/landing']);
  expect(await locationOf(nobody, '/dashboard')).toEqual([302, '/homepage']);
  for (const path of [
    '/nowhere',
    '/homepage/x',
    '/index.html',
    '/.env',
    '/%2e%2e/secret',
    '/dev/ui',
    '//evil.example',
  ]) {
    expect(await locationOf(nobody, path), path).toEqual([302, '/landing']);
  }
});

test('an unknown call and an unknown asset are not found', async () => {
  const response = await server.client().get('/api/nothing');
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: { code: 'not-found', status: 'not-found' } });
  expect((await server.client().get('/assets/gone.js')).status).toBe(404);
  expect((await server.client().post('/landing')).body.error.code).toBe('not-found');
});

test('hashed assets are compressed and kept for a year', async () => {
  const response = await fetch(`${server.url}/assets/app-1a2b.js`, { headers: { 'accept-encoding': 'gzip, br' } });
  expect(response.headers.get('cache-control')).toContain('immutable');
  expect(response.headers.get('content-encoding')).toBe('br');
  expect(await response.text()).toContain('export const app');
  const again = await fetch(`${server.url}/assets/app-1a2b.js`, {
    headers: { 'if-none-match': response.headers.get('etag')! },
  });
  expect(again.status).toBe(304);
});

test('every answer is guarded by headers, and cookies are for https alone', async () => {
  const { client, person } = await arrive(server);
  for (const path of ['/landing', api.boot, '/api/nothing', '/healthz', '/nowhere']) {
    const { headers } = await client.get(path);
    expect(headers.get('content-security-policy'), path).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self'",
    );
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('referrer-policy'), path).toBe('no-referrer');
    expect(headers.get('strict-transport-security'), path).toContain('max-age');
    expect(headers.get('x-request-id'), path).toMatch(/^[0-9a-f-]{36}$/);
  }
  const session = await client.post(api.login, { email: person.email, password: PASSWORD });
  expect(session.headers.getSetCookie()[0]).toMatch(/^__Secure-pushoff.*Secure/);
});

test('a refusal and its log line share a request id, and no query is logged', async () => {
  const response = await server.client().get('/api/nothing?guestAdminKey=abcd1234');
  const id = response.headers.get('x-request-id')!;
  expect(await response.json()).toMatchObject({ error: { requestId: id } });
  const line = server.logged.find((entry) => entry.includes(id))!;
  expect(JSON.parse(line)).toMatchObject({ level: 'info', method: 'GET', path: '/api/nothing', status: 404 });
  expect(server.logged.join('')).not.toContain('abcd1234');
});

test('/healthz answers 200 while it can serve', async () => {
  const response = await server.client().get('/healthz');
  expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
});
