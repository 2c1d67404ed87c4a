import type { Reading } from '../../src/domain/timing/clock.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';

/** The common clock when the world begins. */
export const EPOCH = 1_790_000_000_000;
const HOUR = 3_600_000;

/** A device's two clocks: wrong by hours, drifting, set by hand, and stopping in sleep. */
export class WrongClock {
  /** Whether the clock has only drifted: then the product's stated uncertainty must hold. */
  isSteady = true;
  private readonly scheduler: Scheduler;
  private readonly drift: number;
  private offset: number;
  private origin = 0;
  private loadedAt = 0;
  private slept = 0;

  constructor(scheduler: Scheduler, random: Random) {
    this.scheduler = scheduler;
    this.offset = random.chance(0.5) ? random.between(-9 * HOUR, 9 * HOUR) : random.between(-4000, 4000);
    this.drift = random.between(-40e-6, 40e-6);
    this.load();
  }

  private wall(): number {
    return EPOCH + this.scheduler.now * (1 + this.drift) + this.offset;
  }

  /** Opens a page: its monotonic clock begins anew. */
  load(): void {
    this.origin = this.wall();
    this.loadedAt = this.scheduler.now;
    this.slept = 0;
  }

  read(): Reading {
    const { origin, drift } = this;
    const monotonic = Math.max(0, (this.scheduler.now - this.loadedAt - this.slept) * (1 + drift));
    return { wall: Math.round(this.wall()), monotonic, origin };
  }

  /** The user or the phone sets the wall clock. */
  jump(by: number): void {
    this.isSteady = false;
    this.offset += by;
  }

  /** The monotonic clock stands still for as long as the device sleeps. */
  sleep(ms: number): void {
    this.isSteady = false;
    this.slept += ms;
  }
}
