import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '../../src/protocol/routes.ts';
import { runPaths } from '../../src/protocol/runs.ts';
import { historyPaths } from '../../src/protocol/history.ts';
import { letterheadPaths } from '../../src/protocol/letterhead.ts';
import { handicapPaths } from '../../src/protocol/handicap-tables.ts';
import { seriesPaths } from '../../src/protocol/series-paths.ts';
import { operations } from '../../src/server/http/operations.ts';
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
  const paths = [
    ...Object.values(api),
    ...Object.values(runPaths),
    ...Object.values(seriesPaths),
    ...Object.values(historyPaths),
    ...Object.values(handicapPaths),
    ...Object.values(letterheadPaths),
  ];
  expect([...new Set(operations.map(({ path }) => path))].toSorted()).toEqual(paths.toSorted());
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
