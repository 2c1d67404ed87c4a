import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '../../src/protocol/routes.ts';
import { runPaths } from '../../src/protocol/runs.ts';
import { seriesPaths } from '../../src/protocol/series.ts';
import { operations } from '../../src/server/http/openapi.ts';
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
  const paths = [...Object.values(api), ...Object.values(runPaths), ...Object.values(seriesPaths)];
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

test('every call that it names is served', async () => {
  for (const { method, path } of operations) {
    const address = path.replace(/:\w+/, 'nothing');
    const response = await fetch(server.url + address, {
      method: method.toUpperCase(),
      headers: { 'content-type': 'application/json' },
      ...(method === 'post' && { body: '{' }),
    });
    const text = await response.text();
    expect(text, `${method} ${path}`).not.toContain('There is nothing at this address.');
  }
});
