import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handicapPaths, handicapTablePath } from '../../src/protocol/handicap-tables.ts';
import { api } from '../../src/protocol/routes.ts';
import { engines } from '../support/database.ts';
import { arrive, PASSWORD } from '../support/people.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';
import { MAX_HANDICAP_TABLES, MAX_TABLE_ROWS } from '../../src/protocol/limits.ts';

const table = { name: 'Club', version: '2026', rows: [[16_093.44, 'Tandem', 'M', 40, 44, 60_000]] };

describe.each(engines)('handicap tables on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(engine);
  });
  afterAll(() => server.stop());

  const call = async (client: TestClient, method: 'PUT' | 'DELETE', id: string, body?: object) => {
    const reply = await fetch(new URL(handicapTablePath(id), server.url), {
      method,
      headers: { cookie: client.cookie, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await reply.json()) as { readonly id?: string; readonly error?: { readonly code: string } };
  };
  const list = async (client: TestClient) =>
    ((await (await client.get(handicapPaths.list)).json()) as { tables: { id: string; name: string }[] }).tables;

  test('[HC17] a table is stored, listed, read, downloaded and deleted by its owner alone', async () => {
    const [{ client }, { client: other }] = [await arrive(server), await arrive(server)];
    const id = randomUUID();
    expect(await call(client, 'PUT', id, table)).toEqual({ id });
    // The same request again, after an answer was lost.
    expect(await call(client, 'PUT', id, table)).toEqual({ id });
    expect((await list(client)).map(({ name }) => name)).toEqual(['Club']);
    expect(await (await client.get(handicapTablePath(id))).json()).toEqual(table);
    expect(await list(other)).toEqual([]);
    expect((await other.get(handicapTablePath(id))).status).toBe(404);
    expect(await call(other, 'PUT', id, table)).toMatchObject({ error: { code: 'handicap-table-not-found' } });
    expect(await call(other, 'DELETE', id)).toMatchObject({ error: { code: 'handicap-table-not-found' } });
    expect(await (await client.get(api.accountData)).json()).toMatchObject({ handicapTables: [{ id, ...table }] });
    expect(await call(client, 'DELETE', id)).toEqual({ deleted: true });
    expect(await list(client)).toEqual([]);
  });

  test('[HC17] tables go with the account', async () => {
    const { client } = await arrive(server);
    const id = randomUUID();
    await call(client, 'PUT', id, table);
    expect((await client.post(api.deleteAccount, { password: PASSWORD })).status).toBe(200);
    const rows = await server.storage.db.selectFrom('handicapTables').select('id').where('id', '=', id).execute();
    expect(rows).toEqual([]);
  });

  test('[HC17] sizes and numbers are bounded, and nothing of a refused table is stored', async () => {
    const { client } = await arrive(server);
    const refused = async (change: object, code: string) =>
      expect(await call(client, 'PUT', randomUUID(), { ...table, ...change })).toMatchObject({ error: { code } });
    const [row] = table.rows;
    const changed = (at: number, value: unknown) => ({
      rows: [row!.map((cell, index) => (index === at ? value : cell))],
    });
    await refused(changed(5, -1), 'invalid-argument');
    await refused(changed(5, null), 'invalid-argument');
    await refused(changed(3, 50), 'invalid-argument');
    await refused(changed(4, 999), 'invalid-argument');
    await refused(changed(3, 121), 'invalid-argument');
    await refused(changed(3, 40.5), 'invalid-argument');
    await refused(changed(0, 0), 'invalid-argument');
    await refused(changed(1, ''), 'invalid-argument');
    await refused(changed(1, 'x'.repeat(61)), 'invalid-argument');
    await refused(changed(1, 'two\nlines'), 'invalid-argument');
    await refused(changed(2, 'W'), 'invalid-argument');
    await refused({ rows: [row!.slice(0, 5)] }, 'invalid-argument');
    await refused({ rows: [{ ...row }] }, 'invalid-argument');
    await refused({ rows: [] }, 'invalid-argument');
    await refused(
      { rows: Array.from({ length: MAX_TABLE_ROWS + 1 }, () => [null, null, null, null, null, 1]) },
      'invalid-argument',
    );
    await refused({ rows: Array.from({ length: 100_000 }, () => row) }, 'payload-too-large');
    await refused({ name: 'x'.repeat(41) }, 'text-too-long');
    expect(await list(client)).toEqual([]);
    for (let count = 0; count < MAX_HANDICAP_TABLES; count += 1) await call(client, 'PUT', randomUUID(), table);
    await refused({}, 'too-many-handicap-tables');
  });
});
