import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { letterheadPaths, MAX_LOGO_BYTES } from '../../src/protocol/letterhead.ts';
import { api } from '../../src/protocol/routes.ts';
import { batchOf, createEvent, eventCommand } from '../support/commands.ts';
import { engines } from '../support/database.ts';
import { addressOf, largestLogo, pngOf } from '../support/logo.ts';
import { arrive, PASSWORD } from '../support/people.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';

const none = { line: '', logo: null };

describe.each(engines)('line and logo of certificates on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(engine);
  });
  afterAll(() => server.stop());

  const pathOf = (eventId: string) => letterheadPaths.one.replace(':eventId', eventId);
  const read = async (client: TestClient, eventId: string) => (await client.get(pathOf(eventId))).json();
  const codeOf = async (client: TestClient, eventId: string, body: object) =>
    (await client.post<{ error?: { code: string } }>(pathOf(eventId), body)).body.error?.code;

  async function organise() {
    const { client } = await arrive(server);
    const [one, other] = [randomUUID(), randomUUID()];
    await client.post(api.commands, batchOf(createEvent(one), createEvent(other)));
    return { client, one, other };
  }

  test('[EX18] they stand in all events of their owner, in the download of the account, and go with it', async () => {
    const { client, one, other } = await organise();
    expect(await read(client, one)).toEqual(none);
    const own = { line: 'Radclub Bern', logo: largestLogo() };
    expect((await client.post(pathOf(one), { ...own, line: ' Radclub Bern ' })).body).toEqual(own);
    expect(await read(client, other)).toEqual(own);
    expect(await (await client.get(api.accountData)).json()).toMatchObject({ letterhead: own });
    await client.post(pathOf(other), none);
    expect(await read(client, one)).toEqual(none);
    await client.post(pathOf(one), own);
    expect((await client.post(api.deleteAccount, { password: PASSWORD })).status).toBe(200);
    const rows = await server.storage.db.selectFrom('letterheads').select('line').execute();
    expect(rows.filter(({ line }) => line === own.line)).toEqual([]);
  });

  test('[EX18] nothing but a small PNG is stored, and a refused one changes nothing', async () => {
    const { client, one } = await organise();
    const own = { line: '', logo: addressOf(pngOf(300, 100)) };
    await client.post(pathOf(one), own);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>').toString(
      'base64',
    );
    const logos = {
      'an SVG': `data:image/svg+xml;base64,${svg}`,
      'an SVG that says PNG': `data:image/png;base64,${svg}`,
      'an address elsewhere': 'https://evil.example/logo.png',
      'a script': 'javascript:alert(1)',
      'too many bytes': addressOf(pngOf(10, 10, MAX_LOGO_BYTES)),
      'too wide': addressOf(pngOf(1201, 1)),
      'too high': addressOf(pngOf(1, 401)),
      'no size': addressOf(pngOf(0, 10)),
      'less than its first block': 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA',
    };
    for (const [what, logo] of Object.entries(logos)) {
      const code = what === 'too many bytes' ? 'text-too-long' : 'invalid-argument';
      expect(await codeOf(client, one, { line: '', logo }), what).toBe(code);
    }
    expect(await codeOf(client, one, { line: 'x'.repeat(101), logo: null })).toBe('text-too-long');
    expect(await codeOf(client, one, { line: 'two\nlines', logo: null })).toBe('text-not-storable');
    expect(await codeOf(client, one, { line: '', logo: largestLogo().repeat(3) })).toBe('payload-too-large');
    expect(await read(client, one)).toEqual(own);
  });

  test('[EX18] admins read them, spectators do not', async () => {
    const { client, one } = await organise();
    await client.post(pathOf(one), { line: 'Radclub Bern', logo: null });
    const { client: admin } = await arrive(server);
    const keys = await server.db
      .selectFrom('eventKeys')
      .selectAll()
      .where('eventId', '=', one)
      .executeTakeFirstOrThrow();
    await admin.post(api.commands, {
      ...batchOf(eventCommand(one, { type: 'admin.join' })),
      keys: { [one]: keys.admin },
    });
    expect(await read(admin, one)).toMatchObject({ line: 'Radclub Bern' });
    expect(await codeOf(admin, one, none)).toBe('permission-denied');
    const nobody = await server.client().get(`${pathOf(one)}?key=${keys.viewer}`);
    expect(nobody.status).toBe(403);
  });
});
