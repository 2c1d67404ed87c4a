import { describe, expect, it } from 'vitest';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import {
  createDisk,
  createFakePorts,
  createFakeServer,
  createFakeTransport,
  createRandom,
  createTime,
} from '../../../tests/support/sync-device.ts';
import type { EventState } from '../../domain/model/state.ts';
import { ok } from '../../domain/result.ts';
import { frameOf } from '../../domain/sights/public-rows.ts';
import { viewEvent } from '../../domain/sights/views.ts';
import { epochMs } from '../../domain/units.ts';
import { createRowsTransport } from './public-rows.ts';
import { createViewerSync } from './viewer-sync.ts';

const ROWS = 'https://rows.example.org/api/rows/event/name';

/** A page whose rows come from a cache. `lately`: how many of the last changes the cache's rows tell. */
function openPage({ lately = 64 } = {}) {
  const time = createTime();
  const race = createRace('ada', 'bo');
  const id = '0e5e0000-0000-4000-8000-000000000000';
  const now = () => ({ ...(state.restored ?? race.event), id });
  const asked: { address: string; init: RequestInit }[] = [];
  const state = {
    status: 200,
    isHidden: false,
    clockCalls: 0,
    sockets: 0,
    held: null as object | null,
    restored: null as EventState | null,
  };
  const answer = (address: string): object => {
    const { seq } = now();
    if (state.status !== 200) return { error: { code: 'event-not-found', message: 'Gone.' } };
    if (address !== ROWS) return { view: 'viewer', event: viewEvent(now(), 'viewer') };
    return state.held ?? frameOf(now(), Math.max(0, seq - lately), new Set(['ada', 'bo']), true);
  };
  const node = createFakeTransport(createFakeServer(time), time);
  const { ports } = createFakePorts({ time, transport: node, storage: createDisk().open(), random: createRandom(5) });
  node.openSocket = () => {
    throw new Error('A page that asks a cache opens no socket');
  };
  node.exchangeClock = async () => {
    state.clockCalls += 1;
    return ok({ received: time.now() + 5_000, sent: time.now() + 5_000 });
  };
  const transport = createRowsTransport(ROWS, {
    ...ports,
    node,
    isHidden: () => state.isHidden,
    async fetch(address, init) {
      asked.push({ address, init });
      if (state.status === 0) throw new TypeError('Failed to fetch');
      return new Response(JSON.stringify(answer(address)), { status: state.status });
    },
  });
  const page = {
    kind: 'event',
    event: viewEvent(now(), 'viewer'),
    view: 'viewer',
    at: epochMs(0),
    rows: ROWS,
  } as const;
  const sync = createViewerSync({ ...ports, transport }, page, { key: 'vvvvvvvv' });
  sync.start();
  const shown = sync.event(id).getSnapshot;
  return { time, race, asked, state, sync, shown, now };
}

describe('rows from a cache', () => {
  it('[SP14] are asked for every second or two, without a cookie or a header of ours, and shown', async () => {
    const { time, race, asked, shown, now } = openPage();
    await time.pass(100);
    race.run(tap('start', 'ada'));
    await time.pass(2_100);
    expect(shown().event).toEqual(viewEvent(now(), 'viewer'));
    await time.pass(60_000);
    expect(asked.length).toBeGreaterThanOrEqual(30);
    expect(asked.length).toBeLessThanOrEqual(65);
    expect(new Set(asked.map(({ address }) => address)), 'the whole is not needed').toEqual(new Set([ROWS]));
    for (const { init } of asked) expect(init).toMatchObject({ credentials: 'omit' });
    for (const { init } of asked) expect(init.headers).toBeUndefined();
  });

  it('[SP14] that do not reach back to the page bring the whole', async () => {
    const { time, race, asked, shown, now } = openPage({ lately: 1 });
    await time.pass(100);
    race.run(tap('start', 'ada'));
    race.run(tap('start', 'bo'));
    await time.pass(2_100);
    expect(shown().event).toEqual(viewEvent(now(), 'viewer'));
    expect(asked.filter(({ address }) => address === `${ROWS}/whole`)).toHaveLength(1);
  });

  it('[SP14] of a cache that is a second behind take nothing back', async () => {
    const { time, race, state, shown, now } = openPage();
    await time.pass(100);
    state.held = frameOf(now(), 0, new Set(['ada', 'bo']), true);
    race.run(tap('start', 'ada'));
    const ahead = frameOf(now(), 0, new Set(['ada', 'bo']), true);
    const behind = state.held;
    state.held = ahead;
    await time.pass(2_100);
    state.held = behind;
    await time.pass(4_000);
    expect(shown().event?.seq).toBe(race.event.seq);
  });

  it('[SP14] of a server that was restored replace what the page had', async () => {
    const { time, race, state, shown } = openPage();
    const before = race.event;
    const { seq } = before;
    await time.pass(100);
    race.run(tap('start', 'ada'));
    await time.pass(2_100);
    expect(shown().event?.seq).toBe(seq + 1);
    state.restored = before;
    await time.pass(60_000);
    expect(shown().event?.seq).toBe(seq);
  });

  it('[SP14] ask the node for the time once', async () => {
    const { time, state, sync } = openPage();
    await time.pass(600_000);
    expect(state.clockCalls).toBe(1);
    expect(Math.abs(sync.now() - (time.now() + 5_000))).toBeLessThan(50);
  });

  it('[SP13] end with the link, and come back with the event', async () => {
    const { time, state, shown, race, now } = openPage();
    await time.pass(100);
    state.status = 404;
    await time.pass(2_100);
    expect(shown().problem).toBe('event-not-found');
    state.status = 200;
    race.run(tap('start', 'ada'));
    await time.pass(31_000);
    expect([shown().problem, shown().event?.seq]).toEqual([null, now().seq]);
  });

  it('[SP8] that do not come are told, and what was shown stays', async () => {
    const { time, state, sync, shown, asked } = openPage();
    await time.pass(100);
    state.status = 0;
    await time.pass(30_000);
    expect([sync.isConnected.getSnapshot(), shown().event === null]).toEqual([false, false]);
    state.status = 200;
    await time.pass(20_000);
    expect(sync.isConnected.getSnapshot()).toBe(true);
    state.isHidden = true;
    await time.pass(3_000);
    const before = asked.length;
    await time.pass(60_000);
    expect(asked.length, 'nobody looks').toBe(before);
  });
});
