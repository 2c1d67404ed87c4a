import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Boot } from '../../src/protocol/account.ts';
import type { Command, CommandAnswers } from '../../src/protocol/commands.ts';
import type { ErrorAnswer } from '../../src/protocol/errors.ts';
import type { AccountSnapshot, SharedGroup } from '../../src/protocol/live.ts';
import { api } from '../../src/protocol/routes.ts';
import { askRunningServer } from '../../src/server/admin/socket.ts';
import { addRacers, batchOf, createEvent, createRacer, eventCommand, tap } from '../support/commands.ts';
import { engines } from '../support/database.ts';
import { inFull } from '../support/in-full.ts';
import { arrive, confirmAddress } from '../support/people.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';

describe.each(engines)('commands over HTTP on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(engine);
  });
  afterAll(() => server.stop());

  const send = async (client: TestClient, ...commands: Command[]) => {
    const { body } = await client.post<CommandAnswers>(api.commands, batchOf(...commands));
    return body.answers.map((answer) => (answer.status === 'refused' ? answer.code : answer.status));
  };
  const read = async (client: TestClient, path: string) => {
    const response = await client.get(path);
    return { status: response.status, text: await response.text() };
  };
  const account = async (client: TestClient) => JSON.parse((await read(client, api.account)).text) as AccountSnapshot;
  const eventPath = (eventId: string, query = '') => `/api/events/${eventId}${query}`;
  const keysOf = (eventId: string) =>
    server.db.selectFrom('eventKeys').selectAll().where('eventId', '=', eventId).executeTakeFirstOrThrow();

  async function newRace() {
    const { client, person } = await arrive(server);
    const [eventId, racerId] = [randomUUID(), randomUUID()];
    await send(
      client,
      createEvent(eventId),
      createRacer(racerId),
      addRacers(eventId, racerId),
      tap(eventId, 'start', racerId),
    );
    return { client, person, eventId, racerId };
  }

  test('the account shows what was made, with counts and credits', async () => {
    const { client, eventId, racerId } = await newRace();
    expect(await account(client)).toMatchObject({
      credits: 77,
      events: [{ id: eventId, name: 'Tuesday 10', isOwner: true, total: 1, finished: 0, onCourse: 1 }],
      racers: [{ id: racerId, name: 'Ada' }],
    });
    await send(client, tap(eventId, 'finish', racerId));
    expect((await account(client)).events).toMatchObject([{ finished: 1, onCourse: 0 }]);
  });

  test('[T1] [T6] [K2] captured readings come back as they were sent, however old or early', async () => {
    const { client, eventId, racerId } = await newRace();
    const now = Date.now();
    const times = [now - 7 * 24 * 3_600_000 + 0.125, now + 3_600_000];
    const taps = times.map((at) => tap(eventId, 'finish', racerId, { at }));
    expect(await send(client, ...taps)).toEqual(['accepted', 'accepted']);
    const { event } = JSON.parse((await read(client, eventPath(eventId))).text) as {
      event: { taps: Record<string, { captured: object; note: string }> };
    };
    expect(taps.map(({ id }) => event.taps[id]!.captured)).toEqual(taps.map(({ captured }) => captured));
    expect(taps.map(({ id }) => event.taps[id]!.note)).toEqual(['late', 'ahead']);
  });

  test('impossible times are refused one by one, and the good tap beside them is stored', async () => {
    const { client, eventId, racerId } = await newRace();
    const odd = (wall: unknown) => {
      const command = tap(eventId, 'finish', racerId);
      return { ...command, captured: { ...command.captured, wall } } as Command;
    };
    const answers = await send(
      client,
      odd(1e308),
      odd(1_800_000_000),
      odd(null),
      odd('now'),
      odd(-1),
      tap(eventId, 'finish', racerId),
    );
    expect(answers).toEqual([
      'time-not-plausible',
      'time-not-plausible',
      'invalid-argument',
      'invalid-argument',
      'time-not-plausible',
      'accepted',
    ]);
    const nan = JSON.stringify(batchOf(odd(0))).replace('"wall":0', '"wall":NaN');
    expect((await client.postText(api.commands, nan)).body.error.code).toBe('invalid-json');
  });

  test('unknown commands and foreign fields harm nobody', async () => {
    const { client, eventId, racerId } = await newRace();
    const forged = {
      ...tap(eventId, 'finish', racerId),
      counts: true,
      seq: 1,
      by: { userId: 'somebody-else' },
    } as unknown as Command;
    const unknown = { ...tap(eventId, 'finish', racerId), type: 'event.hack' } as unknown as Command;
    expect(await send(client, unknown, forged)).toEqual(['invalid-argument', 'accepted']);
    const { text } = await read(client, eventPath(eventId));
    expect(text).not.toContain('somebody-else');
  });

  test('batches are limited, and need a session and a known version', async () => {
    const { client, eventId, racerId } = await newRace();
    const one = tap(eventId, 'finish', racerId);
    const refusal = async (who: TestClient, body: object) =>
      (await who.post<ErrorAnswer>(api.commands, body)).body.error.code;
    expect(await refusal(server.client(), batchOf(one))).toBe('unauthenticated');
    expect(await refusal(client, { ...batchOf(one), userId: 'somebody-else' })).toBe('unauthenticated');
    expect(await refusal(client, batchOf())).toBe('invalid-argument');
    expect(await refusal(client, batchOf(...Array.from({ length: 101 }, () => one)))).toBe('invalid-argument');
    expect(await refusal(client, { ...batchOf(one), protocol: 0 })).toBe('client-outdated');
    expect(await refusal(client, { ...batchOf(one), protocol: 99 })).toBe('unavailable');
  });

  test(
    'a long queue of commands for an event that was deleted meanwhile: each gets its answer',
    { timeout: 180_000 },
    async () => {
      const { client, eventId, racerId } = await newRace();
      await send(client, eventCommand(eventId, { type: 'event.delete' }));
      const before = await server.db.selectFrom('changes').select('seq').where('eventId', '=', eventId).execute();
      const codes = new Set<string>();
      for (let sent = 0; sent < inFull(10_000, 1_000); sent += 100) {
        for (const code of await send(client, ...Array.from({ length: 100 }, () => tap(eventId, 'finish', racerId))))
          codes.add(code);
      }
      expect(codes).toEqual(new Set(['event-deleted']));
      expect(await server.db.selectFrom('changes').select('seq').where('eventId', '=', eventId).execute()).toEqual(
        before,
      );
    },
  );

  test('a viewer sees the times and nothing about who runs the event; others see nothing at all', async () => {
    const { client, person, eventId } = await newRace();
    await confirmAddress(server, person.email);
    await send(client, eventCommand(eventId, { type: 'admin.invite', email: 'eli@example.org' }));
    const keys = await keysOf(eventId);
    const viewer = await read(server.client(), eventPath(eventId, `?key=${keys.viewer}`));
    expect(JSON.parse(viewer.text)).toMatchObject({ view: 'viewer', event: { name: 'Tuesday 10', admins: [] } });
    const userId = (await client.boot()).viewer;
    for (const secret of [keys.admin, 'eli@example.org', person.email, userId.kind === 'user' ? userId.userId : '']) {
      expect(viewer.text).not.toContain(secret);
    }
    const owner = JSON.parse((await read(client, eventPath(eventId))).text) as { keys: object };
    expect(owner.keys).toEqual({ admin: keys.admin, viewer: keys.viewer });
    const { client: stranger } = await arrive(server);
    const withoutId = ({ status, text }: { status: number; text: string }) => [
      status,
      text.replace(/"requestId":"[^"]*"/, ''),
    ];
    const missing = withoutId(await read(stranger, eventPath(randomUUID())));
    expect(withoutId(await read(stranger, eventPath(eventId)))).toEqual(missing);
    expect(withoutId(await read(server.client(), eventPath(eventId, '?key=wrongkey')))).toEqual(missing);
    expect(withoutId(await read(server.client(), eventPath(eventId, '/changes?after=0&key=wrongkey')))).toEqual(
      missing,
    );
  });

  test('one odd observation or key does not hold up the taps beside it', async () => {
    const { client, eventId, racerId } = await newRace();
    const captured = { wall: 12, monotonic: 1000, origin: 5 };
    const command = { ...tap(eventId, 'finish', racerId), captured };
    const observations = [{ reading: { wall: 0 } }, 'x', { reading: captured, common: Date.now(), uncertainty: 5 }];
    const { body } = await client.post<CommandAnswers>(api.commands, {
      ...batchOf(command),
      observations,
      keys: { x: 1 },
    });
    expect(body.answers, 'a phone whose clock was never set is placed by what was measured').toMatchObject([
      { status: 'accepted', changes: [{ captured, placed: { uncertainty: 5 } }] },
    ]);
  });

  test('a reader gets the changes after a number, or the whole event when the number does not exist', async () => {
    const { client, eventId } = await newRace();
    const changes = async (after: number) =>
      JSON.parse((await read(client, eventPath(eventId, `/changes?after=${after}`))).text) as {
        changes?: { seq: number }[];
        event?: object;
      };
    expect((await changes(1)).changes?.map(({ seq }) => seq)).toEqual([2, 3]);
    expect((await changes(3)).changes).toEqual([]);
    expect(await changes(99)).toHaveProperty('event');
    expect((await client.get(eventPath(eventId, '/changes?after=-1'))).status).toBe(400);
  });

  test('[M8] [WY12] a share group lists the events shared to it, with the viewer key, and an unknown group lists nothing', async () => {
    const { client, person, eventId } = await newRace();
    const boot = await client.boot();
    const groupId = boot.viewer.kind === 'user' ? boot.viewer.userId : '';
    const nothingShared = { id: groupId, name: 'public', events: [] };
    const group = async (id: string) =>
      JSON.parse((await read(server.client(), `/api/groups/${id}`)).text) as SharedGroup;
    expect(await group(groupId)).toEqual(nothingShared);
    await send(client, eventCommand(eventId, { type: 'group.share' }));
    const { viewer } = await keysOf(eventId);
    expect(await group(groupId), 'WY12 whose events they are').toMatchObject({
      owner: person.username,
      events: [{ id: eventId, name: 'Tuesday 10', viewerKey: viewer }],
    });
    await send(client, eventCommand(eventId, { type: 'event.delete' }));
    expect(await group(groupId), 'WY12 an owner who shares nothing is not named').toEqual(nothingShared);
    expect(await group('nobody')).toEqual({ id: 'nobody', name: null, events: [] });
  });

  test('[WY1] a share group that is absent is created when it is read, for accounts alone', async () => {
    const { client, eventId } = await newRace();
    const boot = await client.boot();
    const groupId = boot.viewer.kind === 'user' ? boot.viewer.userId : '';
    await server.db.deleteFrom('shareGroups').where('id', '=', groupId).execute();
    await send(client, eventCommand(eventId, { type: 'group.share' }));
    expect(JSON.parse((await read(server.client(), `/api/groups/${groupId}`)).text)).toMatchObject({
      name: 'public',
      events: [{ id: eventId }],
    });
    expect(await server.db.selectFrom('shareGroups').select('name').where('ownerId', '=', groupId).execute()).toEqual([
      { name: 'public' },
    ]);

    const guest = server.client();
    const { body } = await guest.post<Boot>(api.anonymous, {});
    const guestId = body.viewer.kind === 'anonymous' ? body.viewer.userId : '';
    for (const id of [guestId, 'nobody']) {
      expect(JSON.parse((await read(guest, `/api/groups/${id}`)).text)).toEqual({ id, name: null, events: [] });
    }
    const owners = await server.db
      .selectFrom('shareGroups')
      .select('id')
      .where('id', 'in', [guestId, 'nobody'])
      .execute();
    expect(owners).toEqual([]);
  });

  test('[V9] a guest admin who logs in keeps the rights, and the anonymous user is gone', async () => {
    const { client, eventId, racerId } = await newRace();
    const { admin } = await keysOf(eventId);
    const { person } = await arrive(server);
    const guest = server.client();
    const anonymous = (await guest.post(api.anonymous)).body.viewer;
    const joined = await guest.post<CommandAnswers>(api.commands, {
      ...batchOf(eventCommand(eventId, { type: 'admin.join' })),
      keys: { [eventId]: admin },
    });
    expect(joined.body.answers).toMatchObject([{ status: 'accepted' }]);
    await guest.post(api.login, { email: person.email, password: person.password });
    expect((await account(guest)).events).toMatchObject([{ id: eventId, isOwner: false }]);
    expect(await send(guest, tap(eventId, 'finish', racerId))).toEqual(['accepted']);
    const gone = await server.db
      .selectFrom('user')
      .select('id')
      .where('id', '=', anonymous.kind === 'anonymous' ? anonymous.userId : '')
      .execute();
    expect(gone).toEqual([]);
    expect(await send(client, eventCommand(eventId, { type: 'event.rename', name: 'Still mine' }))).toEqual([
      'accepted',
    ]);
  });

  test('[P10] [V2] arriving credits pay for waiting events and racers, the oldest first', async () => {
    const { client, person } = await arrive(server);
    const eventIds = Array.from({ length: 7 }, () => randomUUID());
    await send(client, ...eventIds.map((eventId) => createEvent(eventId)), createRacer());
    const waiting = async () => (await account(client)).events.filter(({ awaitingCredits }) => awaitingCredits).length;
    expect(await waiting()).toBe(2);
    await askRunningServer(server.dataDir, ['grant', person.email, '25']);
    expect(await waiting()).toBe(1);
    expect(await account(client)).toMatchObject({ credits: 2, racers: [{ awaitingCredits: false }] });
  });
});
