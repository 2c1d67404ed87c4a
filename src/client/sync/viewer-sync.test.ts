import { describe, expect, it } from 'vitest';
import { frameOf } from '../../domain/sights/public-rows.ts';
import { viewEvent } from '../../domain/sights/views.ts';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import { ok } from '../../domain/result.ts';
import { epochMs } from '../../domain/units.ts';
import {
  createDisk,
  createFakePorts,
  createFakeServer,
  createFakeTransport,
  createRandom,
  createTime,
  failed,
} from '../../../tests/support/sync-device.ts';
import type { Change } from '../../domain/model/changes.ts';
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
  const now = () => ({ ...race.event, id: rendered.id });
  const rowsAfter = (after: number) => frameOf(now(), after, new Set(after < race.event.seq ? ['ada'] : []), false);
  const start = () => {
    const after = race.event.seq;
    race.run(tap('start', 'ada'));
    server.states.set(rendered.id, now());
    return rowsAfter(after);
  };
  transport.fetchChanges = async (_eventId, after) =>
    transport.isOnline ? ok(rowsAfter(after)) : failed('unavailable');
  transport.fetchEvent = async () => ok({ view: 'viewer', event: viewEvent(now(), 'viewer') });
  return { time, disk, transport, signal, sync, shown, rendered, start, rowsAfter };
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
    transport.broadcast(start());
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

  it('[V34] asks for the whole where a node of the release before sends it changes', async () => {
    const { time, transport, sync, shown, rendered, start } = openPage();
    const wholes: string[] = [];
    const { fetchEvent } = transport;
    transport.fetchEvent = async (eventId) => {
      wholes.push(eventId);
      return fetchEvent(eventId);
    };
    transport.fetchChanges = async () => ok({ changes: [{ seq: rendered.seq + 1 } as Change] });
    sync.start();
    await time.pass(100);
    start();
    transport.broadcast({ type: 'changes', eventId: rendered.id, changes: [{ seq: rendered.seq + 1 } as Change] });
    await time.pass(10_000);
    expect(startsIn(shown().event)).toBe(1);
    expect(wholes).toEqual([rendered.id]);
  });

  it('[V34] asks where it has missed rows, and takes what comes out of order and twice', async () => {
    const { time, transport, sync, shown, start, rowsAfter } = openPage();
    sync.start();
    await time.pass(100);
    start();
    transport.broadcast({ ...rowsAfter(3), after: 3, seq: 4 });
    await time.pass(5_000);
    expect(startsIn(shown().event)).toBe(1);
  });

  it('[SP8] says that the server is not heard, not at the first loss of a socket, and takes it back by itself', async () => {
    const { time, transport, sync, rendered, rowsAfter } = openPage();
    sync.start();
    await time.pass(100);
    transport.broadcast(rowsAfter(rendered.seq));
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
    const { time, disk, transport, sync, rendered, rowsAfter } = openPage();
    sync.start();
    await time.pass(100);
    expect(sync.isLive.getSnapshot()).toBe(false);
    expect(await disk.listGuestKeys()).toEqual(new Map());
    transport.broadcast(rowsAfter(rendered.seq));
    expect(sync.isLive.getSnapshot()).toBe(true);
    await time.pass(2_000);
    expect(await disk.readEvent('', rendered.id)).toMatchObject({ view: 'viewer', event: { seq: rendered.seq } });
    expect(await disk.listGuestKeys()).toEqual(new Map([[rendered.id, { kind: 'viewer', key: KEY }]]));
  });

  it('says so when the link leads nowhere any more, forgets the board, and looks again when the phone is taken out', async () => {
    const { time, disk, transport, signal, sync, shown, rendered, rowsAfter } = openPage();
    sync.start();
    await time.pass(100);
    transport.broadcast(rowsAfter(rendered.seq));
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
