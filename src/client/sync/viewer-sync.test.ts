import { describe, expect, it } from 'vitest';
import { viewEvent } from '../../domain/access/views.ts';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import { epochMs } from '../../domain/units.ts';
import {
  createDisk,
  createFakePorts,
  createFakeServer,
  createFakeTransport,
  createRandom,
  createTime,
} from '../../../tests/support/sync-device.ts';
import { createViewerSync } from './viewer-sync.ts';

const KEY = 'vvvvvvvv';

/** A page that was rendered with Ada on its list, opened by a spectator. */
function openPage() {
  const time = createTime();
  const server = createFakeServer(time);
  const race = createRace('ada');
  const rendered = { ...race.event, id: '0e5e0000-0000-4000-8000-000000000000' };
  server.states.set(rendered.id, rendered);
  server.logs.set(rendered.id, []);
  const { disk, open } = createDisk();
  const transport = createFakeTransport(server, time);
  const { ports, signal } = createFakePorts({ time, transport, storage: open(), random: createRandom(5) });
  const page = { kind: 'event', event: viewEvent(rendered, 'viewer'), view: 'viewer', at: epochMs(0) } as const;
  const sync = createViewerSync(ports, page, { key: KEY });
  const shown = sync.event(rendered.id).getSnapshot;
  const start = () => {
    const { changes } = race.run(tap('start', 'ada'));
    server.logs.get(rendered.id)!.push(...changes);
    return changes;
  };
  return { time, disk, transport, signal, sync, shown, rendered, start };
}

const startsIn = (event: { readonly taps: object } | null) => Object.keys(event?.taps ?? {}).length;

describe('viewer sync', () => {
  it('goes on from the page: only what came after it is asked for', async () => {
    const { time, transport, sync, shown, rendered, start } = openPage();
    expect(shown().event, 'until it starts, the page itself is what there is').toBeNull();
    sync.start();
    expect(shown().event).toEqual(viewEvent(rendered, 'viewer'));
    await time.pass(100);
    const follow = { type: 'follow-event', eventId: rendered.id, after: rendered.seq, key: KEY };
    expect(transport.said).toContainEqual(follow);
    transport.broadcast({ type: 'changes', eventId: rendered.id, changes: start() });
    transport.broadcast({ type: 'watching', eventId: rendered.id, count: 3 });
    expect(startsIn(shown().event)).toBe(1);
    expect(shown().watching).toBe(3);
  });

  it('asks again and again where there are no sockets', async () => {
    const { time, transport, sync, shown, start } = openPage();
    transport.openSocket = ({ onClose }) => {
      time.after(1, onClose);
      return { send: () => undefined, close: () => undefined };
    };
    sync.start();
    start();
    await time.pass(60_000);
    expect(startsIn(shown().event)).toBe(1);
  });

  it('[SP8] says that the server is not heard, not at the first loss of a socket, and takes it back by itself', async () => {
    const { time, transport, sync, rendered } = openPage();
    sync.start();
    await time.pass(100);
    transport.broadcast({ type: 'changes', eventId: rendered.id, changes: [] });
    const [socket] = transport.sockets;
    transport.isOnline = false;
    transport.sockets.clear();
    socket!.onClose();
    await time.pass(1_000);
    expect(sync.isConnected.getSnapshot(), 'a server that restarts is back in a moment').toBe(true);
    await time.pass(60_000);
    expect(sync.isConnected.getSnapshot()).toBe(false);
    transport.isOnline = true;
    await time.pass(20_000);
    expect(sync.isConnected.getSnapshot()).toBe(true);
  });

  it('keeps the last board and the key of the link, for the app to open with no network, but not before it is live', async () => {
    const { time, disk, transport, sync, rendered } = openPage();
    sync.start();
    await time.pass(100);
    expect(sync.isLive.getSnapshot()).toBe(false);
    expect(await disk.listGuestKeys()).toEqual(new Map());
    transport.broadcast({ type: 'changes', eventId: rendered.id, changes: [] });
    expect(sync.isLive.getSnapshot()).toBe(true);
    await time.pass(2_000);
    expect(await disk.readEvent('', rendered.id)).toMatchObject({ view: 'viewer', event: { seq: rendered.seq } });
    expect(await disk.listGuestKeys()).toEqual(new Map([[rendered.id, { kind: 'viewer', key: KEY }]]));
  });

  it('says so when the link leads nowhere any more, forgets the board, and looks again when the phone is taken out', async () => {
    const { time, disk, transport, signal, sync, shown, rendered } = openPage();
    sync.start();
    await time.pass(100);
    transport.broadcast({ type: 'changes', eventId: rendered.id, changes: [] });
    await time.pass(2_000);
    transport.broadcast({ type: 'gone', topic: `event:${rendered.id}`, code: 'event-not-found' });
    await time.pass(100);
    expect(shown().problem).toBe('event-not-found');
    expect(await disk.readEvent('', rendered.id)).toBeUndefined();
    transport.said.length = 0;
    signal('visible');
    expect(transport.said).toContainEqual(expect.objectContaining({ type: 'follow-event', key: KEY }));
  });
});
