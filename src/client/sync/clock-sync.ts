import { observationsAround } from '../../domain/timing/around.ts';
import { type ClockObservation, haveClocksParted, type Placed, type Reading } from '../../domain/timing/clock.ts';
import { placeReading } from '../../domain/timing/place-reading.ts';
import { type EpochMs, epochMs } from '../../domain/units.ts';
import type { Command } from '../../protocol/commands.ts';
import { MAX_OBSERVATIONS } from '../../protocol/limits.ts';
import { measureBurst } from './measure-burst.ts';
import { createObserved, type Observable } from './observable.ts';
import type { Answer, ClockAnswer, FollowingStorage, SyncPorts } from './ports.ts';

export interface ClockSync {
  /** Uncertainty in ms of a tap made now; null before the first measurement. */
  readonly quality: Observable<number | null>;
  start(): Promise<void>;
  stop(): void;
  /** Makes several exchanges, and one observation of them. */
  measure(): Promise<void>;
  place(reading: Reading): Placed;
  now(): EpochMs;
  /** The device's clocks at the moment of an input event, whose `timeStamp` is on the monotonic clock's scale. */
  stampFromEvent(timeStamp: number): Reading;
  /** The observations that the server needs to place these commands as this device does. */
  observationsFor(commands: readonly Command[]): Promise<readonly ClockObservation[]>;
}

const EVERY_MS = 30_000;
const MOST_KEPT = 400;
/** A measurement before a command that is not older makes no other one necessary. */
const RECENT_MS = 60_000;
/** Commands are not held up for longer by a clock that cannot be measured. */
const MOST_TRIES = 3;
/** Running times ask for the time in every frame: it is placed anew once a second. */
const ANCHOR_MS = 1_000;
const BUCKET_MS = 60_000;
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
  let anchor: { readonly reading: Reading; readonly at: EpochMs } | null = null;
  let isStopped = false;
  let measuring: Promise<void> | null = null;
  let callOff: (() => void) | null = null;

  const place = (reading: Reading) => placeReading(reading, observations);

  function rate(): void {
    anchor = null;
    quality.set(observations.length === 0 ? null : place(clock.read()).uncertainty);
  }

  async function observe(): Promise<void> {
    const made = await measureBurst(clock, exchange, { isStopped: () => isStopped });
    if (made === undefined) return rate();
    const { keep, drop } = withNext(observations, made);
    observations = keep;
    rate();
    if (!keep.includes(made)) return;
    await storage.changeObservations([made], drop).catch((error: unknown) => {
      log('A clock observation could not be stored', { error });
    });
  }

  function measure(): Promise<void> {
    measuring ??= observe().finally(() => (measuring = null));
    return measuring;
  }

  function measureRegularly(): void {
    callOff?.();
    callOff = timers.after(EVERY_MS, () => {
      void measure();
      measureRegularly();
    });
  }

  /** True where the last measurement was long before a command, or before a sleep: a new one places it better. */
  function wantMeasuring(commands: readonly Command[]): boolean {
    const { origin } = clock.read();
    const last = observations.findLast(({ reading }) => reading.origin === origin)?.reading;
    if (last === undefined) return true;
    return commands.some(({ captured }) => {
      if (captured.origin !== origin || captured.monotonic < last.monotonic) return false;
      return captured.monotonic - last.monotonic > RECENT_MS || haveClocksParted(last, captured);
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
    now() {
      const reading = clock.read();
      const passed = anchor === null ? Number.POSITIVE_INFINITY : reading.monotonic - anchor.reading.monotonic;
      if (anchor === null || passed > ANCHOR_MS || haveClocksParted(anchor.reading, reading)) {
        anchor = { reading, at: place(reading).at };
        return anchor.at;
      }
      return epochMs(anchor.at + Math.round(passed));
    },
    stampFromEvent(timeStamp) {
      const now = clock.read();
      const last = observations.findLast(({ reading }) => reading.origin === now.origin);
      if (last === undefined || haveClocksParted(last.reading, now)) void measure();
      const age = now.monotonic - timeStamp;
      if (!(timeStamp > 0 && age >= 0 && age < OLDEST_EVENT_MS)) return now;
      return { wall: now.wall - age, monotonic: timeStamp, origin: now.origin };
    },
    async observationsFor(commands) {
      // Commands are placed once and for good, and those from an hour without a signal are sent as soon as it is back.
      for (let tries = 0; tries < MOST_TRIES && wantMeasuring(commands); tries += 1) await measure();
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

/** The observations that each reading is placed by: for all readings the nearest first, then those further away. */
export function selectAround(
  readings: readonly Reading[],
  observations: readonly ClockObservation[],
): readonly ClockObservation[] {
  const lists = readings.flatMap((reading) => {
    const { before, after } = observationsAround(reading, observations);
    return [before.own, after.own, before.others, after.others];
  });
  const chosen = new Set<ClockObservation>();
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  for (let rank = 0; rank < longest; rank += 1) {
    for (const list of lists) {
      const next = list[rank];
      if (next !== undefined && chosen.size < MAX_OBSERVATIONS) chosen.add(next);
    }
  }
  return [...chosen];
}

/** Keeps the most exact observation of each minute, unless the clocks have parted in it. */
function withNext(known: readonly ClockObservation[], next: ClockObservation): Thinned {
  const last = known.findLast(({ reading }) => reading.origin === next.reading.origin);
  if (last === undefined || minuteOf(last) !== minuteOf(next) || haveClocksParted(last.reading, next.reading)) {
    return thin([...known, next]);
  }
  if (next.uncertainty > last.uncertainty) return { keep: known, drop: [] };
  return { keep: byTime([...known.filter((each) => each !== last), next]), drop: [last] };
}

const minuteOf = ({ reading }: ClockObservation): number => Math.floor(reading.monotonic / BUCKET_MS);

interface Thinned {
  readonly keep: readonly ClockObservation[];
  readonly drop: readonly ClockObservation[];
}

/** Keeps all recent observations and every second of the older ones, so that no time is ever far from one. */
function thin(all: readonly ClockObservation[]): Thinned {
  const sorted = byTime(all);
  if (sorted.length <= MOST_KEPT) return { keep: sorted, drop: [] };
  const half = MOST_KEPT / 2;
  const goes = (index: number) => index < half && index % 2 === 1;
  return { keep: sorted.filter((_, index) => !goes(index)), drop: sorted.filter((_, index) => goes(index)) };
}

const byTime = (some: readonly ClockObservation[]) => some.toSorted((one, other) => one.common - other.common);
const keyOf = ({ reading }: ClockObservation) => `${reading.origin} ${reading.monotonic}`;
