import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { EventState } from '../../src/domain/events/state.ts';
import { epochMs } from '../../src/domain/units.ts';
import type { Command, CommandAnswers } from '../../src/protocol/commands.ts';
import { ACCOUNT_TOPIC, eventTopic, type ServerMessage } from '../../src/protocol/live.ts';
import { api } from '../../src/protocol/routes.ts';
import { createCommandQueue } from '../../src/server/commands/command-queue.ts';
import { createCommandStore } from '../../src/server/storage/command-store.ts';
import { addRacers, batchOf, createEvent, createRacer, eventCommand, racerCommand, tap } from '../support/commands.ts';
import { engines, quiet } from '../support/database.ts';
import { type LiveClient, openLive, openRefused, replay } from '../support/live-client.ts';
import { arrive } from '../support/people.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';

const SESSION_ENDED = 4401;
/** Long enough for whatever is on its way to have come. */
const settle = () => sleep(150);

describe.each(engines)('live on %s', (engine) => {
  let server: TestServer;
  const open = new Set<LiveClient>();
  beforeAll(async () => {
    server = await startTestServer(engine, { liveLimits: { sessionCheckMs: 250, connectionsPerAddress: 250 } });
  });
  afterAll(() => server.stop());
  afterEach(async () => {
    for (const client of open) client.ws.terminate();
    await Promise.all([...open].map((client) => client.closed()));
    open.clear();
  });

  async function connect(client?: TestClient): Promise<LiveClient> {
    const live = await openLive(server.url, client?.cookie);
    open.add(live);
    return live;
  }
  async function send(client: TestClient, ...commands: Command[]): Promise<void> {
    await sendWithKeys(client, {}, ...commands);
  }
  async function sendWithKeys(client: TestClient, keys: Record<string, string>, ...commands: Command[]) {
    const { body } = await client.post<CommandAnswers>(api.commands, { ...batchOf(...commands), keys });
    expect(body.answers.map(({ status }) => status)).toEqual(commands.map(() => 'accepted'));
  }
  const keysOf = (eventId: string) =>
    server.db.selectFrom('eventKeys').selectAll().where('eventId', '=', eventId).executeTakeFirstOrThrow();
  async function stored(client: TestClient, eventId: string): Promise<EventState> {
    return ((await (await client.get(`/api/events/${eventId}`)).json()) as { event: EventState }).event;
  }
  async function newRace() {
    const { client: owner, person } = await arrive(server);
    const [eventId, racerId] = [randomUUID(), randomUUID()];
    await send(owner, createEvent(eventId), createRacer(racerId), addRacers(eventId, racerId));
    const { viewer } = await owner.boot();
    const ownerId = viewer.kind === 'user' ? viewer.userId : '';
    return { owner, ownerId, person, eventId, racerId, keys: await keysOf(eventId) };
  }
  async function joinAsGuest(eventId: string, key: string) {
    const guest = server.client();
    const { body } = await guest.post(api.anonymous);
    await sendWithKeys(guest, { [eventId]: key }, eventCommand(eventId, { type: 'admin.join' }));
    return { guest, guestId: body.viewer.kind === 'anonymous' ? body.viewer.userId : '' };
  }
  async function follow(live: LiveClient, eventId: string, key?: string, after: number | null = null) {
    live.send({ type: 'follow-event', eventId, after, ...(key !== undefined && { key }) });
    return after === null ? live.until('event') : live.until('changes');
  }
  const seqOf = (message: ServerMessage) => (message.type === 'changes' ? (message.changes.at(-1)?.seq ?? 0) : 0);

  test('whoever follows gets the whole, and then every change as it is stored', async () => {
    const { owner, eventId, racerId, keys } = await newRace();
    const live = await connect(owner);
    const whole = await follow(live, eventId);
    expect(whole).toMatchObject({ view: 'admin', keys: { admin: keys.admin, viewer: keys.viewer } });
    await send(owner, tap(eventId, 'start', racerId));
    await live.until('changes', (message) => message.changes[0]?.type === 'tap-recorded');
    expect(replay(live.messages, eventId)).toEqual(await stored(owner, eventId));
  });

  test('coming and going while others write, nobody misses a change or gets one twice', async () => {
    const { owner, eventId, racerId, keys } = await newRace();
    let isWriting = true;
    const writing = Promise.all(
      ['start', 'finish', 'finish'].map(async (line) => {
        for (let index = 0; index < 60; index += 1) await send(owner, tap(eventId, line as 'start', racerId));
      }),
    ).then(() => (isWriting = false));
    async function look(event: EventState | null, ms: number): Promise<EventState | null> {
      const live = await connect();
      live.send({ type: 'follow-event', eventId, after: event?.seq ?? null, key: keys.viewer });
      await sleep(ms);
      live.ws.terminate();
      await live.closed();
      return replay(live.messages, eventId, event);
    }
    const viewers = Array.from({ length: 6 }, async (_, index) => {
      let event: EventState | null = null;
      while (isWriting) event = await look(event, 10 * 2 ** index);
      return look(event, 200);
    });
    await writing;
    const seen = await Promise.all(viewers);
    const { seq, counting, taps } = await stored(owner, eventId);
    expect(seq).toBe(2 + 180);
    for (const event of seen) {
      expect(event).toMatchObject({ seq, counting });
      expect(Object.keys(event!.taps)).toEqual(Object.keys(taps));
    }
  });

  test('whoever was away for long, or says a number that does not exist, gets the whole', async () => {
    const { owner, eventId, racerId } = await newRace();
    for (let batch = 0; batch < 6; batch += 1) {
      await send(owner, ...Array.from({ length: 90 }, () => tap(eventId, 'finish', racerId)));
    }
    const live = await connect(owner);
    for (const after of [1, 9_000_000]) {
      live.mark();
      live.send({ type: 'follow-event', eventId, after });
      expect((await live.until('event')).event.seq).toBe(542);
    }
    live.mark();
    live.send({ type: 'follow-event', eventId, after: 60 });
    expect((await live.until('changes')).changes.map(({ seq }) => seq)).toEqual(
      Array.from({ length: 482 }, (_, index) => 61 + index),
    );
  });

  test('in what a viewer is sent, byte for byte, nothing names who runs the event or opens more of it', async () => {
    const { owner, ownerId, person, eventId, racerId, keys } = await newRace();
    const viewer = await connect();
    await follow(viewer, eventId, keys.viewer);
    const { guest, guestId } = await joinAsGuest(eventId, keys.admin);
    await send(guest, tap(eventId, 'start', racerId));
    const { client: heir, person: heirPerson } = await arrive(server);
    await sendWithKeys(heir, { [eventId]: keys.admin }, eventCommand(eventId, { type: 'admin.join' }));
    const { viewer: heirViewer } = await heir.boot();
    const heirId = heirViewer.kind === 'user' ? heirViewer.userId : '';
    await send(
      owner,
      eventCommand(eventId, { type: 'admin.invite', email: 'eli@example.org' }),
      eventCommand(eventId, { type: 'group.share' }),
      eventCommand(eventId, { type: 'owner.change', userId: heirId }),
    );
    await viewer.until('changes', (message) => seqOf(message) >= (replay(viewer.messages, eventId)?.seq ?? 0));
    await settle();
    const [late, resumed] = [await connect(), await connect()];
    await follow(late, eventId, keys.viewer);
    await follow(resumed, eventId, keys.viewer, 1);
    const { seq } = await stored(owner, eventId);
    for (const live of [viewer, late]) expect(replay(live.messages, eventId)?.seq).toBe(seq);
    expect(resumed.messages.map(seqOf)).toContain(seq);
    for (const live of [viewer, late, resumed]) {
      const { admin, viewer: viewerKey } = keys;
      const people = [ownerId, guestId, heirId, person.email, person.username, heirPerson.username, 'eli@example.org'];
      for (const secret of [...people, admin, viewerKey]) expect(live.received, secret).not.toContain(secret);
    }
  });

  test('a guest whose link is changed gets nothing more; who stays gets the new keys', async () => {
    const { owner, eventId, racerId, keys } = await newRace();
    const { guest } = await joinAsGuest(eventId, keys.admin);
    const [boss, helper, spectator] = [await connect(owner), await connect(guest), await connect()];
    await follow(boss, eventId);
    expect(await follow(helper, eventId)).toMatchObject({ view: 'admin', keys: { admin: keys.admin } });
    await follow(spectator, eventId, keys.viewer);

    boss.mark();
    await send(owner, eventCommand(eventId, { type: 'keys.rotate', which: 'admin' }), tap(eventId, 'start', racerId));
    const gone = { topic: eventTopic(eventId), code: 'event-not-found' };
    expect(await helper.until('gone')).toMatchObject(gone);
    const { admin } = await keysOf(eventId);
    expect((await boss.until('event')).keys?.admin).toBe(admin);
    await spectator.until('changes', (message) => message.changes.some(({ type }) => type === 'tap-recorded'));
    const last = helper.messages.at(-1);

    await send(owner, eventCommand(eventId, { type: 'keys.rotate', which: 'viewer' }), tap(eventId, 'finish', racerId));
    expect(await spectator.until('gone')).toMatchObject(gone);
    await settle();
    expect(helper.messages.at(-1)).toBe(last);
    expect(helper.received).not.toContain('"tap-recorded"');
    expect(spectator.received).not.toContain('"line":"finish"');
    expect(replay(boss.messages, eventId)).toEqual(await stored(owner, eventId));
    expect(boss.received).toContain('"line":"finish"');
  });

  test('a viewer who becomes an admin, and is removed again, sees each time what their role may see', async () => {
    const { owner, eventId, keys } = await newRace();
    const guest = server.client();
    await guest.post(api.anonymous);
    const live = await connect(guest);
    expect(await follow(live, eventId, keys.viewer)).toMatchObject({ view: 'viewer', event: { ownerId: '' } });
    live.mark();
    await sendWithKeys(guest, { [eventId]: keys.admin }, eventCommand(eventId, { type: 'admin.join' }));
    const { event } = await live.until('event', ({ view }) => view === 'admin');
    const guestId = event.admins.flatMap((admin) => (admin.kind === 'user' ? [admin.userId] : []))[0]!;
    live.mark();
    await send(owner, eventCommand(eventId, { type: 'admin.remove', userId: guestId }));
    expect((await live.until('event')).view).toBe('viewer');
  });

  test('an event that one may not see looks like one that is not there', async () => {
    const { eventId } = await newRace();
    const { client: stranger } = await arrive(server);
    const answers = [];
    for (const [asked, key] of [[eventId], [randomUUID()], [eventId, 'wrongkey'], [randomUUID(), 'wrongkey']]) {
      const live = await connect(stranger);
      live.send({ type: 'follow-event', eventId: asked!, after: null, ...(key !== undefined && { key }) });
      answers.push({ ...(await live.until('gone')), topic: '' });
      expect(live.messages).toHaveLength(1);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set(['{"type":"gone","topic":"","code":"event-not-found"}']),
    );
  });

  test('an event that is deleted ends for everybody but its owner, who sees it come back', async () => {
    const { owner, eventId, keys } = await newRace();
    const [boss, spectator] = [await connect(owner), await connect()];
    await follow(boss, eventId);
    await follow(spectator, eventId, keys.viewer);
    await send(owner, eventCommand(eventId, { type: 'event.delete' }));
    expect((await spectator.until('gone')).code).toBe('event-deleted');
    await send(owner, eventCommand(eventId, { type: 'event.restore' }));
    await boss.until('changes', ({ changes }) => changes.some(({ type }) => type === 'event-restored'));
    await follow(spectator, eventId, keys.viewer);
  });

  test('what another node has stored is read from the log, on a hint or when the next change shows the gap', async () => {
    const { owner, ownerId, eventId, racerId } = await newRace();
    const clock = { now: () => epochMs(Date.now()) };
    const store = createCommandStore(server.storage);
    const otherNode = createCommandQueue({ store, clock, log: quiet, onCommitted: () => undefined });
    const sender = { userId: ownerId, isAnonymous: false, verifiedEmail: null, name: '', keys: {} };
    const elsewhere = () => otherNode.submit([{ command: tap(eventId, 'finish', racerId), sender, observations: [] }]);
    const live = await connect(owner);
    await follow(live, eventId);

    await elsewhere();
    await elsewhere();
    await settle();
    expect(replay(live.messages, eventId)?.seq).toBe(2);
    server.live.hint(eventId, 4);
    await live.until('changes', (message) => seqOf(message) === 4);

    await elsewhere();
    await send(owner, tap(eventId, 'start', racerId));
    await live.until('changes', (message) => seqOf(message) === 6);
    server.live.hint(eventId, 3);
    server.live.hint(eventId, 1_000_000);
    await settle();
    expect(replay(live.messages, eventId)).toEqual(await stored(owner, eventId));
  });

  test('a reader who does not read is cut, and the others are not disturbed', async () => {
    const { owner, eventId, racerId, keys } = await newRace();
    const [slow, good] = [await connect(), await connect()];
    await follow(slow, eventId, keys.viewer);
    await follow(good, eventId, keys.viewer);
    slow.ws.pause();
    const before = server.live.counts.cut;
    for (let batch = 0; batch < 6; batch += 1) {
      await send(owner, ...Array.from({ length: 90 }, () => tap(eventId, 'finish', racerId)));
    }
    // Each time the whole event, some hundred kilobytes: more than the network between the two can hold.
    for (let asked = 0; asked < 190 && server.live.counts.cut === before; asked += 1) {
      slow.send({ type: 'follow-event', eventId, after: null, key: keys.viewer });
      await sleep(5);
    }
    expect(server.live.counts.cut).toBe(before + 1);
    await send(owner, tap(eventId, 'start', racerId));
    const { seq } = await stored(owner, eventId);
    await good.until('changes', (message) => seqOf(message) === seq);
    expect(replay(good.messages, eventId)?.seq).toBe(seq);
    slow.ws.resume();
    expect((await slow.closed()).code).toBe(1006);
    const resumed = await connect();
    const event = replay(slow.messages, eventId)!;
    resumed.send({ type: 'follow-event', eventId, after: event.seq, key: keys.viewer });
    await resumed.until('changes', (message) => seqOf(message) === seq);
    expect(replay(resumed.messages, eventId, event)?.seq).toBe(seq);
  });

  test('sockets that send nonsense are closed with a reason, one that says nothing is not, and all others go on', async () => {
    const { owner, eventId, racerId, keys } = await newRace();
    const [good, silent] = [await connect(), await connect()];
    await follow(good, eventId, keys.viewer);
    const nonsense: [number, (live: LiveClient) => void][] = [
      [1003, ({ ws }) => ws.send(Buffer.from([0, 1, 2, 255]))],
      [1009, ({ ws }) => ws.send('x'.repeat(1024 * 1024))],
      [1008, ({ ws }) => ws.send('{"type":')],
      [1008, ({ ws }) => ws.send('{"type":"drop-table"}')],
      [1008, ({ ws }) => ws.send('[]')],
      [1008, ({ ws }) => ws.send('{"type":"follow-event","eventId":"../../etc","after":null}')],
      [1008, ({ ws }) => ws.send(`{"type":"follow-event","eventId":"${eventId}","after":-1}`)],
      [1008, ({ ws }) => Array.from({ length: 400 }, () => ws.send('{"type":"alive"}'))],
      [1008, ({ ws }) => Array.from({ length: 400 }, () => ws.ping())],
    ];
    for (const [code, misbehave] of nonsense) {
      const live = await connect();
      misbehave(live);
      expect((await live.closed()).code, misbehave.toString()).toBe(code);
    }
    const pieces = await connect();
    const text = JSON.stringify({ type: 'follow-event', eventId, after: null, key: keys.viewer });
    [...text].forEach((letter, index) => pieces.ws.send(letter, { fin: index === text.length - 1 }));
    await pieces.until('event');
    await send(owner, tap(eventId, 'start', racerId));
    await good.until('changes');
    silent.send({ type: 'clock', exchange: 1 });
    await silent.until('clock');
  });

  test('a socket follows 50 things and no more, and unfollowing makes room', async () => {
    const live = await connect();
    const groups = Array.from({ length: 51 }, () => randomUUID());
    for (const groupId of groups) live.send({ type: 'follow-group', groupId });
    expect(await live.until('gone')).toMatchObject({ topic: `group:${groups[50]}`, code: 'too-many-requests' });
    live.send({ type: 'unfollow', topic: `group:${groups[0]}` });
    live.send({ type: 'follow-group', groupId: groups[50]! });
    await live.until('group', ({ group }) => group.id === groups[50]);
  });

  test('credits, events and racers change in a second tab as they change in the first', async () => {
    const { client } = await arrive(server);
    const tab = await connect(client);
    tab.send({ type: 'follow-account' });
    expect((await tab.until('account')).account).toEqual({ credits: 100, events: [], racers: [] });
    const [eventId, racerId] = [randomUUID(), randomUUID()];
    await send(client, createRacer(racerId));
    expect((await tab.until('racer')).racer).toMatchObject({ id: racerId, name: 'Ada' });
    expect((await tab.until('credits')).credits).toBe(97);
    await send(client, createEvent(eventId), addRacers(eventId, racerId), tap(eventId, 'start', racerId));
    await tab.until('credits', ({ credits }) => credits === 77);
    await tab.until('listed-event', ({ event }) => event.id === eventId && event.isOwner && event.onCourse === 1);
    tab.mark();
    await send(
      client,
      tap(eventId, 'finish', racerId),
      eventCommand(eventId, { type: 'event.rename', name: 'Sprint' }),
    );
    const { event } = await tab.until('listed-event', ({ event }) => event.finished === 1);
    const account = (await (await client.get(api.account)).json()) as { events: unknown[] };
    expect(event).toEqual(account.events[0]);
    await send(client, racerCommand(racerId, { type: 'racer.rename', name: 'Bea' }));
    await tab.until('racer', ({ racer }) => racer.name === 'Bea');
    await send(client, racerCommand(racerId, { type: 'racer.delete' }));
    await tab.until('racer-gone', (message) => message.racerId === racerId);
    await server.db.updateTable('creditAccounts').set({ balance: 500 }).where('balance', '=', 77).execute();
    const { viewer } = await client.boot();
    server.live.accountChanged(viewer.kind === 'user' ? viewer.userId : '');
    await tab.until('credits', ({ credits }) => credits === 500);
  });

  test('an event appears for an admin who was invited by their verified address, and disappears with the right', async () => {
    const { owner, eventId } = await newRace();
    const { client, person } = await arrive(server);
    const tab = await connect(client);
    tab.send({ type: 'follow-account' });
    await tab.until('account');
    const invite = eventCommand(eventId, { type: 'admin.invite', email: person.email });
    await send(owner, invite);
    await settle();
    expect(tab.received).not.toContain(eventId);
    await server.db
      .updateTable('user')
      .set({ emailVerified: engine === 'sqlite' ? 1 : true })
      .where('email', '=', person.email)
      .execute();
    await tab.until('listed-event', ({ event }) => event.id === eventId && !event.isOwner);
    await send(owner, eventCommand(eventId, { type: 'admin.uninvite', email: person.email }));
    await tab.until('unlisted-event', (message) => message.eventId === eventId);
  });

  test('a share group shows events as they are shared, renamed, given a new link and withdrawn', async () => {
    const { owner, ownerId, eventId, keys } = await newRace();
    const live = await connect();
    live.send({ type: 'follow-group', groupId: ownerId });
    expect((await live.until('group')).group).toEqual({ id: ownerId, name: 'public', events: [] });
    await send(owner, eventCommand(eventId, { type: 'group.share' }));
    await live.until('group', ({ group }) => group.events[0]?.viewerKey === keys.viewer);
    await send(owner, eventCommand(eventId, { type: 'event.rename', name: 'Sprint' }));
    await live.until('group', ({ group }) => group.events[0]?.name === 'Sprint');
    await send(owner, eventCommand(eventId, { type: 'keys.rotate', which: 'viewer' }));
    const { viewer } = await keysOf(eventId);
    await live.until('group', ({ group }) => group.events[0]?.viewerKey === viewer);
    live.mark();
    await send(owner, eventCommand(eventId, { type: 'group.withdraw' }));
    await live.until('group', ({ group }) => group.events.length === 0);
  });

  test('200 spectators and a burst of taps: frames are made for the views, not for the sockets', async () => {
    const { owner, eventId, racerId, keys } = await newRace();
    const crowd = await Promise.all(Array.from({ length: 200 }, () => connect()));
    const boss = await connect(owner);
    await Promise.all(crowd.map((live) => follow(live, eventId, keys.viewer)));
    await follow(boss, eventId);
    await boss.until('watching', ({ count }) => count === 201);
    const before = server.live.counts.framesBuilt;
    await send(owner, ...Array.from({ length: 50 }, () => tap(eventId, 'finish', racerId)));
    await Promise.all(crowd.map((live) => live.until('changes', (message) => seqOf(message) === 52)));
    await boss.until('changes', (message) => seqOf(message) === 52);
    expect(server.live.counts.framesBuilt - before).toBeLessThanOrEqual(4);
    for (const live of crowd) expect(replay(live.messages, eventId)?.seq).toBe(52);
  });

  test('a session that ends takes its sockets with it, and leaves those of others', async () => {
    const { owner, eventId, keys } = await newRace();
    const [tab, account, spectator] = [await connect(owner), await connect(owner), await connect()];
    await follow(tab, eventId);
    account.send({ type: 'follow-account' });
    await account.until('account');
    await follow(spectator, eventId, keys.viewer);
    await owner.post(api.logout);
    expect((await tab.closed()).code).toBe(SESSION_ENDED);
    expect((await account.closed()).code).toBe(SESSION_ENDED);
    const returned = await connect(owner);
    returned.send({ type: 'follow-event', eventId, after: null });
    await returned.until('gone');
    returned.send({ type: 'follow-account' });
    expect(await returned.until('gone', ({ topic }) => topic === ACCOUNT_TOPIC)).toMatchObject({
      code: 'unauthenticated',
    });
    expect(spectator.ws.readyState).toBe(spectator.ws.OPEN);
  });

  test('a socket renews no session: the browser could not be given the cookie', async () => {
    const { client } = await arrive(server);
    const { viewer } = await client.boot();
    const userId = viewer.kind === 'user' ? viewer.userId : '';
    const read = () =>
      server.db.selectFrom('session').selectAll().where('userId', '=', userId).executeTakeFirstOrThrow();
    // Old enough to be renewed by whoever comes next.
    const expiresAt = new Date(Date.now() + 20 * 24 * 3_600_000).toISOString();
    await server.db.updateTable('session').set({ expiresAt }).where('userId', '=', userId).execute();
    const before = await read();
    const live = await connect(client);
    live.send({ type: 'follow-account' });
    await live.until('account');
    await sleep(600);
    expect(await read()).toEqual(before);
    expect((await client.get(api.boot)).headers.getSetCookie()).toHaveLength(1);
    expect(await read()).not.toEqual(before);
  });

  test('guessing keys ends after some dozens, and keeps nobody from another event', async () => {
    const [race, other] = [await newRace(), await newRace()];
    const live = await connect();
    for (let guess = 0; guess < 100; guess += 1) {
      live.send({ type: 'follow-event', eventId: race.eventId, after: null, key: `guess${guess}` });
      await live.until('gone');
      if (live.messages.some((message) => message.type === 'gone' && message.code === 'too-many-requests')) break;
      live.mark();
    }
    live.mark();
    live.send({ type: 'follow-event', eventId: race.eventId, after: null, key: race.keys.viewer });
    expect((await live.until('gone')).code).toBe('too-many-requests');
    await follow(live, other.eventId, other.keys.viewer);
    await follow(await connect(race.owner), race.eventId);
  });

  test('other sites, other paths and too many from one address are refused before there is a socket', async () => {
    const { host } = new URL(server.url);
    expect(await openRefused(server.url, { headers: { origin: 'https://evil.example' } })).toBe(403);
    expect(
      await openRefused(server.url, { headers: { origin: `http://${host}`, 'sec-fetch-site': 'cross-site' } }),
    ).toBe(403);
    expect(await openRefused(`${server.url}/other`, {})).toBe(404);
    open.add(await openLive(server.url, '', { headers: { origin: `http://${host}` } }));
    await Promise.all(Array.from({ length: 249 }, () => connect()));
    expect(await openRefused(server.url, {})).toBe(429);
  });

  test('the clock is answered with when it was heard and when it was answered', async () => {
    const live = await connect();
    const before = Date.now();
    live.send({ type: 'clock', exchange: 7 });
    const { exchange, received, sent } = await live.until('clock');
    expect(exchange).toBe(7);
    expect(received).toBeGreaterThanOrEqual(before - 1);
    expect(sent).toBeGreaterThanOrEqual(received);
    expect(sent).toBeLessThanOrEqual(Date.now() + 1);
  });
});

describe('a server with a quick heart', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer('sqlite', { liveLimits: { heartbeatMs: 100, connections: 3 } });
  });

  test('says that it is alive, cuts whoever does not answer, and keeps whoever only listens', async () => {
    const listens = await openLive(server.url);
    const dead = await openLive(server.url, '', { autoPong: false });
    await listens.until('alive');
    expect((await dead.closed()).code).toBe(1006);
    await sleep(300);
    expect(listens.ws.readyState).toBe(listens.ws.OPEN);
    await listens.close();
  });

  test('has room for so many sockets and no more, and goes away with a goodbye', async () => {
    const lives = await Promise.all(Array.from({ length: 3 }, () => openLive(server.url)));
    expect(await openRefused(server.url, {})).toBe(503);
    const started = performance.now();
    await server.stop();
    expect(performance.now() - started).toBeLessThan(2000);
    for (const live of lives) expect(await live.closed()).toEqual({ code: 1001, reason: 'the server stops' });
  });
});
