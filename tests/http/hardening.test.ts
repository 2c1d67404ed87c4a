import { request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, pages } from '../../src/protocol/routes.ts';
import { operations } from '../support/all-operations.ts';
import { openLive, openRefused } from '../support/live-client.ts';
import { arrive, arriveConfirmed, newPerson, PASSWORD } from '../support/people.ts';
import { beginPurchase, payWith, untilPaid } from '../support/purchases.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';
import { createRun } from '../support/runs.ts';

const PUBLIC_URL = 'https://timing.example.org';
const OWN_HOST = 'timing.example.org';

let server: TestServer;
let plain: TestServer;
beforeAll(async () => {
  const environment = { PUBLIC_URL, PAYMENTS: 'sandbox' };
  const httpTimes = { headersTimeout: 400, connectionsCheckingInterval: 100 };
  [server, plain] = await Promise.all([
    startTestServer('sqlite', { environment, httpTimes }),
    startTestServer('sqlite', { environment: { PAYMENTS: 'sandbox' } }),
  ]);
});
afterAll(() => Promise.all([server.stop(), plain.stop()]));

interface Raw {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends any header and any method, also those that `fetch` forbids. */
function call(of: TestServer, method: string, path: string, headers: Record<string, string> = {}): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const sent = request(of.url + path, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.on('error', reject);
    sent.end(method === 'POST' ? '{}' : undefined);
  });
}

const attributesOf = (cookie: string) =>
  cookie
    .split('; ')
    .slice(1)
    .filter((attribute) => !/^(Max-Age|Expires)=/i.test(attribute))
    .toSorted();

describe('cookies', () => {
  const ways: [string, string[], (client: TestClient) => Promise<Headers>][] = [
    [
      'a login',
      ['pushoff.device', 'pushoff.session_token'],
      async (client) => {
        const person = newPerson();
        await client.post(api.signUp, person);
        return (await client.post(api.login, { email: person.email, password: PASSWORD })).headers;
      },
    ],
    ['a guest', ['pushoff.session_token'], async (client) => (await client.post(api.anonymous)).headers],
  ];

  test.each(ways)('[A9] of %s are bound to this host, and no script reads them', async (_who, names, enter) => {
    const secure = (await enter(server.client())).getSetCookie();
    const insecure = (await enter(plain.client())).getSetCookie();
    expect(secure.map((cookie) => cookie.split('=')[0])).toEqual(names.map((name) => `__Host-${name}`));
    expect(secure.map(attributesOf)).toEqual(names.map(() => ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']));
    expect(insecure.map((cookie) => cookie.split('=')[0])).toEqual(names);
    expect(insecure.map(attributesOf)).toEqual(names.map(() => ['HttpOnly', 'Path=/', 'SameSite=Lax']));
  });

  test('logging out takes the session itself away, not only the cookie', async () => {
    const { client } = await arrive(server);
    const kept = client.cookie;
    await client.post(api.logout);
    client.cookie = kept;
    expect((await client.boot()).viewer).toEqual({ kind: 'nobody' });
  });
});

describe('headers', () => {
  const guarded: Record<string, string | RegExp | null> = {
    'content-security-policy': /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'/,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'access-control-allow-origin': null,
    'x-powered-by': null,
    server: null,
  };
  /** What viewers see, under a name that is no key: for pages of this site that reach it by a cache on another one (0091). */
  const publicRows: readonly string[] = [api.publicRows, api.publicWhole];
  const differs = (headers: IncomingHttpHeaders, others: typeof guarded = {}) =>
    Object.entries({ ...guarded, ...others }).filter(([name, wanted]) => {
      const value = headers[name];
      if (wanted === null) return value !== undefined;
      return wanted instanceof RegExp ? !wanted.test(String(value)) : value !== wanted;
    });

  test('guard every answer: pages, files, calls, refusals and redirections', async () => {
    const paths = [...pages, '/', '/nowhere', '/assets/app-1a2b.js', '/shell.html', '/healthz', ...Object.values(api)];
    for (const path of paths) {
      for (const method of ['GET', 'POST']) {
        const { headers } = await call(server, method, path, { origin: 'https://evil.example' });
        const isOpen = method === 'GET' && publicRows.includes(path);
        expect(differs(headers, isOpen ? { 'access-control-allow-origin': '*' } : {}), `${method} ${path}`).toEqual([]);
      }
    }
  });

  test('over plain http no header mentions https', async () => {
    expect((await call(plain, 'GET', '/landing')).headers['strict-transport-security']).toBeUndefined();
  });

  test('private data is kept by no cache, runs as no script, and is never sniffed', async () => {
    const { client } = await arrive(server);
    const { clientSecret, paymentId } = await beginPurchase(client);
    await payWith(client, clientSecret, '4242424242424242');
    await untilPaid(client, paymentId);
    const calls = operations.filter(({ method }) => method === 'get').map(({ path }) => path);
    for (const path of [...calls.map((path) => path.replace(':paymentId', paymentId)), ...pages]) {
      const { headers } = await client.get(path);
      const kept = publicRows.includes(path) ? 'public, max-age=0, s-maxage=1, stale-while-revalidate=1' : 'no-store';
      expect(headers.get('cache-control'), path).toBe(kept);
      const type = headers.get('content-type');
      const isPage = pages.some((page) => page === path);
      expect(type, path).toMatch(
        isPage ? /^text\/html; charset=utf-8$/i : /^(application\/(problem\+)?json|text\/plain)(;|$)/,
      );
    }
    const receipt = await client.get(api.receipt.replace(':paymentId', paymentId));
    expect(receipt.status).toBe(200);
    expect(receipt.headers.get('content-disposition')).toBe(`attachment; filename="pushoff-receipt-${paymentId}.txt"`);
  });

  test('a page has a nonce of its own each time, and the policy names the same one', async () => {
    const seen = new Set<string | undefined>();
    for (const page of pages) {
      const policy = String((await call(server, 'GET', page)).headers['content-security-policy']);
      seen.add(/, script-src-elem 'nonce-([\w+/]{22}==)'$/.exec(policy)?.[1]);
    }
    expect(seen).not.toContain(undefined);
    expect(seen.size).toBe(pages.length);
  });

  test('unused methods do nothing, and echo nothing', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']) {
      const { status, text } = await call(server, method, api.boot, { 'x-secret': 'not to be echoed' });
      expect([method, status]).toEqual([method, 404]);
      expect(text).not.toContain('echoed');
    }
  });
});

describe('other origins', () => {
  const cases: [what: string, headers: Record<string, string>, isLetIn: boolean][] = [
    ['no browser', {}, true],
    ['our own', { origin: PUBLIC_URL }, true],
    ['the name in the address bar', { origin: 'https://192.0.2.7', host: '192.0.2.7' }, true],
    ['ours over http', { origin: `http://${OWN_HOST}`, host: OWN_HOST }, false],
    ['another port', { origin: `${PUBLIC_URL}:444`, host: OWN_HOST }, false],
    ['a name that begins like ours', { origin: `${PUBLIC_URL}.evil.example`, host: OWN_HOST }, false],
    ['a name that ends like ours', { origin: `https://evil-${OWN_HOST}`, host: OWN_HOST }, false],
    ['a frame without an origin', { origin: 'null' }, false],
    ['a file', { origin: 'file://' }, false],
    ['an extension', { origin: 'chrome-extension://abcdefgh' }, false],
    ['ours among others', { origin: `${PUBLIC_URL}, https://evil.example` }, false],
    ['nothing', { origin: '' }, false],
    ['another site that hides', { 'sec-fetch-site': 'cross-site' }, false],
    ['another site in our name', { origin: PUBLIC_URL, 'sec-fetch-site': 'cross-site' }, false],
  ];
  test.each(cases)('[M7] %s: a request and a socket are treated alike', async (_what, headers, isLetIn) => {
    const json = { 'content-type': 'application/json' };
    const { status, text } = await call(server, 'POST', api.logout, { ...json, ...headers });
    expect(status).toBe(isLetIn ? 200 : 403);
    if (!isLetIn) {
      expect(text).toContain('origin-refused');
      expect(await openRefused(server.url, { headers })).toBe(403);
      return;
    }
    const live = await openLive(server.url, '', { headers });
    await live.close();
  });
});

describe('limits', () => {
  test('no call takes more than it needs: a body of a megabyte and more is refused wherever one is read', async () => {
    const { client } = await arriveConfirmed(server);
    const body = JSON.stringify({ text: 'x'.repeat(1024 * 1024) });
    const { runId } = await createRun(server, client);
    const reading = operations.filter(({ body: schema }) => schema !== undefined);
    for (const { method, path } of [...reading, { method: 'post', path: api.paymentWebhook }]) {
      const { status } = await fetch(server.url + path.replace(':runId', runId), {
        method: method.toUpperCase(),
        headers: { cookie: client.cookie, 'content-type': 'application/json' },
        body,
      });
      expect([path, status]).toEqual([path, 413]);
    }
    expect((await client.boot()).viewer.kind, 'and nothing has happened').toBe('user');
  });

  test('more headers than any browser sends are refused before anything is read', async () => {
    const before = server.logged.length;
    const long = { 'x-long': 'x'.repeat(20_000) };
    expect((await call(server, 'GET', '/landing', long)).status).toBe(431);
    expect((await call(server, 'GET', `/landing?${'x'.repeat(20_000)}`)).status).toBe(431);
    expect(server.logged).toHaveLength(before);
  });

  // Node itself would cut the connections only after a minute.
  test('a connection that never ends its headers is cut, and the others are served', { timeout: 30_000 }, async () => {
    const { port } = new URL(server.url);
    const slow = connect(Number(port), '127.0.0.1');
    let answer = '';
    slow.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    slow.on('error', () => undefined);
    slow.write('GET /landing HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    const dripping = setInterval(() => slow.write('x'), 20);
    const closed = new Promise((resolve) => slow.on('close', resolve));
    expect((await call(server, 'GET', '/healthz')).status).toBe(200);
    await closed;
    clearInterval(dripping);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });
});
