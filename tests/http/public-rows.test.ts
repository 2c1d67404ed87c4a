import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setRows, type RowsFrame } from '../../src/domain/sights/set-rows.ts';
import type { EventState } from '../../src/domain/model/state.ts';
import { durationMs } from '../../src/domain/units.ts';
import { api, guestPath } from '../../src/protocol/routes.ts';
import { publicNameOf } from '../../src/server/access/public-name.ts';
import { loadSecret } from '../../src/server/data-dir.ts';
import { batchOf, createRacer, eventCommand, tap } from '../support/commands.ts';
import { enginesOf } from '../support/database.ts';
import { openLive } from '../support/live-client.ts';
import { useLiveRaces } from '../support/live-races.ts';
import { arrive } from '../support/people.ts';
import { newRace } from '../support/races.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';

describe.each(enginesOf('postgres'))('public rows for caches on %s', (engine) => {
  const races = useLiveRaces(engine);
  const { send } = races;
  let secret: string;
  beforeAll(async () => {
    secret = await loadSecret(races.server.dataDir);
  });

  const pathOf = (eventId: string, key: string, route: 'publicRows' | 'publicWhole' = 'publicRows') =>
    api[route].replace(':eventId', eventId).replace(':name', publicNameOf(secret, eventId, key));
  const ask = (path: string, headers: Record<string, string> = {}) => fetch(races.server.url + path, { headers });
  const readRows = async (path: string) => (await (await ask(path)).json()) as RowsFrame;
  const readWhole = async (path: string) => (await (await ask(path)).json()) as { view: string; event: EventState };

  test('[SP11] any cache may keep them for a second: no cookie, no key, a tag, and 304 until something changes', async () => {
    const { owner, eventId, racerId, keys } = await races.newRace();
    for (const route of ['publicRows', 'publicWhole'] as const) {
      const path = pathOf(eventId, keys.viewer, route);
      expect(path).not.toContain(keys.viewer);
      const first = await ask(path, { cookie: owner.cookie });
      expect(first.status, route).toBe(200);
      expect(Object.fromEntries(first.headers)).toMatchObject({
        'cache-control': 'public, max-age=0, s-maxage=1, stale-while-revalidate=1',
        vary: 'Accept-Encoding',
        'access-control-allow-origin': '*',
      });
      expect(first.headers.get('set-cookie')).toBeNull();
      const text = await first.text();
      for (const key of [keys.viewer, keys.admin, secret]) expect(text).not.toContain(key);
      const tag = first.headers.get('etag')!;
      const again = await ask(path, { 'if-none-match': tag });
      expect([again.status, await again.text(), again.headers.get('cache-control')]).toEqual([
        304,
        '',
        first.headers.get('cache-control'),
      ]);
      await send(owner, tap(eventId, route === 'publicRows' ? 'start' : 'finish', racerId));
      expect((await ask(path, { 'if-none-match': tag })).status, `${route} after a tap`).toBe(200);
    }
  });

  test('[SP12] the whole and the rows after it are what a socket tells', async () => {
    const { owner, eventId, racerId, keys } = await races.newRace();
    const [rows, whole] = [pathOf(eventId, keys.viewer), pathOf(eventId, keys.viewer, 'publicWhole')];
    const before = await readWhole(whole);
    expect(before).toMatchObject({ view: 'viewer', event: { id: eventId, ownerId: '', admins: [] } });
    await send(owner, tap(eventId, 'start', racerId), tap(eventId, 'finish', racerId));
    const frame = await readRows(rows);
    expect(frame.after).toBeLessThanOrEqual(before.event.seq);
    const told = await (await ask(`${api.event.replace(':eventId', eventId)}?key=${keys.viewer}`)).json();
    expect(setRows(before.event, frame)).toEqual((told as typeof before).event);
    expect(await readWhole(whole)).toEqual(told);
  });

  test('[SP12] a change for everybody leaves no rows: a page that is behind takes the whole', async () => {
    const { owner, eventId, racerId, keys } = await races.newRace();
    const rows = pathOf(eventId, keys.viewer);
    const precision = { unit: durationMs(100), direction: 'down' } as const;
    await send(owner, tap(eventId, 'start', racerId), eventCommand(eventId, { type: 'precision.set', precision }));
    const { after, seq, rows: told } = await readRows(rows);
    expect([after, told]).toEqual([seq, []]);
    await send(owner, tap(eventId, 'finish', racerId));
    const next = await readRows(rows);
    expect([next.after, next.rows.length]).toEqual([seq, 1]);
  });

  test('[SP13] a change of link ends the name for both at once, and a deleted event has none', async () => {
    const { owner, eventId, keys } = await races.newRace();
    const all = [pathOf(eventId, keys.viewer), pathOf(eventId, keys.viewer, 'publicWhole')];
    for (const path of all) expect((await ask(path)).status).toBe(200);
    await send(owner, eventCommand(eventId, { type: 'keys.rotate', which: 'viewer' }));
    for (const path of all) {
      const refused = await ask(path);
      expect([refused.status, refused.headers.get('etag')]).toEqual([404, null]);
      // Kept as well: everybody who has the old link goes on asking.
      expect(refused.headers.get('cache-control')).toContain('s-maxage=1');
      expect(await refused.text()).not.toContain('entries');
    }
    const now = (await races.keysOf(eventId)).viewer;
    expect((await ask(pathOf(eventId, now))).status).toBe(200);
    await send(owner, eventCommand(eventId, { type: 'event.delete' }));
    expect((await ask(pathOf(eventId, now))).status).toBe(404);
  });

  test('[SP13] neither an admin key nor a name of another event opens anything', async () => {
    const [one, other] = [await races.newRace(), await races.newRace()];
    const foreign = publicNameOf(secret, other.eventId, other.keys.viewer);
    for (const name of [foreign, publicNameOf(secret, one.eventId, one.keys.admin), one.keys.viewer, 'x', '%00']) {
      expect((await ask(api.publicRows.replace(':eventId', one.eventId).replace(':name', name))).status, name).toBe(
        404,
      );
    }
  });

  test('[SP13] initials stay initials', async () => {
    const { owner, eventId, keys } = await races.newRace();
    const racer = createRacer(undefined, 'Dana Quinn');
    const entry = { racerId: racer.racerId, name: 'Dana Quinn', groups: [], bib: '7' };
    await send(owner, racer, eventCommand(eventId, { type: 'entries.add', racers: [entry] }));
    const all = [pathOf(eventId, keys.viewer), pathOf(eventId, keys.viewer, 'publicWhole')];
    for (const path of all) expect(await (await ask(path)).text()).toContain('Quinn');
    await send(owner, eventCommand(eventId, { type: 'event.configure', initialsOnly: true }));
    await send(owner, tap(eventId, 'start', racer.racerId));
    for (const path of all) {
      const text = await (await ask(path)).text();
      expect(text).toContain(racer.racerId);
      expect(text).not.toContain('Quinn');
    }
  });
});

describe('pages of events with many spectators', () => {
  const ROWS_URL = 'https://rows.example.org';
  let server: TestServer;
  beforeAll(async () => {
    const environment = { PUBLIC_ROWS_URL: ROWS_URL, PUBLIC_ROWS_FROM: '2' };
    server = await startTestServer('sqlite', { rendersPages: true, environment });
  });
  afterAll(() => server.stop());

  test('[SP14] the first hold sockets, and the page of the next says where the rows are', async () => {
    const { client } = await arrive(server);
    const { eventId, racerId, keys } = await newRace(client);
    const path = guestPath(eventId, 'viewer', keys.viewer);
    const rowsOf = async (reader: TestClient) => {
      const answer = await reader.get(path);
      expect(answer.headers.get('content-security-policy')).toContain(`connect-src 'self' ${ROWS_URL}`);
      return /"rows":"([^"]*)"/.exec(await answer.text())?.[1];
    };
    expect(await rowsOf(server.client())).toBeUndefined();
    const lives = [await openLive(server.url), await openLive(server.url)];
    for (const live of lives) {
      live.send({ type: 'follow-event', eventId, after: null, key: keys.viewer });
      await live.until('event');
    }
    // The page that was made before is kept until something changes.
    await client.post(api.commands, batchOf(tap(eventId, 'start', racerId)));
    const address = (await rowsOf(server.client()))!;
    expect(address.startsWith(`${ROWS_URL}/api/rows/${eventId}/`)).toBe(true);
    expect(address).not.toContain(keys.viewer);
    expect((await fetch(address.replace(ROWS_URL, server.url))).status).toBe(200);
    expect(await rowsOf(client), 'who is signed in keeps a socket').toBeUndefined();
    for (const live of lives) live.ws.terminate();
  });
});
