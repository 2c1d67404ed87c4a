import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { EventCommandBody, ScreensOf } from '../../src/domain/events/commands.ts';
import type { Boot } from '../../src/protocol/account.ts';
import { api } from '../../src/protocol/routes.ts';
import type { EventScreen, EventScreens } from '../../src/protocol/screens.ts';
import { addScreen } from '../../src/server/storage/screen-keys.ts';
import { batchOf, createEvent, eventCommand } from '../support/commands.ts';
import { enginesOf } from '../support/database.ts';
import { openLive } from '../support/live-client.ts';
import { arriveConfirmed, newPerson, PASSWORD } from '../support/people.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';

describe.each(enginesOf('postgres'))('makers of screens, on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(engine);
  });
  afterAll(() => server.stop());

  async function send(client: TestClient, eventId: string, body: EventCommandBody, key?: string): Promise<void> {
    const batch = { ...batchOf(eventCommand(eventId, body)), keys: key === undefined ? {} : { [eventId]: key } };
    const answer = await client.post<{ answers: { status: string }[] }>(api.commands, batch);
    expect(answer.body.answers.map(({ status }) => status)).toEqual(['accepted']);
  }
  const pathOf = (eventId: string) => api.screens.replace(':eventId', eventId);
  const make = async (client: TestClient, eventId: string, name: string) =>
    (await client.post<EventScreen>(pathOf(eventId), { id: randomUUID(), name })).body;
  const list = async (client: TestClient, eventId: string) =>
    ((await (await client.get(pathOf(eventId))).json()) as EventScreens).screens;
  const withdraw = (client: TestClient, eventId: string, { id }: EventScreen) =>
    fetch(`${server.url}${pathOf(eventId)}/${id}`, {
      method: 'DELETE',
      headers: { cookie: client.cookie, origin: server.url },
    });
  const opens = async (eventId: string, { key }: EventScreen) =>
    (await server.client().get(`${api.event.replace(':eventId', eventId)}?key=${key}`)).status === 200;
  const userIdOf = async (client: TestClient): Promise<string> => {
    const { viewer } = await client.boot();
    return viewer.kind === 'nobody' ? '' : viewer.userId;
  };

  /** An event with a screen of its owner, of an invited admin, of a guest, and of nobody. */
  async function stage() {
    const { client: owner } = await arriveConfirmed(server);
    const { client: invited, person } = await arriveConfirmed(server);
    const eventId = randomUUID();
    await owner.post(api.commands, batchOf(createEvent(eventId)));
    await send(owner, eventId, { type: 'admin.invite', email: person.email });
    const keys = server.db.selectFrom('eventKeys').select('admin').where('eventId', '=', eventId);
    const { admin } = await keys.executeTakeFirstOrThrow();
    const guest = server.client();
    await guest.post<Boot>(api.anonymous, {});
    await send(guest, eventId, { type: 'admin.join' }, admin);
    const screens = {
      owner: await make(owner, eventId, 'TV'),
      invited: await make(invited, eventId, 'Announcer'),
      guest: await make(guest, eventId, 'Tent'),
      before: {
        id: randomUUID(),
        name: 'Before',
        key: `screen-${randomUUID()}`,
        createdAt: 1,
        kind: null,
        maker: null,
      },
    };
    const { maker: _, ...before } = screens.before;
    await server.db
      .insertInto('screenKeys')
      .values({ ...before, eventId })
      .execute();
    const lit = async () => {
      const found: string[] = [];
      for (const [name, screen] of Object.entries(screens)) if (await opens(eventId, screen)) found.push(name);
      return found;
    };
    return { owner, invited, guest, person, eventId, screens, lit, adminKey: admin };
  }

  test('[SC11] guests see and withdraw the screens that they made; the owner and invited admins all, with who made them', async () => {
    const { owner, invited, guest, person, eventId, screens, lit } = await stage();
    expect(await list(guest, eventId)).toEqual([screens.guest]);
    expect(screens.guest.maker).toEqual({ isYou: true, isGuest: true, name: null });
    const makersFor = async (client: TestClient) =>
      Object.fromEntries((await list(client, eventId)).map(({ name, maker }) => [name, maker]));
    expect(await makersFor(owner)).toEqual({
      Before: null,
      TV: { isYou: true, isGuest: false, name: expect.any(String) },
      Announcer: { isYou: false, isGuest: false, name: person.username },
      Tent: { isYou: false, isGuest: true, name: null },
    });
    expect(await makersFor(invited)).toMatchObject({ TV: { isYou: false }, Announcer: { isYou: true } });

    for (const other of [screens.owner, screens.before]) {
      expect(await (await withdraw(guest, eventId, other)).json()).toEqual({ screens: [screens.guest] });
      const again = await guest.post<{ error?: { code: string } }>(pathOf(eventId), { id: other.id, name: 'Mine' });
      expect(again.body.error?.code, 'with the id of another’s screen').toBe('invalid-argument');
    }
    expect(await lit()).toEqual(['owner', 'invited', 'guest', 'before']);
    await withdraw(guest, eventId, screens.guest);
    await withdraw(invited, eventId, screens.before);
    expect(await lit()).toEqual(['owner', 'invited']);
  });

  const endings: Record<string, (race: Awaited<ReturnType<typeof stage>>) => Promise<void>> = {
    'is removed': async ({ owner, guest, eventId }) =>
      send(owner, eventId, { type: 'admin.remove', userId: await userIdOf(guest) }),
    leaves: ({ guest, eventId }) => send(guest, eventId, { type: 'admin.leave' }),
    'loses access with the admin link': ({ owner, eventId }) =>
      send(owner, eventId, { type: 'keys.rotate', which: 'admin', withdraws: [] }),
  };
  test.each(Object.entries(endings))(
    '[SC10] a guest’s screen ends at once when the guest %s; all others stay',
    async (_, end) => {
      const race = await stage();
      const live = await openLive(server.url);
      live.send({ type: 'follow-event', eventId: race.eventId, after: null, key: race.screens.guest.key });
      await live.until('event');
      await end(race);
      expect(await live.until('gone')).toMatchObject({ code: 'event-not-found' });
      live.ws.terminate();
      expect(await race.lit()).toEqual(['owner', 'invited', 'before']);
    },
  );

  test('[SC10] the screen of an admin invited by address goes with the address, and with the account', async () => {
    const first = await stage();
    await send(first.owner, first.eventId, { type: 'admin.uninvite', email: first.person.email });
    expect(await first.lit()).toEqual(['owner', 'guest', 'before']);

    const second = await stage();
    const live = await openLive(server.url);
    live.send({ type: 'follow-event', eventId: second.eventId, after: null, key: second.screens.invited.key });
    await live.until('event');
    // Without being told, nodes would find out with the erasure, which may be hours later.
    const told = vi.spyOn(server.live, 'screensChanged');
    expect((await second.invited.post(api.deleteAccount, { password: PASSWORD })).status).toBe(200);
    expect(told).toHaveBeenCalledWith([second.eventId]);
    expect(await live.until('gone')).toMatchObject({ code: 'event-not-found' });
    live.ws.terminate();
    expect(await second.lit()).toEqual(['owner', 'guest', 'before']);
  });

  test('[SC10] a guest who logs in keeps the screen, until the account is removed', async () => {
    const { owner, guest, eventId, lit, screens } = await stage();
    const person = newPerson();
    await server.client().post(api.signUp, person);
    await guest.post(api.login, { email: person.email, password: person.password });
    expect(await lit()).toContain('guest');
    expect(await list(guest, eventId)).toMatchObject([{ id: screens.guest.id, maker: { isYou: true } }]);
    await send(owner, eventId, { type: 'admin.remove', userId: await userIdOf(guest) });
    expect(await lit()).toEqual(['owner', 'invited', 'before']);
  });

  const choices: readonly [readonly ScreensOf[] | undefined, readonly string[]][] = [
    [undefined, ['owner', 'invited', 'before']],
    [['guests'], ['owner', 'invited', 'before']],
    [[], ['owner', 'invited', 'guest', 'before']],
    [['others'], ['guest']],
    [['guests', 'others'], []],
  ];
  test.each(choices)('[SC12] a change of the viewer link that withdraws %j leaves %j', async (withdraws, left) => {
    const { owner, eventId, lit } = await stage();
    await send(owner, eventId, { type: 'keys.rotate', which: 'viewer', ...(withdraws && { withdraws }) });
    expect(await lit()).toEqual(left);
  });

  test('[SC12] a change of the admin link withdraws the screens of others only if it says so', async () => {
    const { owner, eventId, lit } = await stage();
    await send(owner, eventId, { type: 'keys.rotate', which: 'admin', withdraws: ['others'] });
    expect(await lit()).toEqual([]);
  });

  test('[SC10] a screen that is made while its maker is being removed is not made', async () => {
    const { owner, guest, eventId } = await stage();
    const userId = await userIdOf(guest);
    await send(owner, eventId, { type: 'admin.remove', userId });
    // The route has looked before the removal, and stores after it.
    const screen = { id: randomUUID(), name: 'Late', key: 'screen-late', createdAt: 1, kind: null };
    const added = await addScreen(server.storage, eventId, screen, { userId, verifiedEmail: null });
    expect(added).toEqual({ ok: false, error: 'permission-denied' });
    expect(await list(owner, eventId)).toHaveLength(3);
  });
});
