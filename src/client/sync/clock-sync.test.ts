import { describe, expect, it } from 'vitest';
import { ok } from '../../domain/result.ts';
import type { ClockObservation, Reading } from '../../domain/timing/clock.ts';
import { placeReading } from '../../domain/timing/place-reading.ts';
import type { Command } from '../../protocol/commands.ts';
import { createClockSync, selectAround } from './clock-sync.ts';
import { createDisk, createRandom, createTime, failed } from '../../../tests/support/sync-device.ts';
import type { SyncStorage } from './ports.ts';

const COMMON = 1_700_000_000_000;

/** A device whose wall clock is an hour slow, and a network whose ways there and back take as long as given. */
function createDevice(origin = COMMON - 3_600_000, storage: SyncStorage = createDisk().open()) {
  const time = createTime();
  let wallError = -3_600_000;
  const ways: [there: number, back: number][] = [];
  const clock = {
    read: (): Reading => ({ wall: COMMON + time.now() + wallError, monotonic: time.now() + 500, origin }),
  };
  let asked = 0;
  const wait = (ms: number) => new Promise<void>((resolve) => time.after(ms, resolve));
  const exchange = async () => {
    asked += 1;
    const [there, back] = ways.shift() ?? [10, 10];
    if (there < 0) return failed('unavailable');
    await wait(there);
    const at = COMMON + time.now();
    await wait(back);
    return ok({ received: at, sent: at });
  };
  const sync = createClockSync({ storage, clock, timers: time, log: () => {} }, exchange);
  return { time, clock, ways, sync, storage, asked: () => asked, setClock: (ms: number) => (wallError += ms) };
}

describe('clock sync', () => {
  it('measures five times at the start, and the quickest counts', async () => {
    const { time, ways, sync, asked, clock } = createDevice();
    ways.push([400, 20], [300, 300], [4, 6], [90, 10], [50, 50]);
    void sync.start();
    await time.pass(2_000);
    expect(asked()).toBe(5);
    const { at, uncertainty } = sync.place(clock.read());
    expect(Math.abs(at - (COMMON + time.now()))).toBeLessThanOrEqual(uncertainty);
    expect(uncertainty).toBeLessThanOrEqual(6);
    expect(sync.quality.getSnapshot()).toBeLessThanOrEqual(6);
  });

  it('says nothing of its quality before the first measurement, and works without a network', async () => {
    const { time, ways, sync, clock } = createDevice();
    ways.push([-1, 0], [-1, 0]);
    void sync.start();
    await time.pass(100);
    expect(sync.quality.getSnapshot()).toBeNull();
    expect(sync.place(clock.read()).uncertainty).toBe(3_600_000);
    await time.pass(30_000);
    expect(sync.quality.getSnapshot()).toBeLessThan(20);
  });

  it('keeps a quick observation where later ones are slow', async () => {
    const { time, ways, sync, storage } = createDevice();
    ways.push([2, 2]);
    void sync.start();
    await time.pass(1_000);
    ways.push(...Array.from({ length: 5 }, (): [number, number] => [900, 100]));
    await time.pass(40_000);
    expect(await storage.listObservations()).toHaveLength(1);
    expect(sync.quality.getSnapshot()).toBeLessThan(10);
  });

  it('[K6] measures before it sends taps from a time without a signal, and no more than three times', async () => {
    const { time, ways, sync, clock } = createDevice();
    const nothing = () => ways.push(...Array.from({ length: 6 }, (): [number, number] => [-1, 0]));
    nothing();
    void sync.start();
    await time.pass(100);
    const tap = { captured: clock.read() } as Command;
    nothing();
    expect(await sync.observationsFor([tap])).toEqual([]);
    ways.length = 0;
    const sending = sync.observationsFor([tap]);
    await time.pass(1_000);
    const { at, uncertainty } = placeReading(tap.captured, await sending);
    expect(Math.abs(at - (COMMON + 100))).toBeLessThanOrEqual(uncertainty);
    expect(uncertainty).toBeLessThan(20);
  });

  it('does not measure for a tap shortly after a measurement', async () => {
    const { time, sync, clock, asked } = createDevice();
    void sync.start();
    await time.pass(5_000);
    const before = asked();
    await sync.observationsFor([{ captured: clock.read() } as Command]);
    expect(asked()).toBe(before);
  });

  it('measures again when the clock was set by hand', async () => {
    const { time, sync, storage, setClock, asked } = createDevice();
    void sync.start();
    await time.pass(1_000);
    setClock(3_600_000);
    const before = asked();
    sync.stampFromEvent(time.now() + 500);
    await time.pass(1_000);
    expect(asked()).toBe(before + 5);
    expect(await storage.listObservations()).toHaveLength(2);
  });

  it('stamps with the moment of the event, not of its handling', async () => {
    const { time, sync, clock } = createDevice();
    await time.pass(10_000);
    const now = clock.read();
    const stamp = sync.stampFromEvent(now.monotonic - 80);
    expect(stamp).toEqual({ wall: now.wall - 80, monotonic: now.monotonic - 80, origin: now.origin });
    for (const strange of [Number.NaN, -5, now.wall, 0, now.monotonic + 1_000]) {
      expect(sync.stampFromEvent(strange), String(strange)).toEqual(now);
    }
  });

  it('remembers over a reload, and places a tap made offline between two page loads', async () => {
    const disk = createDisk();
    const before = createDevice(COMMON - 3_600_000, disk.open());
    void before.sync.start();
    await before.time.pass(1_000);
    const after = createDevice(COMMON - 3_000_000, disk.open());
    await after.time.pass(60_000);
    void after.sync.start();
    await after.time.pass(1_000);
    const tap: Reading = { wall: COMMON - 3_600_000 + 30_000, monotonic: 30_500, origin: COMMON - 3_600_000 };
    const sent = await after.sync.observationsFor([{ captured: tap } as Command]);
    expect(sent).toHaveLength(2);
    const placed = placeReading(tap, sent);
    expect(placed).toEqual(after.sync.place(tap));
    expect(Math.abs(placed.at - (COMMON + 30_000))).toBeLessThanOrEqual(placed.uncertainty);
    expect(placed.uncertainty).toBeLessThan(50);
  });

  it('[K5] keeps a bounded number, and none of the times is far from one', async () => {
    const { time, sync, storage } = createDevice();
    void sync.start();
    await time.pass(0);
    const hours = 6;
    for (let minute = 0; minute < hours * 60; minute += 1) await time.pass(60_000);
    const kept = await storage.listObservations();
    expect(kept.length).toBeLessThanOrEqual(400);
    const times = kept.map(({ common }) => common - COMMON).toSorted((one, other) => one - other);
    const gaps = times.slice(1).map((at, index) => at - times[index]!);
    expect(Math.max(...gaps)).toBeLessThan(30 * 60_000);
  }, 60_000);

  it('[K5] sends with commands exactly what places them as on the device', () => {
    const random = createRandom(7);
    const origins = [COMMON, COMMON + 500_000];
    const reading = (): Reading => {
      const origin = origins[Math.floor(random() * 2)]!;
      const monotonic = Math.floor(random() * 400_000);
      return { origin, monotonic, wall: origin + monotonic + Math.floor(random() * 5) };
    };
    const observations = Array.from({ length: 300 }, (): ClockObservation => {
      const at = reading();
      return { reading: at, common: at.wall + 1234, uncertainty: Math.floor(random() * 50) };
    });
    const taps = Array.from({ length: 100 }, reading);
    const sent = selectAround(taps, observations);
    expect(sent.length).toBeLessThanOrEqual(200);
    for (const each of taps) expect(placeReading(each, sent)).toEqual(placeReading(each, observations));
  });
});
