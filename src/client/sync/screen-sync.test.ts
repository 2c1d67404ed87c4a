import { expect, test } from 'vitest';
import { frameOf } from '../../domain/sights/public-rows.ts';
import { viewEvent } from '../../domain/sights/views.ts';
import { createRace } from '../../../tests/support/event-history.ts';
import {
  createDisk,
  createFakePorts,
  createFakeServer,
  createFakeTransport,
  createRandom,
  createTime,
} from '../../../tests/support/sync-device.ts';
import { createScreenSync } from './screen-sync.ts';

const KEY = 'screen-abc';

async function openScreen() {
  const time = createTime();
  const server = createFakeServer(time);
  const event = { ...createRace('ada').event, id: '0e5e0000-0000-4000-8000-000000000000' };
  server.states.set(event.id, event);
  server.logs.set(event.id, []);
  const { disk, open } = createDisk();
  const transport = createFakeTransport(server, time);
  const { ports } = createFakePorts({ time, transport, storage: open(), random: createRandom(5) });
  const first = { event: viewEvent(event, 'viewer'), view: 'viewer' as const };
  const start = (state: typeof first | null) => {
    const sync = createScreenSync(ports, event.id, KEY, state);
    sync.start();
    return sync;
  };
  const hear = () => transport.broadcast(frameOf(event, event.seq, new Set(), false));
  const sync = start(first);
  await time.pass(100);
  hear();
  return { time, disk, transport, sync, event, start, hear };
}

test('[SC9] a screen that loses the connection keeps what it shows, says so, and connects again however long it takes', async () => {
  const { time, transport, sync, hear } = await openScreen();
  expect(sync.isConnected.getSnapshot()).toBe(true);
  transport.isOnline = false;
  for (const socket of transport.sockets) socket.onClose();
  await time.pass(3 * 3_600_000);
  expect(sync.isConnected.getSnapshot()).toBe(false);
  expect(sync.event.getSnapshot()).toMatchObject({ problem: null, event: { name: 'Tuesday 10' } });
  transport.isOnline = true;
  await time.pass(60_000);
  hear();
  expect(sync.isConnected.getSnapshot()).toBe(true);
});

test('[SC9] a reload without a network shows the last known state', async () => {
  const { time, transport, start } = await openScreen();
  await time.pass(2000);
  transport.isOnline = false;
  const again = start(null);
  await time.pass(1000);
  expect(again.event.getSnapshot().event).toMatchObject({ name: 'Tuesday 10' });
});

test('[SC9] a withdrawn screen forgets the event, keeps no key for the app, and asks again now and then', async () => {
  const { time, disk, transport, sync, event } = await openScreen();
  await time.pass(2000);
  transport.broadcast({ type: 'gone', topic: `event:${event.id}`, code: 'event-not-found' });
  await time.pass(100);
  expect(sync.event.getSnapshot().problem).toBe('event-not-found');
  expect(await disk.readEvent('screen', event.id)).toBeUndefined();
  expect(await disk.listGuestKeys()).toEqual(new Map());
  transport.said.length = 0;
  await time.pass(61_000);
  expect(transport.said).toContainEqual(expect.objectContaining({ type: 'follow-event', key: KEY }));
});
