import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { embedPaths } from '../../src/protocol/embeds.ts';
import { api, pages } from '../../src/protocol/routes.ts';
import { operations } from '../support/all-operations.ts';
import { inFull } from '../support/in-full.ts';
import { arriveConfirmed } from '../support/people.ts';
import { newRace } from '../support/races.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';

/** Written as they stand in an address. */
const ODD: Readonly<Record<string, string>> = {
  'a zero byte': '%00',
  'an id with a zero byte': `${randomUUID()}%00`,
  '10,000 characters': 'a'.repeat(10_000),
  emoji: encodeURIComponent('🏁🚴‍♀️'),
  'a way out': '..%2f',
  'a way out, twice encoded': '%252e%252e%252f',
  'half of a character': '%ff',
  'half of an escape': '%',
  quotes: encodeURIComponent(`'";--`),
};

/** Those that one of the two databases, the router or the decoder has stumbled over; `npm run proofs` takes all. */
const tried = Object.entries(ODD).filter(([name]) =>
  inFull(true, ['an id with a zero byte', '10,000 characters', 'half of a character'].includes(name)),
);

/** Names in a query that an id, a key or a number follows. */
const QUERIES = [
  'into',
  'after',
  'before',
  'key',
  'known',
  'course',
  'from',
  'to',
  'eventId',
  'guestViewerKey',
  'screenKey',
  'id',
  'sights',
  'ticket',
  'token',
  'language',
  'next',
];

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const TUS = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };

/** PostgreSQL refuses what SQLite takes, a zero byte above all. */
describe('odd ids on PostgreSQL', () => {
  let server: TestServer;
  let client: TestClient;
  let eventId: string;
  beforeAll(async () => {
    const environment = { PAYMENTS: 'sandbox' };
    server = await startTestServer('postgres', { environment, rendersPages: true });
    ({ client } = await arriveConfirmed(server));
    ({ eventId } = await newRace(client));
  });
  afterAll(() => server.stop());

  async function ask(method: string, path: string): Promise<number> {
    const type = path.startsWith('/api/videos') ? TUS : { 'content-type': 'application/json' };
    const body = ['POST', 'PUT', 'PATCH'].includes(method) ? { body: '{"isOn":true}' } : {};
    const headers = { cookie: client.cookie, origin: server.url, ...type };
    const response = await fetch(server.url + path, { method, headers, redirect: 'manual', ...body });
    await response.arrayBuffer();
    return response.status;
  }
  /** The paths of failed requests: a whole line has a stack. */
  const failures = () =>
    server.logged.flatMap((line) => {
      const { level, message, path } = JSON.parse(line) as { level: string; message: string; path?: string };
      return level === 'error' || line.includes('"stack"') ? [`${message}: ${path}`] : [];
    });

  // `openapi.test.ts` shows that every call of the protocol is an operation.
  const withIds = [...new Set([...operations.map(({ path }) => path), ...pages])]
    .filter((path) => path.includes(':'))
    .concat('/assets/:file', '/:page');

  test('[W6] every path with an id answers an odd one with a refusal of the caller, and logs no failure', async () => {
    expect(withIds.length).toBeGreaterThan(25);
    const wrong: string[] = [];
    for (const path of withIds) {
      for (const [name, odd] of tried) {
        const names = path.match(/:\w+/g)!;
        // Each id in turn, beside good ones: a check of the first id must not hide the second.
        for (const each of names) {
          const asked = names.reduce((text, other) => {
            const good = other === ':eventId' ? eventId : randomUUID();
            return text.replace(other, () => (other === each ? odd : good));
          }, path);
          const statuses = await Promise.all(METHODS.map((method) => ask(method, asked)));
          for (const [index, status] of statuses.entries()) {
            const isPage = !path.startsWith('/api/');
            const isFine = isPage ? status < 500 : status >= 400 && status < 500;
            // A share group that does not exist is empty.
            const isEmptyGroup = path === api.group && status === 200;
            if (!isFine && !isEmptyGroup) wrong.push(`${METHODS[index]} ${path} with ${name} as ${each}: ${status}`);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(failures()).toEqual([]);
  });

  test('[W6] so does every path with an odd value in its query', async () => {
    const readable = operations.filter(({ method }) => method === 'get').map(({ path }) => path);
    const paths = [
      ...new Set([...readable, ...pages, ...Object.values(embedPaths), api.unfollowAtOnce, api.stopMailAtOnce]),
    ];
    const wrong: string[] = [];
    for (const path of paths) {
      const asked = path.replaceAll(/:\w+/g, (name) => (name === ':eventId' ? eventId : randomUUID()));
      // Each long value is a request of its own, so they are left to `npm run proofs` here.
      for (const [name, odd] of tried.filter(([, value]) => inFull(true, value.length < 1000))) {
        // Alone, because the first value that is refused hides the others; a line with all long ones would be cut.
        const pairs = QUERIES.map((each) => `${each}=${odd}`);
        const queries = odd.endsWith('%00') || odd.length > 1000 ? pairs : [pairs.join('&')];
        const method = path === api.unfollowAtOnce || path === api.stopMailAtOnce ? 'POST' : 'GET';
        const statuses = await Promise.all(queries.map((query) => ask(method, `${asked}?${query}`)));
        if (statuses.some((status) => status >= 500)) wrong.push(`${path} with ${name} in the query: ${statuses}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(failures()).toEqual([]);
  });
});
