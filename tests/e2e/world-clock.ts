import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { BuiltServer } from '../cluster/server.ts';

/** For `startServer`: the server's clock follows the world's. */
export const worldPreload = fileURLToPath(new URL('./world-clock-server.mjs', import.meta.url));

/** What is wrong with a phone's clocks. */
export interface WrongClock {
  /** The wall clock is set wrong by so much. */
  readonly wrongBy: number;
  /** The crystal is fast by so many millionths; wall clock and monotonic clock run on the same one. */
  readonly ppm: number;
}

/** At the moment `at` of the machine's clock, `by` milliseconds pass at once. */
interface Leap {
  readonly at: number;
  readonly by: number;
}

declare global {
  var leaps: Leap[];
}

/** Later than this, other touches of the same screen would have to be older than those before them. */
const LATEST_MS = 3_000;

/**
 * The time of a race without its quiet minutes. The world's time is the machine's plus all leaps so far. Phones and
 * server hear of a leap before its moment, so that their clocks, however wrong, leap together. Timers and the network
 * keep the machine's time: a request that is under way during a leap looks like a slow one.
 */
export class World {
  readonly #server: BuiltServer;
  readonly #pages: Page[] = [];
  readonly #leaps: Leap[] = [];
  /** Grows on a busy machine, where messages take longer. */
  #notice = 200;

  constructor(server: BuiltServer) {
    this.#server = server;
  }

  now(): number {
    const real = Date.now();
    return this.#leaps.reduce((sum, { at, by }) => (real >= at ? sum + by : sum), real);
  }

  /** The machine's time at a moment of the world after the last leap. */
  toReal(moment: number): number {
    return this.#leaps.reduce((rest, { by }) => rest - by, moment);
  }

  /** Gives a phone its clocks. After the first leap the page must not be loaded anew: leaps are told once. */
  async carry(page: Page, clock: WrongClock): Promise<void> {
    this.#pages.push(page);
    await page.addInitScript(wrongClocks, clock);
  }

  /** Leaves out the time until shortly before a moment, if it is long enough to be worth it. */
  async skipTo(moment: number): Promise<void> {
    const by = Math.floor(moment - this.now() - this.#notice);
    if (by < 500) return;
    const began = Date.now();
    const leap: Leap = { at: began + this.#notice, by };
    const heard = once(this.#server.child, 'message');
    this.#server.child.send(leap);
    await Promise.all([heard, ...this.#pages.map((page) => page.evaluate((each) => void leaps.push(each), leap))]);
    const took = Date.now() - began;
    if (took >= this.#notice) throw new Error(`The machine is too busy: a leap was heard only after ${took} ms.`);
    this.#notice = Math.max(this.#notice, 4 * took);
    this.#leaps.push(leap);
    await sleep(leap.at - Date.now() + 1);
  }

  /**
   * Waits for a moment of the world; returns the machine's time at it, the stamp of a touch. On a busy machine the page
   * hears of the touch later than that, as on a busy phone.
   */
  async until(moment: number): Promise<number> {
    const real = this.toReal(moment);
    const left = real - Date.now();
    if (left < -LATEST_MS) throw new Error(`The script is ${-left} ms late for its own race.`);
    await sleep(Math.max(0, left + 1));
    return real;
  }
}

/** Runs in the page before anything else. */
function wrongClocks({ wrongBy, ppm }: WrongClock): void {
  globalThis.leaps = [];
  const { timeOrigin } = performance;
  const setAt = Date.now() - performance.now() + wrongBy;
  const realNow = performance.now.bind(performance);
  const stampOf = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp')!.get!;
  const monotonic = (real: number): number => {
    const passed = leaps.reduce((sum, { at, by }) => (timeOrigin + real >= at ? sum + by : sum), real);
    return passed * (1 + ppm / 1e6);
  };
  performance.now = () => monotonic(realNow());
  Date.now = () => Math.floor(setAt + monotonic(realNow()));
  Object.defineProperty(Event.prototype, 'timeStamp', {
    get(this: Event): number {
      return monotonic(stampOf.call(this) as number);
    },
  });
}
