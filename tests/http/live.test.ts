import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { EventState } from '../../src/domain/model/state.ts';
import { epochMs } from '../../src/domain/units.ts';
import { createCommandQueue } from '../../src/server/commands/command-queue.ts';
import { createCommandStore } from '../../src/server/storage/command-store.ts';
import { commandMail } from '../support/command-mail.ts';
import { tap } from '../support/commands.ts';
import { engines, quiet } from '../support/database.ts';
import { alwaysOpen } from '../support/gate.ts';
import { inFull } from '../support/in-full.ts';
import { openLive, replay } from '../support/live-client.ts';
import { seqOf, settle, useLiveRaces } from '../support/live-races.ts';

describe.each(engines)('live on %s', (engine) => {
  const races = useLiveRaces(engine);
  const { connect, keep, send, stored, newRace, follow } = races;

  test('a follower gets the whole event, and then every change as it is stored', async () => {
    const { owner, eventId, racerId, keys } = await newRace();
    const live = await connect(owner);
    const whole = await follow(live, eventId);
    expect(whole).toMatchObject({ view: 'admin', keys: { admin: keys.admin, viewer: keys.viewer } });
    await send(owner, tap(eventId, 'start', racerId));
    await live.until('changes', (message) => message.changes[0]?.type === 'tap-recorded');
    expect(replay(live.messages, eventId)).toEqual(await stored(owner, eventId));
  });

  test('followers who come and go while others write miss no change and get none twice', async () => {
    const { owner, eventId, racerId, keys } = await newRace();
    const each = inFull(60, 25);
    let isWriting = true;
    const writing = Promise.all(
      ['start', 'finish', 'finish'].map(async (line) => {
        for (let index = 0; index < each; index += 1) await send(owner, tap(eventId, line as 'start', racerId));
      }),
    ).then(() => (isWriting = false));
    const LAST = 2 + 3 * each;
    type Reader = 'viewer' | 'owner';
    async function look(
      reader: Reader,
      event: EventState | null,
      forMs: number | 'to the end',
    ): Promise<EventState | null> {
      const live = await connect(reader === 'owner' ? owner : undefined);
      const key = reader === 'viewer' ? { key: keys.viewer } : {};
      live.send({ type: 'follow-event', eventId, after: event?.seq ?? null, ...key });
      const seen = () => replay(live.messages, eventId, event);
      if (forMs === 'to the end') await expect.poll(() => seen()?.seq).toBe(LAST);
      else await sleep(forMs);
      live.ws.terminate();
      await live.closed();
      return seen();
    }
    const followers = Array.from({ length: 6 }, async (_, index) => {
      const reader = index % 2 === 0 ? 'viewer' : 'owner';
      let event: EventState | null = null;
      while (isWriting) event = await look(reader, event, 10 * 2 ** index);
      return { reader, event: await look(reader, event, 'to the end') };
    });
    await writing;
    const seen = await Promise.all(followers);
    const { seq, counting, taps } = await stored(owner, eventId);
    expect(seq).toBe(LAST);
    for (const { reader, event } of seen) {
      expect(event).toMatchObject({ seq, counting });
      const told = reader === 'owner' ? Object.keys(taps) : Object.values(counting);
      expect(Object.keys(event!.taps).toSorted(), reader).toEqual(told.toSorted());
    }
  });

  test('a follower who was away for long, or sends a number that does not exist, gets the whole event', async () => {
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

  test('changes of another node are read from the log, after news or when the next change shows the gap', async () => {
    const { owner, ownerId, eventId, racerId } = await newRace();
    const clock = { now: () => epochMs(Date.now()) };
    const store = createCommandStore(races.server.storage, commandMail);
    const otherNode = createCommandQueue({ gate: alwaysOpen, store, clock, log: quiet, onCommitted: () => undefined });
    const sender = { userId: ownerId, isAnonymous: false, verifiedEmail: null, name: '', keys: {} };
    const elsewhere = () => otherNode.submit([{ command: tap(eventId, 'finish', racerId), sender, observations: [] }]);
    const hint = (seq: number) =>
      races.server.live.hint({
        events: [{ id: eventId, seq, people: [], groupId: null }],
        users: [],
        rewritten: [],
        screens: [],
      });
    const live = await connect(owner);
    await follow(live, eventId);

    await elsewhere();
    await elsewhere();
    hint(4);
    await live.until('changes', (message) => seqOf(message) === 4);

    await elsewhere();
    await send(owner, tap(eventId, 'start', racerId));
    await live.until('changes', (message) => seqOf(message) === 6);
    hint(3);
    hint(1_000_000);
    await settle();
    expect(replay(live.messages, eventId)).toEqual(await stored(owner, eventId));
  });

  test('200 spectators and a burst of taps: frames are made for the views, not for the sockets', async () => {
    const { owner, eventId, racerId, keys } = await newRace();
    const crowd = await Promise.all(Array.from({ length: 200 }, () => connect()));
    const boss = await connect(owner);
    await Promise.all(crowd.map((live) => follow(live, eventId, keys.viewer)));
    await follow(boss, eventId);
    await boss.until('watching', ({ count }) => count === 201);
    const before = races.server.live.counts.framesBuilt;
    await send(owner, ...Array.from({ length: 50 }, () => tap(eventId, 'finish', racerId)));
    await Promise.all(crowd.map((live) => live.until('rows', (message) => seqOf(message) === 52)));
    await boss.until('changes', (message) => seqOf(message) === 52);
    expect(races.server.live.counts.framesBuilt - before).toBeLessThanOrEqual(4);
    for (const live of crowd) expect(replay(live.messages, eventId)?.seq).toBe(52);
  });

  test('a long message is packed for clients that can unpack, and plain for the others', async () => {
    const { owner, eventId, racerId, keys } = await newRace();
    const lives = [await connect(), keep(await openLive(races.server.url, '', { isOld: true }))];
    const packed = lives.map(() => 0);
    lives.forEach(({ ws }, index) => ws.on('message', (_, isBinary) => void (packed[index]! += Number(isBinary))));
    for (const live of lives) await follow(live, eventId, keys.viewer);
    expect(packed).toEqual([0, 0]);
    await send(owner, ...Array.from({ length: 50 }, () => tap(eventId, 'finish', racerId)));
    for (const live of lives) await live.until('rows', (message) => seqOf(message) === 52);
    for (const live of lives) {
      live.mark();
      await follow(live, eventId, keys.viewer);
    }
    expect(packed, 'the whole is long, the row is not').toEqual([1, 0]);
    const [told, toldPlain] = lives.map(({ messages }) =>
      messages.filter(({ type }) => type === 'event' || type === 'rows'),
    );
    expect(told).toEqual(toldPlain);
  });

  test('a clock request is answered with the times of its arrival and of the answer', async () => {
    const live = await connect();
    const before = Date.now();
    live.send({ type: 'clock', exchange: 7 });
    const { exchange, received, sent } = await live.until('clock');
    expect(exchange).toBe(7);
    // The database's clock as measured, within the error of an exchange with it.
    expect(received).toBeGreaterThanOrEqual(before - 500);
    expect(sent).toBeGreaterThanOrEqual(received);
    expect(sent).toBeLessThanOrEqual(Date.now() + 500);
  });
});
