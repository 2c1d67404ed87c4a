import { createClockSync } from '../../../src/client/sync/clock-sync.ts';
import { createMemoryStorage } from '../../../src/client/sync/memory-storage.ts';
import { ok, refuse } from '../../../src/domain/result.ts';
import type { Placed, Reading } from '../../../src/domain/timing/clock.ts';
import { placeReading } from '../../../src/domain/timing/place-reading.ts';
import type { Command } from '../../../src/protocol/commands.ts';
import type { Random } from '../random.ts';
import type { Network } from './networks.ts';

const EPOCH = 1_790_000_000_000;
const MINUTE = 60_000;

/** A tap as it was read on the phone, and the moment on the common clock when the finger came down. */
export interface TrueTap {
  readonly reading: Reading;
  readonly at: number;
}

/**
 * A phone with the product's clock sync, on a clock and a network of this file. Its crystal is off by up to `mostPpm` and
 * wanders with the temperature; its wall clock is wrong by hours; its monotonic clock stops in sleep.
 */
export class Phone {
  now = 0;
  isOffline = false;
  private readonly random: Random;
  private readonly network: Network;
  private readonly storage = createMemoryStorage();
  private readonly timers = new Map<number, { readonly at: number; readonly run: () => void }>();
  private readonly driftAt: (time: number) => number;
  private readonly tick: number;
  private made = 0;
  private wallError: number;
  private sleptMs = 0;
  private loadedAt = 0;
  private origin = 0;
  private sync = this.createSync();

  constructor(random: Random, network: Network, mostPpm: number) {
    this.random = random;
    this.network = network;
    this.wallError = random.between(-9, 9) * 60 * MINUTE;
    this.driftAt = createDrift(random, mostPpm);
    // Browsers round their monotonic clock to 0.1 ms or to 1 ms.
    this.tick = random.pick([0.1, 0.1, 1]);
  }

  /** Opens the page: a monotonic clock that begins anew, and observations of earlier loads on disk. */
  open(): void {
    this.sync.stop();
    this.loadedAt = this.now;
    this.sleptMs = 0;
    this.origin = EPOCH + this.elapsed(this.now) + this.wallError;
    this.sync = this.createSync();
    void this.sync.start();
  }

  read(): Reading {
    const monotonic = this.elapsed(this.now) - this.elapsed(this.loadedAt) - this.sleptMs;
    return {
      wall: Math.floor(EPOCH + this.elapsed(this.now) + this.wallError),
      monotonic: Math.floor(monotonic / this.tick) * this.tick,
      origin: this.origin,
    };
  }

  tap(): TrueTap {
    const reading = this.sync.stampFromEvent(this.read().monotonic);
    return { reading, at: EPOCH + this.now };
  }

  /** The time as this phone shows it at once. */
  place({ reading }: TrueTap): Placed {
    return this.sync.place(reading);
  }

  /** The times as the server stores them, for taps that are sent together in the moment of the new signal. */
  async send(taps: readonly TrueTap[]): Promise<readonly Placed[]> {
    void this.sync.measure();
    const commands = taps.map(({ reading: captured }) => ({ captured }) as Command);
    const sending = this.sync.observationsFor(commands);
    let observations: Awaited<typeof sending> | undefined;
    void sending.then((value) => (observations = value));
    for (let waited = 0; observations === undefined && waited < 70; waited += 1) await this.pass(1_000);
    return taps.map(({ reading }) => placeReading(reading, observations!));
  }

  jump(ms: number): void {
    this.wallError += ms;
  }

  async sleep(ms: number): Promise<void> {
    const before = this.elapsed(this.now);
    this.now += ms;
    this.sleptMs += this.elapsed(this.now) - before;
    await this.pass(0);
  }

  async pass(ms: number): Promise<void> {
    const end = this.now + ms;
    for (;;) {
      await settle();
      let next: [id: number, at: number, run: () => void] | undefined;
      for (const [id, { at, run }] of this.timers) if (next === undefined || at < next[1]) next = [id, at, run];
      if (next === undefined || next[1] > end) break;
      this.now = Math.max(this.now, next[1]);
      this.timers.delete(next[0]);
      next[2]();
    }
    this.now = end;
  }

  stop(): void {
    this.sync.stop();
  }

  /** What the crystal has counted since the beginning. */
  private elapsed(time: number): number {
    return time + this.driftAt(time);
  }

  private readonly after = (ms: number, run: () => void): (() => void) => {
    this.made += 1;
    const id = this.made;
    this.timers.set(id, { at: this.now + ms, run });
    return () => void this.timers.delete(id);
  };

  private readonly wait = (ms: number): Promise<void> => new Promise((resolve) => this.after(ms, resolve));

  private createSync() {
    const ports = { storage: this.storage, clock: this, timers: { after: this.after }, log: () => undefined };
    return createClockSync(ports, async () => {
      const way = this.isOffline ? null : this.network.next(this.random, this.now);
      await this.wait(way?.there ?? this.random.between(1, 900));
      if (way === null) return refuse({ code: 'unavailable' as const });
      // The server's clock has whole milliseconds.
      const received = Math.floor(EPOCH + this.now);
      await this.wait(this.random.between(0, 2));
      const sent = Math.floor(EPOCH + this.now);
      await this.wait(way.back);
      return ok({ received, sent });
    });
  }
}

/** The sum of the drift up to a time: constant, a slow wave of the temperature, and a warm-up that settles. */
function createDrift(random: Random, mostPpm: number): (time: number) => number {
  const steady = random.between(-mostPpm, mostPpm) * 1e-6;
  const height = random.between(0, 2) * 1e-6;
  const period = random.between(20, 180) * MINUTE;
  const phase = random.between(0, 2 * Math.PI);
  const warmUp = random.between(-2, 2) * 1e-6;
  const settling = random.between(5, 30) * MINUTE;
  return (time) =>
    steady * time -
    ((height * period) / (2 * Math.PI)) * Math.cos((2 * Math.PI * time) / period + phase) +
    warmUp * settling * (1 - Math.exp(-time / settling));
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
