import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { tap } from '../support/commands.ts';
import { engines } from '../support/database.ts';
import { type LiveClient, openLive, openRefused, replay } from '../support/live-client.ts';
import { seqOf, useLiveRaces } from '../support/live-races.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';

describe.each(engines)('live, limits on %s', (engine) => {
  const races = useLiveRaces(engine);
  const { connect, keep, send, stored, newRace, follow } = races;

  test('a reader who does not read is cut, and the others are not disturbed', async () => {
    const { owner, eventId, racerId, keys } = await newRace();
    // Packed frames would be too small to fill the buffers.
    const slow = keep(await openLive(races.server.url, '', { isOld: true }));
    const good = await connect();
    // Viewers would get only the tap that counts.
    await follow(slow, eventId, keys.admin);
    await follow(good, eventId, keys.viewer);
    slow.ws.pause();
    const before = races.server.live.counts.cut;
    for (let batch = 0; batch < 6; batch += 1) {
      await send(owner, ...Array.from({ length: 90 }, () => tap(eventId, 'finish', racerId)));
    }
    // Each answer is the whole event, some hundred kilobytes: together more than the network buffers hold.
    for (let asked = 0; asked < 190 && races.server.live.counts.cut === before; asked += 1) {
      slow.send({ type: 'follow-event', eventId, after: null, key: keys.admin });
      await sleep(5);
    }
    expect(races.server.live.counts.cut).toBe(before + 1);
    await send(owner, tap(eventId, 'start', racerId));
    const { seq } = await stored(owner, eventId);
    await good.until('rows', (message) => seqOf(message) === seq);
    expect(replay(good.messages, eventId)?.seq).toBe(seq);
    slow.ws.resume();
    expect((await slow.closed()).code).toBe(1006);
    const resumed = await connect();
    const event = replay(slow.messages, eventId)!;
    resumed.send({ type: 'follow-event', eventId, after: event.seq, key: keys.viewer });
    await resumed.until('rows', (message) => seqOf(message) === seq);
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
    await good.until('rows');
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

  test('other sites, other paths and too many from one address are refused before there is a socket', async () => {
    const { host } = new URL(races.server.url);
    expect(await openRefused(races.server.url, { headers: { origin: 'https://evil.example' } })).toBe(403);
    expect(
      await openRefused(races.server.url, { headers: { origin: `http://${host}`, 'sec-fetch-site': 'cross-site' } }),
    ).toBe(403);
    expect(await openRefused(`${races.server.url}/other`, {})).toBe(404);
    keep(await openLive(races.server.url, '', { headers: { origin: `http://${host}` } }));
    await Promise.all(Array.from({ length: 249 }, () => connect()));
    expect(await openRefused(races.server.url, {})).toBe(429);
  });
});

describe('a server with short heartbeats', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer('sqlite', { liveLimits: { heartbeatMs: 100, connections: 3 } });
  });

  test('sends `alive`, cuts sockets that do not answer, and keeps those that only listen', async () => {
    const listens = await openLive(server.url);
    const dead = await openLive(server.url, '', { autoPong: false });
    await listens.until('alive');
    expect((await dead.closed()).code).toBe(1006);
    await sleep(300);
    expect(listens.ws.readyState).toBe(listens.ws.OPEN);
    await listens.close();
  });

  test('accepts a limited number of sockets, and closes them cleanly when it stops', async () => {
    const lives = await Promise.all(Array.from({ length: 3 }, () => openLive(server.url)));
    expect(await openRefused(server.url, {})).toBe(503);
    const started = performance.now();
    await server.stop();
    expect(performance.now() - started).toBeLessThan(2000);
    for (const live of lives) expect(await live.closed()).toEqual({ code: 1001, reason: 'the server stops' });
  });
});
