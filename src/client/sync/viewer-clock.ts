import { type ClockObservation, DRIFT, haveClocksParted } from '../../domain/timing/clock.ts';
import { type EpochMs, epochMs } from '../../domain/units.ts';
import { measureBurst } from './measure-burst.ts';
import type { Answer, ClockAnswer, SyncPorts } from './ports.ts';

export interface ViewerClock {
  now(): EpochMs;
  /** Asks once more; several times while the time is not known. */
  measure(): Promise<void>;
}

/** Without a question: whether the device slept, or its clock was set. */
const LOOK_EVERY_MS = 30_000;
/** The clock of a phone drifts by 30 ms at most in this time. Five questions every 30 s were most of what 50,000 sockets cost. */
const ASK_EVERY_MS = 300_000;

/** The common clock of a page that records no tap: a running time needs no drift, and a viewer's page no more code. */
export function createViewerClock(
  { clock, timers }: Pick<SyncPorts, 'clock' | 'timers'>,
  exchange: () => Answer<ClockAnswer>,
): ViewerClock {
  let known: ClockObservation | undefined;
  let answeredAt = -Infinity;
  let measuring: Promise<void> | null = null;
  let callOff = () => {};

  async function observe(): Promise<void> {
    callOff();
    const next = await measureBurst(clock, exchange, isKnown() ? { most: 1 } : {});
    if (next !== undefined) {
      answeredAt = next.reading.monotonic;
      if (isBetter(next)) known = next;
    }
    lookLater();
  }

  function lookLater(): void {
    callOff = timers.after(LOOK_EVERY_MS, () => {
      if (isKnown() && clock.read().monotonic - answeredAt < ASK_EVERY_MS) lookLater();
      else void measure();
    });
  }

  const isKnown = (): boolean => known !== undefined && !haveClocksParted(known.reading, clock.read());

  /** A slow exchange is less exact than the last quick one, unless the clocks have parted since. */
  function isBetter({ reading, uncertainty }: ClockObservation): boolean {
    if (known === undefined || haveClocksParted(known.reading, reading)) return true;
    return uncertainty <= known.uncertainty + DRIFT * (reading.monotonic - known.reading.monotonic);
  }

  function measure(): Promise<void> {
    measuring ??= observe().finally(() => (measuring = null));
    return measuring;
  }

  return {
    now() {
      const { wall, monotonic, origin } = clock.read();
      if (known === undefined) return epochMs(wall);
      const { reading, common } = known;
      const elapsed = monotonic - reading.monotonic;
      // A clock that stopped in sleep is likelier than one that was set.
      const hasParted = haveClocksParted(reading, { wall, monotonic, origin });
      return epochMs(Math.round(common + (hasParted ? Math.max(elapsed, wall - reading.wall) : elapsed)));
    },
    measure,
  };
}
