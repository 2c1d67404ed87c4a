import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PageBlock } from '../../src/protocol/page-data.ts';
import { api } from '../../src/protocol/routes.ts';
import { screenPath } from '../../src/protocol/screen-address.ts';
import type { EventScreen } from '../../src/protocol/screens.ts';
import { closeEvent } from '../../src/server/storage/remove-event.ts';
import { addRacers, batchOf, createEvent, createRacer, tap } from '../support/commands.ts';
import { engines } from '../support/database.ts';
import { type LiveClient, openLive } from '../support/live-client.ts';
import { arrive } from '../support/people.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';
import { MAX_SCREENS } from '../../src/protocol/limits.ts';

describe.each(engines)('screens on %s', (engine) => {
  let server: TestServer;
  let owner: TestClient;
  let eventId: string;
  let racerId: string;
  beforeAll(async () => {
    server = await startTestServer(engine, { rendersPages: true });
    owner = (await arrive(server)).client;
    [eventId, racerId] = [randomUUID(), randomUUID()];
    await send(createEvent(eventId), createRacer(racerId), addRacers(eventId, racerId));
  });
  afterAll(() => server.stop());

  const send = (...commands: Parameters<typeof batchOf>) => owner.post(api.commands, batchOf(...commands));
  const path = () => api.screens.replace(':eventId', eventId);
  const make = (name: string, id: string = randomUUID()) =>
    owner.post<EventScreen & { error?: { code: string } }>(path(), { id, name });
  const withdraw = ({ id }: EventScreen) =>
    fetch(`${server.url}${path()}/${id}`, { method: 'DELETE', headers: { cookie: owner.cookie, origin: server.url } });
  const read = (key: string) => server.client().get(`${api.event.replace(':eventId', eventId)}?key=${key}`);

  async function follow(live: LiveClient, key: string): Promise<LiveClient> {
    live.send({ type: 'follow-event', eventId, after: null, key });
    await live.until('event');
    return live;
  }

  test('[SC2] a key gives what viewers see and nothing else, until it is withdrawn: then at once nothing', async () => {
    const { body: screen } = await make('TV in the hall');
    const { body: other } = await make('Overlay');
    expect(await (await read(screen.key)).json()).toMatchObject({ view: 'viewer', event: { ownerId: '', admins: [] } });
    expect((await server.client().get(`${path()}?key=${screen.key}`)).status, 'its own list').toBe(403);
    const [withdrawn, goesOn] = [await openLive(server.url), await openLive(server.url)];
    await follow(withdrawn, screen.key);
    await follow(goesOn, other.key);

    expect(await (await withdraw(screen)).json()).toEqual({ screens: [other] });
    expect(await withdrawn.until('gone')).toMatchObject({ code: 'event-not-found' });
    const start = tap(eventId, 'start', racerId);
    await send(start);
    await goesOn.until('rows', ({ rows }) => rows.some(({ taps }) => taps.some(({ id }) => id === start.id)));
    expect(withdrawn.received).not.toContain(start.id);
    expect((await read(screen.key)).status).toBe(404);
    expect((await read(other.key)).status).toBe(200);
    expect((await withdraw(screen)).status, 'sent twice').toBe(200);
    for (const { ws } of [withdrawn, goesOn]) ws.terminate();
  });

  test('[SC2] another node that is told of the withdrawal turns the screen away', async () => {
    const { body: screen } = await make('TV on another node');
    const live = await follow(await openLive(server.url), screen.key);
    await server.db.deleteFrom('screenKeys').where('id', '=', screen.id).execute();
    server.live.hint({ events: [], users: [], rewritten: [], screens: [eventId] });
    expect(await live.until('gone')).toMatchObject({ code: 'event-not-found' });
    live.ws.terminate();
  });

  test('[SC3] the page of a screen has the event in it and nobody who is signed in on that computer', async () => {
    const { body: screen } = await make('Signed in');
    const answer = await owner.get(screenPath(eventId, 'board', screen.key));
    const block = JSON.parse(/id="boot">(.*?)<\/script>/s.exec(await answer.text())![1]!) as PageBlock;
    expect(block.viewer).toEqual({ kind: 'nobody' });
    expect(block.page).toMatchObject({ kind: 'event', view: 'viewer', event: { id: eventId, ownerId: '' } });
    const guessed = await (await owner.get(screenPath(eventId, 'board', 'screen-guessed'))).text();
    expect(guessed).not.toContain('"kind":"event"');
    const page = await owner.get(`/timer?eventId=${eventId}&guestViewerKey=${screen.key}`);
    expect(await page.text(), 'as a viewer link').not.toContain('"kind":"event"');

    const live = await openLive(server.url, owner.cookie, { isNobody: true });
    await follow(live, screen.key);
    expect(await live.until('event')).toMatchObject({ view: 'viewer' });
    live.ws.terminate();
  });

  test('[SC1] names, numbers and doubles are bounded, and no key is logged', async () => {
    expect((await make(' ')).body.error?.code).toBe('screen-name-blank');
    expect((await make('x'.repeat(61))).body.error?.code).toBe('text-too-long');
    const id = randomUUID();
    const [{ body: first }, { body: again }] = [await make('Once', id), await make('Twice', id)];
    expect(again).toEqual(first);
    for (;;) {
      const { body } = await make('One more');
      if (body.error === undefined) continue;
      expect(body.error.code).toBe('too-many-screens');
      break;
    }
    const { screens } = (await (await owner.get(path())).json()) as { screens: EventScreen[] };
    expect(screens).toHaveLength(MAX_SCREENS);
    for (const { key } of screens) expect(server.logged.join('\n')).not.toContain(key);
  });

  test('[SC1] the screens go with their event', async () => {
    await closeEvent(server.db, eventId, Date.now());
    expect(await server.db.selectFrom('screenKeys').selectAll().where('eventId', '=', eventId).execute()).toEqual([]);
  });
});
