import pg from 'pg';
import { expect, test } from 'vitest';
import type { MadeToken } from '../../src/protocol/api-tokens.ts';
import type { ErrorAnswer } from '../../src/protocol/errors.ts';
import { api } from '../../src/protocol/routes.ts';
import { arriveConfirmed } from '../support/people.ts';
import { startTestServer } from '../support/running-server.ts';

/** More than the pool has connections: some wait for the row, others for a connection. */
const AT_ONCE = 18;

test('[V37] who waits in vain for a row, or for a connection, is told to try again, and nothing is stored', async () => {
  const server = await startTestServer('postgres');
  const { client, person } = await arriveConfirmed(server);
  const add = () =>
    client.post<MadeToken & ErrorAnswer>(api.createToken, { name: 'Box', scopes: ['results:read'], days: 30 });
  // Not one of the server's own connections, which would be closed for holding the row this long.
  const other = new pg.Client({ connectionString: server.database.databaseUrl });
  await other.connect();
  await other.query('begin');
  await other.query('update "user" set name = name where email = $1', [person.email]);
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, add));
  await other.end();
  const told = answers.map(({ status, body, headers }) => [status, body.error?.code, headers.get('retry-after')]);
  // First, because it says why.
  expect(server.logged.filter((line) => line.includes('A request failed'))).toEqual([]);
  expect(told).toEqual(Array.from({ length: AT_ONCE }, () => [503, 'busy', '5']));
  const { status, body } = await add();
  expect([status, body.tokens.length]).toEqual([200, 1]);
  await server.stop();
});
