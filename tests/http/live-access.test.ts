import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ACCOUNT_TOPIC, eventTopic } from '../../src/protocol/live.ts';
import { api } from '../../src/protocol/routes.ts';
import { eventCommand, tap } from '../support/commands.ts';
import { engines } from '../support/database.ts';
import { replay } from '../support/live-client.ts';
import { seqOf, settle, useLiveRaces } from '../support/live-races.ts';
import { arrive, confirmAddress } from '../support/people.ts';

const SESSION_ENDED = 4401;

describe.each(engines)('live, who sees what on %s', (engine) => {
  const races = useLiveRaces(engine);
  const { connect, send, sendWithKeys, keysOf, stored, newRace, joinAsGuest, follow } = races;

  test('[V8] no byte that a viewer is sent names an admin or contains another key', async () => {
    const { owner, ownerId, person, eventId, racerId, keys } = await newRace();
    const viewer = await connect();
    await follow(viewer, eventId, keys.viewer);
    const { guest, guestId } = await joinAsGuest(eventId, keys.admin);
    await send(guest, tap(eventId, 'start', racerId));
    const { client: heir, person: heirPerson } = await arrive(races.server);
    await confirmAddress(races.server, heirPerson.email);
    await sendWithKeys(heir, { [eventId]: keys.admin }, eventCommand(eventId, { type: 'admin.join' }));
    const { viewer: heirViewer } = await heir.boot();
    const heirId = heirViewer.kind === 'user' ? heirViewer.userId : '';
    await send(
      owner,
      eventCommand(eventId, { type: 'admin.invite', email: 'eli@example.org' }),
      eventCommand(eventId, { type: 'group.share' }),
      eventCommand(eventId, { type: 'owner.change', userId: heirId }),
    );
    await viewer.until('rows', (message) => seqOf(message) >= (replay(viewer.messages, eventId)?.seq ?? 0));
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

  test('[M6] [V7] a guest whose link is changed gets nothing more; the other admins get the new keys', async () => {
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
    await spectator.until('rows', ({ rows }) => rows.some(({ taps }) => taps.length > 0));
    // The server's sign of life goes to every socket, whether it follows anything or not.
    const told = () => helper.messages.filter(({ type }) => type !== 'alive');
    const last = told().at(-1);

    await send(owner, eventCommand(eventId, { type: 'keys.rotate', which: 'viewer' }), tap(eventId, 'finish', racerId));
    expect(await spectator.until('gone')).toMatchObject(gone);
    await settle();
    expect(told().at(-1)).toBe(last);
    expect(helper.received).not.toContain('"tap-recorded"');
    expect(spectator.received).not.toContain('"line":"finish"');
    expect(replay(boss.messages, eventId)).toEqual(await stored(owner, eventId));
    expect(boss.received).toContain('"line":"finish"');
  });

  test('a viewer who becomes an admin, and is removed again, sees each time what their role may see', async () => {
    const { owner, eventId, keys } = await newRace();
    const guest = races.server.client();
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

  test('[V30] an admin who comes back as a guest of the link gets the whole: the changes would not fit', async () => {
    const { owner, eventId, racerId, keys } = await newRace();
    const { client: helper, person } = await arrive(races.server);
    await confirmAddress(races.server, person.email);
    await send(owner, eventCommand(eventId, { type: 'admin.invite', email: person.email }));
    const shown = await stored(helper, eventId);
    const after = shown.seq;
    await send(helper, eventCommand(eventId, { type: 'admin.leave' }));
    await send(owner, tap(eventId, 'start', racerId));
    const asked = { type: 'follow-event', eventId, after, key: keys.admin } as const;
    const changesPath = `/api/events/${eventId}/changes?after=${after}&key=${keys.admin}`;

    const live = await connect(helper);
    live.send({ ...asked, sights: ['admin'] });
    const { event } = await live.until('event');
    expect(event).toMatchObject({ seq: after + 2, admins: [] });
    const whole = await (await helper.get(`${changesPath}&sights=admin`)).json();
    expect(whole).toMatchObject({ event: { seq: after + 2, admins: [] } });

    live.mark();
    live.send({ ...asked, sights: ['admin', 'guest'] });
    expect((await live.until('changes')).changes.map(({ seq }) => seq)).toEqual([after + 1, after + 2]);
    const fitting = await (await helper.get(`${changesPath}&sights=admin,guest`)).json();
    expect(fitting).toMatchObject({ changes: [{ seq: after + 1 }, { seq: after + 2 }] });
  });

  test('[M4] [C5] an event that the reader may not see looks like one that does not exist', async () => {
    const { eventId } = await newRace();
    const { client: stranger } = await arrive(races.server);
    const answers = [];
    for (const [asked, key] of [[eventId], [randomUUID()], [eventId, 'wrongkey'], [randomUUID(), 'wrongkey']]) {
      const live = await connect(stranger);
      live.send({ type: 'follow-event', eventId: asked!, after: null, ...(key !== undefined && { key }) });
      answers.push({ ...(await live.until('gone')), topic: '' });
      // An `alive` message may come at any time.
      expect(live.messages.filter(({ type }) => type !== 'alive')).toHaveLength(1);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set(['{"type":"gone","topic":"","code":"event-not-found"}']),
    );
  });

  test('[V4] an event that is deleted is gone for everybody but its owner, and comes back to those who had it open', async () => {
    const { owner, eventId, keys } = await newRace();
    const [boss, spectator] = [await connect(owner), await connect()];
    await follow(boss, eventId);
    await follow(spectator, eventId, keys.viewer);
    await send(owner, eventCommand(eventId, { type: 'event.delete' }));
    expect((await spectator.until('gone')).code).toBe('event-deleted');
    const late = await connect();
    late.send({ type: 'follow-event', eventId, after: null, key: keys.viewer });
    expect((await late.until('gone')).code).toBe('event-deleted');
    for (const live of [spectator, late]) live.mark();
    await send(owner, eventCommand(eventId, { type: 'event.restore' }));
    await boss.until('changes', ({ changes }) => changes.some(({ type }) => type === 'event-restored'));
    for (const live of [spectator, late]) expect((await live.until('event')).event.deletedAt).toBeNull();
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

  test('a socket renews no session, because it cannot set the new cookie', async () => {
    const { client } = await arrive(races.server);
    const { viewer } = await client.boot();
    const userId = viewer.kind === 'user' ? viewer.userId : '';
    const read = () =>
      races.server.db.selectFrom('session').selectAll().where('userId', '=', userId).executeTakeFirstOrThrow();
    // Old enough to be renewed by the next request.
    const expiresAt = new Date(Date.now() + 20 * 24 * 3_600_000).toISOString();
    await races.server.db.updateTable('session').set({ expiresAt }).where('userId', '=', userId).execute();
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
});
