import { describe, expect, it } from 'vitest';
import { tap } from '../../../tests/support/event-history.ts';
import { ok } from '../../domain/result.ts';
import { readResults } from '../../domain/results/read-results.ts';
import type { Viewer } from '../../protocol/account.ts';
import { eventTopic } from '../../protocol/live.ts';
import {
  createDisk,
  createFakePorts,
  createFakeServer,
  createFakeTabs,
  createFakeTransport,
  createRandom,
  createTime,
  failed,
} from '../../../tests/support/sync-device.ts';
import { createSyncClient } from './sync-client.ts';

const coach: Viewer = {
  kind: 'user',
  userId: 'coach',
  email: 'coach@example.org',
  emailVerified: true,
  username: 'Coach',
  name: '',
  credits: 1_000,
};

function createWorld() {
  const time = createTime();
  const server = createFakeServer(time);
  const random = createRandom(3);
  const createDevice = () => ({ disk: createDisk(), openTab: createFakeTabs(time) });
  const device = createDevice();
  function open(viewer: Viewer = coach, { disk, openTab } = device) {
    const origin = 1_700_000_000_000 + time.now();
    const transport = createFakeTransport(server, time);
    const storage = disk.open();
    const { ports, signal } = createFakePorts({ time, transport, storage, random, origin, tabs: openTab() });
    const client = createSyncClient(ports, viewer);
    client.start();
    return { client, transport, signal };
  }
  return { time, server, disk: device.disk.disk, open, createDevice };
}

const create = { type: 'event.create', name: 'Hill climb', timeZone: 'UTC' } as const;
const entry = (racerId: string) =>
  ({ type: 'entries.add', racers: [{ racerId, name: 'Ada', groups: [], bib: null }] }) as const;

/** A device that follows an event which another device has renamed since. */
async function openRenamedElsewhere({ time, open, createDevice }: ReturnType<typeof createWorld>) {
  const first = open();
  await time.pass(100);
  const eventId = first.client.makeId();
  first.client.followEvent(eventId);
  await first.client.recordForEvent(eventId, create);
  await time.pass(1_000);
  const other = open(coach, createDevice());
  await time.pass(100);
  await other.client.recordForEvent(eventId, { type: 'event.rename', name: 'Theirs' });
  await time.pass(1_000);
  other.client.stop();
  return { first, eventId };
}

describe('sync client', () => {
  it('carries a whole race without a network over reloads, and brings it to the server once', async () => {
    const { time, server, open } = createWorld();
    const first = open();
    first.transport.isOnline = false;
    await time.pass(100);
    const eventId = first.client.makeId();
    const racerId = first.client.makeId();
    first.client.followEvent(eventId);
    await first.client.recordForEvent(eventId, create);
    await first.client.recordForRacer(racerId, { type: 'racer.create', name: 'Ada', groups: [] });
    await first.client.recordForEvent(eventId, entry(racerId));
    const start = await first.client.recordForEvent(eventId, tap('start', racerId));
    await time.pass(61_230);
    first.client.stop();

    const second = open();
    second.transport.isOnline = false;
    second.client.followEvent(eventId);
    await time.pass(1_000);
    expect(readResults(second.client.event(eventId).getSnapshot().event!)[0]!.state).toBe('on-course');
    const finish = await second.client.recordForEvent(eventId, tap('finish', racerId));
    expect(second.client.status.getSnapshot().unsynced).toBe(5);
    expect(second.client.account.getSnapshot().racers.map(({ name }) => name)).toEqual(['Ada']);
    const shown = readResults(second.client.event(eventId).getSnapshot().event!)[0]!;
    expect(shown.state).toBe('finished');

    second.transport.isOnline = true;
    second.signal('online');
    await time.pass(60_000);
    expect(second.client.status.getSnapshot()).toMatchObject({ unsynced: 0, needsAttention: [] });
    const stored = server.states.get(eventId)!;
    expect(Object.values(stored.taps).map(({ captured }) => captured)).toEqual([
      start.command.captured,
      finish.command.captured,
    ]);
    expect(readResults(stored)[0]!.duration).toBe(shown.duration);
    expect(second.client.event(eventId).getSnapshot().event).toEqual(stored);
    expect(second.client.account.getSnapshot()).toMatchObject({ credits: 977, pendingIds: new Set() });
    expect(new Set(server.handled.map(({ id }) => id)).size).toBe(5);
  });

  it('[EN12] has an event on the device as soon as it arrives, for a reload without a network', async () => {
    const { time, open, createDevice } = createWorld();
    const { client } = open();
    const eventId = client.makeId();
    await client.recordForEvent(eventId, create);
    await time.pass(1_000);
    const phone = createDevice();
    const first = open(coach, phone);
    first.client.followEvent(eventId);
    await time.pass(200);
    expect(first.client.event(eventId).getSnapshot().event?.name).toBe('Hill climb');
    first.client.stop();

    const second = open(coach, phone);
    second.transport.isOnline = false;
    second.client.followEvent(eventId);
    await time.pass(200);
    expect(second.client.event(eventId).getSnapshot().event?.name).toBe('Hill climb');
  });

  it('opens without a network with what it knew', async () => {
    const { time, server, open } = createWorld();
    const first = open();
    await time.pass(100);
    const eventId = first.client.makeId();
    first.client.followEvent(eventId);
    await first.client.recordForEvent(eventId, create);
    await time.pass(2_000);
    expect(server.states.has(eventId)).toBe(true);
    first.client.stop();
    const second = open();
    second.transport.isOnline = false;
    second.client.followEvent(eventId);
    await time.pass(100);
    expect(second.client.event(eventId).getSnapshot().event?.name).toBe('Hill climb');
    expect(second.client.account.getSnapshot().credits).toBe(980);
  });

  it('shows fewer credits at once for what is being created', async () => {
    const { time, open } = createWorld();
    const { client, transport } = open();
    await time.pass(100);
    transport.broadcast({ type: 'account', account: { credits: 100, events: [], racers: [] } });
    transport.isOnline = false;
    const eventId = client.makeId();
    await client.recordForEvent(eventId, create);
    await client.recordForRacer(client.makeId(), { type: 'racer.create', name: 'Ada', groups: [] });
    const { credits, events, pendingIds } = client.account.getSnapshot();
    expect(credits).toBe(77);
    expect(events).toMatchObject([{ id: eventId, name: 'Hill climb', isOwner: true, total: 0 }]);
    expect(pendingIds.has(eventId)).toBe(true);
  });

  it('follows the account again once it has fetched it: the socket tells only differences to what its node has read', async () => {
    const { time, open } = createWorld();
    const { client, transport } = open();
    await time.pass(100);
    const counts = { total: 0, finished: 0, onCourse: 0 };
    const listed = { id: 'event', name: 'Hill climb', createdAt: 1, deletedAt: null, isOwner: false, ...counts };
    const events = [{ ...listed, awaitingCredits: false }];
    transport.broadcast({ type: 'account', account: { credits: 1_000, events, racers: [] } });
    transport.said.length = 0;
    // The event is deleted while the account is fetched, and restored before the node of the socket reads again: that
    // node sees no difference to tell.
    await client.recordForRacer(client.makeId(), { type: 'racer.create', name: 'Ada', groups: [] });
    await time.pass(1_000);
    expect(client.account.getSnapshot().events).toEqual([]);
    expect(transport.said).toContainEqual({ type: 'follow-account' });
  });

  it('asks on the socket for what came after the last change it has, and refills a gap', async () => {
    const { time, server, open } = createWorld();
    const first = open();
    await time.pass(100);
    const eventId = first.client.makeId();
    await first.client.recordForEvent(eventId, create);
    await time.pass(1_000);
    first.client.followEvent(eventId);
    await time.pass(100);
    // Without the keys of its links the event is requested whole; with them, only later changes.
    expect(first.transport.said).toContainEqual({ type: 'follow-event', eventId, after: null });
    const keys = { admin: 'aaaaaaaa', viewer: 'vvvvvvvv' };
    first.transport.broadcast({ type: 'event', view: 'admin', event: server.states.get(eventId)!, keys });
    for (const socket of first.transport.sockets) socket.onClose();
    first.transport.sockets.clear();
    await time.pass(1_000);
    const sights = ['admin', 'guest'];
    expect(first.transport.said).toContainEqual({ type: 'follow-event', eventId, after: 1, sights });

    const second = open();
    await time.pass(100);
    await second.client.recordForEvent(eventId, { type: 'event.rename', name: 'Second' });
    await second.client.recordForEvent(eventId, { type: 'event.rename', name: 'Third' });
    await time.pass(1_000);
    const [, , third] = server.logs.get(eventId)!;
    first.transport.broadcast({ type: 'changes', eventId, changes: [third!] });
    await time.pass(100);
    expect(first.client.event(eventId).getSnapshot().event).toMatchObject({ name: 'Third', seq: 3 });
  });

  it('polls where sockets fail, and goes back to the socket', async () => {
    const { time, open, server } = createWorld();
    const first = open();
    await time.pass(100);
    const eventId = first.client.makeId();
    await first.client.recordForEvent(eventId, create);
    await time.pass(1_000);
    const second = open();
    const { openSocket } = second.transport;
    second.client.stop();
    const third = open();
    third.transport.openSocket = ({ onClose }) => {
      time.after(1, onClose);
      return { send: () => {}, close: () => {} };
    };
    third.client.followEvent(eventId);
    await time.pass(30_000);
    expect(third.client.status.getSnapshot().connection).toBe('polling');
    third.transport.isOnline = false;
    await time.pass(10_000);
    expect(third.client.status.getSnapshot().connection, 'nobody answers').toBe('connecting');
    third.transport.isOnline = true;
    await time.pass(20_000);
    expect(third.client.status.getSnapshot().connection).toBe('polling');
    await first.client.recordForEvent(eventId, { type: 'event.rename', name: 'Renamed' });
    await time.pass(5_000);
    expect(server.states.get(eventId)!.name).toBe('Renamed');
    expect(third.client.event(eventId).getSnapshot().event!.name).toBe('Renamed');
    third.transport.openSocket = openSocket;
    await time.pass(20_000);
    expect(third.client.status.getSnapshot().connection).toBe('live');
  });

  it('opens a new socket when the old one has fallen silent', async () => {
    const { time, open } = createWorld();
    const { transport } = open();
    await time.pass(100);
    const [silent] = [...transport.sockets];
    transport.isOnline = false;
    await time.pass(45_000);
    expect(transport.sockets.has(silent!)).toBe(false);
    transport.isOnline = true;
    await time.pass(20_000);
    expect(transport.sockets.size).toBe(1);
  });

  it('loads an event within seconds although the socket tells nothing of it', async () => {
    const { time, open, createDevice } = createWorld();
    const [first, second] = [open(), open(coach, createDevice())];
    await time.pass(100);
    const eventId = first.client.makeId();
    await first.client.recordForEvent(eventId, create);
    await time.pass(1_000);
    second.client.followEvent(eventId);
    await time.pass(10_000);
    expect(second.client.event(eventId).getSnapshot().event?.id).toBe(eventId);
  });

  it('keeps rows for their user when another user signs in, and sends none of them', async () => {
    const { time, open, server } = createWorld();
    const first = open();
    first.transport.isOnline = false;
    await time.pass(100);
    await first.client.recordForEvent(first.client.makeId(), create);
    first.client.stop();
    const second = open({ ...coach, userId: 'other' });
    await time.pass(60_000);
    expect(server.handled).toEqual([]);
    expect(await second.client.unsyncedFor('coach')).toBe(1);
    second.client.stop();
    open();
    await time.pass(1_000);
    expect(server.handled).toHaveLength(1);
  });

  it('keeps a tap on the device and on the screen until it is in the confirmed state', async () => {
    const world = createWorld();
    const { time, server, disk } = world;
    const { first, eventId } = await openRenamedElsewhere(world);

    const { fetchChanges, fetchEvent } = first.transport;
    const unavailable = async () => failed('unavailable');
    Object.assign(first.transport, { fetchChanges: unavailable, fetchEvent: unavailable });
    const { command } = await first.client.recordForEvent(eventId, tap('start', null));
    await time.pass(1_000);
    expect(server.states.get(eventId)!.taps[command.id]).toBeDefined();
    expect(first.client.event(eventId).getSnapshot().pendingIds.has(command.id)).toBe(true);
    expect(await disk.listRows('coach')).toHaveLength(1);
    Object.assign(first.transport, { fetchChanges, fetchEvent });
    await time.pass(30_000);
    expect(first.client.event(eventId).getSnapshot().event).toEqual(server.states.get(eventId));
    expect(await disk.listRows('coach')).toEqual([]);
  });

  it('rows that the server took do not wait for ever on a page that is too old for the event and lost it', async () => {
    const world = createWorld();
    const { time, disk } = world;
    const { first, eventId } = await openRenamedElsewhere(world);

    first.transport.broadcast({ type: 'gone', topic: eventTopic(eventId), code: 'client-outdated' });
    const closed = async () => failed('event-not-found');
    Object.assign(first.transport, { fetchChanges: closed, fetchEvent: closed });
    await first.client.recordForEvent(eventId, tap('start', null));
    await time.pass(1_000);
    expect(await disk.listRows('coach')).toEqual([]);
  });

  it('an address that names no event is answered at once, with a signal or without', async () => {
    const { time, open } = createWorld();
    const { client, transport } = open();
    for (const isOnline of [true, false]) {
      transport.isOnline = isOnline;
      await time.pass(100);
      const cutShort = client.makeId().slice(0, isOnline ? 30 : 20);
      client.followEvent(cutShort);
      await time.pass(10);
      expect(client.event(cutShort).getSnapshot().problem).toBe('event-not-found');
    }
    expect(JSON.stringify(transport.said)).not.toContain('follow-event');
  });

  it.each(['k'.repeat(4_000), '\0🚴'])(
    '%j is no key, and is not sent: the server would close the socket on it',
    async (key) => {
      const { time, open } = createWorld();
      const { client, transport } = open();
      await time.pass(100);
      client.followEvent(client.makeId(), { kind: 'viewer', key });
      await time.pass(100);
      expect(transport.said).toContainEqual(expect.objectContaining({ type: 'follow-event', key: undefined }));
    },
  );

  it('shows what another tab records at once, and not for a moment less when that tab has sent it', async () => {
    const { time, open, server } = createWorld();
    const [one, other] = [open(), open()];
    await time.pass(100);
    const eventId = one.client.makeId();
    one.client.followEvent(eventId);
    other.client.followEvent(eventId);
    await one.client.recordForEvent(eventId, create);
    await time.pass(2_000);
    other.transport.isOnline = false;
    one.transport.onSend = async (batch) => {
      await new Promise<void>((resolve) => time.after(500, resolve));
      return ok(server.handle(batch));
    };
    const seen: number[] = [];
    other.client.event(eventId).subscribe(() => {
      seen.push(Object.keys(other.client.event(eventId).getSnapshot().event?.taps ?? {}).length);
    });
    await one.client.recordForEvent(eventId, tap('start', null));
    await time.pass(100);
    expect(other.client.event(eventId).getSnapshot().pendingIds.size).toBe(1);
    await time.pass(2_000);
    expect(server.handled).toHaveLength(2);
    expect(seen.slice(seen.indexOf(1))).toEqual(seen.slice(seen.indexOf(1)).map(() => 1));
    expect(other.client.event(eventId).getSnapshot().event).toEqual(server.states.get(eventId));
    expect(other.client.status.getSnapshot().unsynced).toBe(0);
  });

  it('goes on recording when the session has ended, and says so', async () => {
    const { time, open } = createWorld();
    const { client, transport } = open();
    await time.pass(100);
    transport.onSend = async () => failed('unauthenticated');
    const { isDurable, command } = await client.recordForEvent(client.makeId(), create);
    await time.pass(1_000);
    expect(isDurable).toBe(true);
    expect(client.status.getSnapshot()).toMatchObject({ mustSignIn: true, unsynced: 1 });
    const file = JSON.parse(await client.exportWaiting());
    expect(file.rows).toEqual([{ command, state: 'pending' }]);
    expect(client.mayCloseSafely()).toBe(true);
  });
});
