import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PageBlock } from '../../src/protocol/page-data.ts';
import { api, pages } from '../../src/protocol/routes.ts';
import { SCHEMA_VERSION } from '../../src/protocol/schema-version.ts';
import { arrive, newPerson, PASSWORD } from '../support/people.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';
import { startStripeStandIn } from '../support/stripe-stand-in.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer('sqlite', {
    environment: { PUBLIC_URL: 'https://timing.example.org', SUPPORT_EMAIL: 'help@example.org', PAYMENTS: 'sandbox' },
  });
});
afterAll(() => server.stop());

const bootIn = (html: string) =>
  JSON.parse(/<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html)![1]!) as PageBlock;
const locationOf = async (client: TestClient, path: string) => {
  const response = await client.get(path);
  return [response.status, response.headers.get('location')];
};

test('[S1] every page contains its viewer, so that the first paint is right', async () => {
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

test('the page that a service worker keeps contains no user, even when a signed-in one asks for it', async () => {
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

test('[S5] / goes to /homepage when signed in and to /landing otherwise; any other path goes to /landing', async () => {
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

const TRUSTED_TYPES =
  "; require-trusted-types-for 'script'; trusted-types pushoff pushoff-reader pushoff-deriver pushoff-camera";
const ORDINARY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  "media-src 'self' blob:; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'" +
  TRUSTED_TYPES;
/** The policy without its nonce, which differs each time. */
const policyOf = async (of: TestServer, path: string) =>
  (await of.client().get(path)).headers.get('content-security-policy')?.replace(/'nonce-[\w+/=]{24}'/, 'NONCE');
const WITH_NONCE = ', script-src-elem NONCE';

test('in the sandbox no page may load anything from elsewhere, the checkout included', async () => {
  for (const page of pages) expect(await policyOf(server, page), page).toBe(ORDINARY + WITH_NONCE);
});

test('where tiles are configured, pages may show pictures from that one origin and know its address', async () => {
  const url = 'https://tiles.example.org/v1/{z}/{x}/{y}.png?key=abc';
  const environment = { TILE_URL: url, TILE_ATTRIBUTION: '© Example' };
  const withTiles = await startTestServer('sqlite', { environment });
  try {
    expect(await policyOf(withTiles, '/analysis')).toBe(
      ORDINARY.replace("img-src 'self' data:", "img-src 'self' data: https://tiles.example.org") + WITH_NONCE,
    );
    expect(await policyOf(withTiles, '/checkout')).toBe(ORDINARY + WITH_NONCE);
    const html = await (await withTiles.client().get('/analysis')).text();
    expect(bootIn(html).site.tiles).toEqual({ url, attribution: '© Example' });
  } finally {
    await withTiles.stop();
  }
});

test('with Stripe the checkout alone may load its card field', async () => {
  const environment = {
    PUBLIC_URL: 'https://timing.example.org',
    STRIPE_SECRET_KEY: 'sk_test_secret',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_public',
    STRIPE_WEBHOOK_SECRET: 'whsec_secret',
  };
  const stripe = await startTestServer('sqlite', { environment });
  try {
    const others = pages.filter((page) => page !== '/checkout');
    for (const page of others) expect(await policyOf(stripe, page), page).toBe(ORDINARY + WITH_NONCE);
    for (const path of ['/', '/nowhere', '/checkout/x', api.boot, api.createPaymentIntent]) {
      expect(await policyOf(stripe, path), path).toBe(ORDINARY);
    }
    expect(await policyOf(stripe, '/checkout?amount=150&price=9')).toBe(
      ORDINARY.replace(TRUSTED_TYPES, '')
        .replace("script-src 'self'", "script-src 'self' https://js.stripe.com https://*.js.stripe.com")
        .replace("connect-src 'self'", "connect-src 'self' https://api.stripe.com") +
        '; frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com' +
        `${WITH_NONCE} https://js.stripe.com https://*.js.stripe.com`,
    );
    const html = await (await stripe.client().get('/checkout')).text();
    expect(bootIn(html).page).toEqual({
      kind: 'checkout',
      cardField: { provider: 'stripe', publishableKey: 'pk_test_public' },
    });
    expect(html).not.toMatch(/sk_test|whsec/);
  } finally {
    await stripe.stop();
  }
});

test('a stand-in for Stripe is reached from the checkout, and from there alone', async () => {
  const standIn = await startStripeStandIn();
  const stripe = await startTestServer('sqlite', { environment: standIn.environment });
  try {
    expect(await policyOf(stripe, '/checkout')).toContain(`connect-src 'self' https://api.stripe.com ${standIn.url};`);
    expect(await policyOf(stripe, '/buy-credits')).toBe(ORDINARY + WITH_NONCE);
  } finally {
    await stripe.stop();
    await standIn.stop();
  }
});

test('the checkout says how it takes a card, and no other page knows', async () => {
  for (const page of pages) {
    const { page: data } = bootIn(await (await server.client().get(page)).text());
    const expected = page === '/checkout' ? { kind: 'checkout', cardField: { provider: 'sandbox' } } : undefined;
    expect(data, page).toEqual(expected);
  }
});

test('[E6] a refusal and its log line share a request id, and no query is logged', async () => {
  const response = await server.client().get('/api/nothing?guestAdminKey=abcd1234');
  const id = response.headers.get('x-request-id')!;
  expect(await response.json()).toMatchObject({ error: { requestId: id } });
  const line = server.logged.find((entry) => entry.includes(id))!;
  expect(JSON.parse(line)).toMatchObject({ level: 'info', method: 'GET', path: '/api/nothing', status: 404 });
  expect(server.logged.join('')).not.toContain('abcd1234');
});

test('/healthz answers 200 while the server can serve', async () => {
  const response = await server.client().get('/healthz');
  expect([response.status, await response.json()]).toEqual([
    200,
    { status: 'ok', schema: { known: SCHEMA_VERSION, open: SCHEMA_VERSION }, unreadableEvents: 0 },
  ]);
});
