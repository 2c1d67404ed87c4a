import { describe, expect, it } from 'vitest';
import { tap } from '../../../tests/support/event-history.ts';
import { ok, refuse } from '../../domain/result.ts';
import type { Viewer } from '../../protocol/account.ts';
import {
  createDisk,
  createFakePorts,
  createFakeServer,
  createFakeTransport,
  createRandom,
  createTime,
} from '../../../tests/support/sync-device.ts';
import { createSyncClient } from './sync-client.ts';

const guest: Viewer = { kind: 'anonymous', userId: 'guest' };
const user: Viewer = {
  kind: 'user',
  userId: 'ann',
  email: 'ann@example.org',
  emailVerified: true,
  username: 'Ann',
  name: '',
  credits: 100,
};

function createWorld() {
  const time = createTime();
  const server = createFakeServer(time);
  const device = createDisk();
  const open = (viewer: Viewer) => {
    const transport = createFakeTransport(server, time);
    const { ports, signal } = createFakePorts({ time, transport, storage: device.open(), random: createRandom(5) });
    const client = createSyncClient(ports, viewer);
    client.start();
    return { client, transport, signal };
  };
  return { time, device, open };
}

const EVENT = '00000000-0000-7000-8000-000000000001';

describe('guests', () => {
  it('what a guest recorded and could not send goes with the account that the guest logs in to', async () => {
    const { time, open } = createWorld();
    const helper = open(guest);
    helper.transport.isOnline = false;
    await time.pass(100);
    const { command } = await helper.client.recordForEvent(EVENT, tap('start', null));
    helper.client.stop();

    const account = open(user);
    await time.pass(1_000);
    const [batch] = account.transport.batches;
    expect(batch).toMatchObject({ userId: 'ann', commands: [command] });
  });

  it('what another account recorded stays with that account', async () => {
    const { time, open } = createWorld();
    const other = open({ ...user, userId: 'bob' });
    other.transport.isOnline = false;
    await time.pass(100);
    await other.client.recordForEvent(EVENT, tap('start', null));
    other.client.stop();

    const account = open(user);
    await time.pass(1_000);
    expect(account.transport.batches).toEqual([]);
    expect(await account.client.unsyncedFor('bob')).toBe(1);
  });

  it('a guest who leaves an event does not come back with the key of its link', async () => {
    const { time, device, open } = createWorld();
    const { client, transport } = open(guest);
    transport.onSend = async ({ commands }) =>
      ok({ answers: commands.map(({ id }) => ({ id, status: 'accepted', changes: [] })) });
    await client.holdGuestKey(EVENT, { kind: 'admin', key: 'abcdefgh' });
    expect(client.event(EVENT).getSnapshot().actor.key).toBe('admin');
    await client.recordForEvent(EVENT, { type: 'admin.leave' });
    await time.pass(1_000);
    expect(client.event(EVENT).getSnapshot().actor.key).toBeNull();
    expect(await device.disk.listGuestKeys()).toEqual(new Map());
  });
});

describe('addresses', () => {
  it('[WY4] an id that no event has is never asked for, over the socket or without one', async () => {
    const { time, open } = createWorld();
    const { client, transport } = open({ kind: 'nobody' });
    const asked: string[] = [];
    transport.fetchEvent = async (eventId) => {
      asked.push(eventId);
      return refuse({ code: 'event-not-found', message: '', requestId: '' });
    };
    for (const isBlocked of [false, true]) {
      if (isBlocked) transport.openSocket = (handlers) => (time.after(1, handlers.onClose), { send() {}, close() {} });
      const stop = client.followEvent(`gar${'b'.repeat(120)}age`);
      for (const socket of transport.sockets) socket.onClose();
      await time.pass(120_000);
      expect(client.event(`gar${'b'.repeat(120)}age`).getSnapshot().problem).toBe('event-not-found');
      stop();
    }
    expect(asked).toEqual([]);
    expect(JSON.stringify(transport.said)).not.toContain('follow');
  });
});

describe('share groups', () => {
  const group = { id: 'ann', name: 'public', events: [] };

  it('come over the socket, and are asked for again when it opens anew', async () => {
    const { time, open } = createWorld();
    const { client, transport } = open({ kind: 'nobody' });
    client.followGroup('ann');
    await time.pass(100);
    expect(transport.said).toContainEqual({ type: 'follow-group', groupId: 'ann' });
    transport.broadcast({ type: 'group', group });
    expect(client.group('ann').getSnapshot()).toEqual(group);

    transport.said.length = 0;
    for (const socket of transport.sockets) socket.onClose();
    await time.pass(30_000);
    expect(transport.said).toContainEqual({ type: 'follow-group', groupId: 'ann' });
  });

  it('are not set back by an answer that was asked for before the socket was there', async () => {
    const { time, open } = createWorld();
    const { client, transport } = open({ kind: 'nobody' });
    transport.fetchGroup = () => new Promise((resolve) => time.after(500, () => resolve(ok(group))));
    client.followGroup('ann');
    await time.pass(100);
    const renamed = { ...group, name: 'second day' };
    transport.broadcast({ type: 'group', group: renamed });
    await time.pass(1_000);
    expect(client.group('ann').getSnapshot()).toEqual(renamed);
  });

  it('are unfollowed when nobody looks any more', async () => {
    const { time, open } = createWorld();
    const { client, transport } = open({ kind: 'nobody' });
    const [one, other] = [client.followGroup('ann'), client.followGroup('ann')];
    await time.pass(100);
    one();
    expect(transport.said).not.toContainEqual({ type: 'unfollow', topic: 'group:ann' });
    other();
    expect(transport.said).toContainEqual({ type: 'unfollow', topic: 'group:ann' });
  });
});
