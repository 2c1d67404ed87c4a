import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { api } from '../../src/protocol/routes.ts';
import { giveCredits } from '../../src/server/storage/ledger.ts';
import { addRacers, createEvent, createRacer, eventCommand, racerCommand, tap } from '../support/commands.ts';
import { engines } from '../support/database.ts';
import { settle, useLiveRaces } from '../support/live-races.ts';
import { arrive, confirmAddress } from '../support/people.ts';

describe.each(engines)('live, accounts and groups on %s', (engine) => {
  const races = useLiveRaces(engine);
  const { connect, send, keysOf, newRace } = races;

  test('credits, events and racers change in a second tab as they change in the first', async () => {
    const { client } = await arrive(races.server);
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
    tab.mark();
    await send(client, racerCommand(racerId, { type: 'racer.restore' }));
    await tab.until('racer', ({ racer }) => racer.id === racerId && racer.name === 'Bea');
    const { viewer } = await client.boot();
    const userId = viewer.kind === 'user' ? viewer.userId : '';
    const gift = { userId, kind: 'grant', cause: `gift:${userId}`, amount: 423, now: Date.now() } as const;
    await races.server.db.transaction().execute((trx) => giveCredits(trx, gift));
    races.server.live.accountChanged(userId);
    await tab.until('credits', ({ credits }) => credits === 500);
  });

  test('an event appears for an admin who was invited by their verified address, and disappears with the right', async () => {
    const { owner, eventId } = await newRace();
    const { client, person } = await arrive(races.server);
    const tab = await connect(client);
    tab.send({ type: 'follow-account' });
    await tab.until('account');
    const invite = eventCommand(eventId, { type: 'admin.invite', email: person.email });
    await send(owner, invite);
    await settle();
    expect(tab.received).not.toContain(eventId);
    await confirmAddress(races.server, person.email);
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
});
