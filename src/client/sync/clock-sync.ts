import {
  bestObservation,
  type ClockObservation,
  haveClocksParted,
  observationsAround,
  observeExchange,
  type Placed,
  placeReading,
  type Reading,
} from '../../domain/timing/clock.ts';
import type { EpochMs } from '../../domain/units.ts';
import type { Command } from '../../protocol/commands.ts';
import { MAX_OBSERVATIONS } from '../../protocol/limits.ts';
import { createObserved, type Observable } from './observable.ts';
import type { Answer, ClockAnswer, FollowingStorage, SyncPorts } from './ports.ts';

export interface ClockSync {
  /** How far the time of a tap made now may be off, in ms; null before the first measurement. */
  readonly quality: Observable<number | null>;
  start(): Promise<void>;
  stop(): void;
  /** Makes several exchanges, of which the quickest counts. */
  measure(): Promise<void>;
  place(reading: Reading): Placed;
  now(): EpochMs;
  /** The device's clocks at the moment of an input event, whose `timeStamp` is on the monotonic clock's scale. */
  stampFromEvent(timeStamp: number): Reading;
  /** The observations that the server needs to place these commands as this device does. */
  observationsFor(commands: readonly Command[]): Promise<readonly ClockObservation[]>;
}

const EVERY_MS = 30_000;
const BURST = 5;
const MOST_KEPT = 400;
/** An input event that claims to be older than this has another scale than the monotonic clock. */
const OLDEST_EVENT_MS = 60_000;

type ClockPorts = Pick<SyncPorts, 'clock' | 'timers' | 'log'> & {
  readonly storage: Pick<FollowingStorage, 'listObservations' | 'changeObservations'>;
};

export function createClockSync(
  { storage, clock, timers, log }: ClockPorts,
  exchange: () => Answer<ClockAnswer>,
): ClockSync {
  const quality = createObserved<number | null>(null);
  let observations: readonly ClockObservation[] = [];
  let isStopped = false;
  let measuring: Promise<void> | null = null;
  let callOff: (() => void) | null = null;

  const place = (reading: Reading) => placeReading(reading, observations);

  function rate(): void {
    quality.set(observations.length === 0 ? null : place(clock.read()).uncertainty);
  }

  async function exchangeOnce(): Promise<ClockObservation | null> {
    const sent = clock.read();
    const answer = await exchange();
    const received = clock.read();
    // An exchange during which the phone slept does not tell how long the way was.
    if (!answer.ok || haveClocksParted(sent, received)) return null;
    return observeExchange({ sent, serverReceived: answer.value.received, serverSent: answer.value.sent, received });
  }

  async function measureBurst(): Promise<void> {
    const found: ClockObservation[] = [];
    for (let count = 0; count < BURST && !isStopped; count += 1) {
      const observation = await exchangeOnce();
      if (observation === null) break;
      found.push(observation);
    }
    const best = bestObservation(found);
    if (best === undefined || !isBetter(best, observations)) return rate();
    const { keep, drop } = thin([...observations, best]);
    observations = keep;
    rate();
    await storage.changeObservations([best], drop).catch((error: unknown) => {
      log('A clock observation could not be stored', { error });
    });
  }

  function measure(): Promise<void> {
    measuring ??= measureBurst().finally(() => (measuring = null));
    return measuring;
  }

  function measureRegularly(): void {
    callOff?.();
    callOff = timers.after(EVERY_MS, () => {
      void measure();
      measureRegularly();
    });
  }

  /** False when the device's stored observations could not be read. */
  async function reload(): Promise<boolean> {
    try {
      const stored = await storage.listObservations();
      const known = new Set(stored.map(keyOf));
      observations = byTime([...stored, ...observations.filter((each) => !known.has(keyOf(each)))]);
      return true;
    } catch (error) {
      log('Clock observations could not be read', { error });
      return false;
    }
  }

  return {
    quality,
    async start() {
      await reload();
      rate();
      measureRegularly();
      await measure();
    },
    stop() {
      isStopped = true;
      callOff?.();
    },
    measure,
    place,
    now: () => place(clock.read()).at,
    stampFromEvent(timeStamp) {
      const now = clock.read();
      const last = observations.findLast(({ reading }) => reading.origin === now.origin);
      if (last === undefined || haveClocksParted(last.reading, now)) void measure();
      const age = now.monotonic - timeStamp;
      if (!(timeStamp > 0 && age >= 0 && age < OLDEST_EVENT_MS)) return now;
      return { wall: now.wall - age, monotonic: timeStamp, origin: now.origin };
    },
    async observationsFor(commands) {
      // Another tab may have recorded these commands, with observations of its own.
      const isComplete = await reload();
      // Commands are placed once and for good: those from before this page load wait for their own observations.
      const { origin } = clock.read();
      if (!isComplete && commands.some(({ captured }) => captured.origin !== origin)) {
        throw new Error('The clock observations of these commands cannot be read now');
      }
      return selectAround(
        commands.map(({ captured }) => captured),
        observations,
      );
    },
  };
}

/** The observations between which each reading is placed. */
export function selectAround(
  readings: readonly Reading[],
  observations: readonly ClockObservation[],
): readonly ClockObservation[] {
  const chosen = new Set<ClockObservation>();
  for (const reading of readings) {
    const { before, after } = observationsAround(reading, observations);
    if (before !== undefined) chosen.add(before);
    if (after !== undefined) chosen.add(after);
  }
  return [...chosen].slice(0, MAX_OBSERVATIONS);
}

/** A slow exchange is less exact than the last quick one, unless the clocks have parted since. */
function isBetter(next: ClockObservation, observations: readonly ClockObservation[]): boolean {
  const last = observations.findLast(({ reading }) => reading.origin === next.reading.origin);
  if (last === undefined || haveClocksParted(last.reading, next.reading)) return true;
  return next.uncertainty <= placeReading(next.reading, [last]).uncertainty;
}

/** Keeps all recent observations and every second of the older ones, so that no time is ever far from one. */
function thin(all: readonly ClockObservation[]): { keep: readonly ClockObservation[]; drop: ClockObservation[] } {
  const sorted = byTime(all);
  if (sorted.length <= MOST_KEPT) return { keep: sorted, drop: [] };
  const half = MOST_KEPT / 2;
  const goes = (index: number) => index < half && index % 2 === 1;
  return { keep: sorted.filter((_, index) => !goes(index)), drop: sorted.filter((_, index) => goes(index)) };
}

const byTime = (some: readonly ClockObservation[]) => some.toSorted((one, other) => one.common - other.common);
const keyOf = ({ reading }: ClockObservation) => `${reading.origin} ${reading.monotonic}`;
