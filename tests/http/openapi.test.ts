import { afterAll, beforeAll, expect, test } from 'vitest';
import { embedPaths } from '../../src/protocol/embeds.ts';
import { operatorPaths } from '../../src/protocol/operator.ts';
import { api, pages } from '../../src/protocol/routes.ts';
import { operations } from '../support/all-operations.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer('sqlite');
});
afterAll(() => server.stop());

interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: object }> } }>>;
  readonly components: { schemas: Record<string, object> };
}

test('the document names every call of the protocol, with the schema that checks it', async () => {
  const document = (await (await server.client().get(api.openApi)).json()) as Document;
  expect(document.openapi).toBe('3.1.0');
  const documented = Object.keys(document.paths).map((path) => path.replaceAll(/\{(\w+)\}/g, ':$1'));
  expect(documented.toSorted()).toEqual([...new Set(operations.map(({ path }) => path))].toSorted());
  const signUp = document.paths['/api/account/sign-up']?.['post']?.requestBody?.content['application/json']?.schema;
  expect(signUp).toMatchObject({
    type: 'object',
    required: ['username', 'email', 'password'],
    properties: { password: { minLength: 8, maxLength: 128 }, email: { format: 'email' } },
  });
  const types = JSON.stringify(document.components.schemas['Command']);
  for (const type of ['tap.record', 'event.create', 'keys.rotate', 'racer.tag']) expect(types).toContain(type);
});

test('[AP12] calls for programs name the token, its scopes and the shape of their answers', async () => {
  const document = (await (await server.client().get(api.openApi)).json()) as {
    paths: Record<string, Record<string, object>>;
    webhooks: object;
    components: object;
  };
  expect(document.components).toMatchObject({
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer' },
      session: { type: 'apiKey', in: 'cookie', name: 'pushoff.session_token' },
    },
    schemas: { Results: { properties: { version: { const: 1 }, results: { type: 'array' } } } },
  });
  const content = (properties: object) => ({ content: { 'application/json': { schema: { properties } } } });
  expect(document.paths['/api/results/{eventId}']?.['get']).toMatchObject({
    operationId: 'getResults',
    security: [{ token: [] }, { session: [] }, {}],
    'x-scopes': ['results:read'],
    responses: {
      200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Results' } } } },
      304: { $ref: '#/components/responses/NotModified' },
      429: { $ref: '#/components/responses/TooManyRequests' },
    },
  });
  expect(document.paths['/api/results/{eventId}/board.csv']?.['get']).toMatchObject({
    responses: { 200: { content: { 'text/csv': {} } } },
  });
  expect(document.paths['/api/commands']?.['post']).toMatchObject({
    requestBody: {
      content: {
        'application/json': {
          schema: { properties: { commands: { items: { $ref: '#/components/schemas/Command' } } } },
        },
      },
    },
  });
  expect(document.paths['/api/account/credits']?.['get']).toMatchObject({ security: [{ session: [] }] });
  const ids = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map((each) => (each as { operationId: string }).operationId),
  );
  expect(new Set(ids).size).toBe(operations.length);
  expect(document.webhooks).toMatchObject({
    message: { post: { requestBody: content({ type: { type: 'string' } }) } },
  });
});

test('[AP41] every shape that a call or another shape points at is in it, and none twice under one name', async () => {
  const text = await (await server.client().get(api.openApi)).text();
  const { components } = JSON.parse(text) as { components: Record<string, Record<string, object>> };
  const targets = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target!));
  const isThere = (target: string) => {
    const [, , room = '', name = ''] = target.split('/');
    return target.startsWith('#/components/') && components[room]?.[name] !== undefined;
  };
  expect(targets.size).toBeGreaterThan(10);
  expect([...targets].filter((target) => !isThere(target))).toEqual([]);
});

test('every call that it names is served', async () => {
  for (const { method, path } of operations) {
    const address = path.replace(/:\w+/, 'nothing');
    const response = await fetch(server.url + address, {
      method: method.toUpperCase(),
      headers: { 'content-type': 'application/json' },
      ...(method === 'post' && { body: '{' }),
    });
    const text = await response.text();
    expect(text, `${method} ${path}`).not.toContain('There’s nothing at this address.');
  }
});

test('every route that is served is named by it, unless a person opens it: a page, a file, a sign of life', () => {
  const opened = [
    ...pages,
    embedPaths.page,
    ...Object.values(operatorPaths),
    '/',
    '/dashboard',
    '/healthz',
    '/assets/*',
    '/*',
  ];
  const named = new Set([
    ...operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`),
    ...opened.map((path) => `GET ${path}`),
  ]);
  const served = server.routes.flatMap(({ method, path }) => (method === 'ALL' ? [] : [`${method} ${path}`]));
  expect(served.length).toBeGreaterThan(operations.length);
  expect(served.filter((route) => !named.has(route))).toEqual([]);
});
