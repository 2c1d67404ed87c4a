import type { DeviceSignal, SyncPorts } from '../../../src/client/sync/ports.ts';
import { createSyncClient, type SyncClient } from '../../../src/client/sync/sync-client.ts';
import { createSendingTrouble } from '../../../src/client/timing/taps/sending-trouble.ts';
import type { EventCommandBody } from '../../../src/domain/events/commands.ts';
import type { RacerCommandBody } from '../../../src/domain/racers/library.ts';
import type { Reading } from '../../../src/domain/timing/clock.ts';
import type { Command } from '../../../src/protocol/commands.ts';
import { createRandom } from '../../simulation/random.ts';
import type { Write } from './lines.ts';
import { type PhonePlan, type Race, userIdOf } from './plan.ts';

/** The real sync client with a user who taps, in a process of its own or in a browser. */
export interface Phone {
  /** Sets the phone's clock. */
  jump(byMs: number): void;
  /** Stops tapping. Resolves when nothing waits to be sent. */
  rest(): Promise<void>;
  /** Resolves when its screen has reached these numbers, after writing down its screen and its disk. */
  show(seqs: Readonly<Record<string, number>>): Promise<void>;
}

const machineNow = (): number => performance.timeOrigin + performance.now();
const LOOK_EVERY_MS = 5_000;

/** `ownRaces`: the races that this phone made before it was killed. */
export function startPhone(
  given: SyncPorts,
  plan: PhonePlan,
  ownRaces: readonly Race[],
  write: Write,
): Phone & { tapOnce(): Promise<void> } {
  const random = createRandom(plan.seed);
  const plannedIds: string[] = [];
  const recordings = new Map<string, Promise<void>>();
  const taps: { readonly eventId: string; readonly tapId: string }[] = [];
  const own = [...ownRaces];
  const origin = performance.timeOrigin + plan.clockOffsetMs;
  let offset = plan.clockOffsetMs;
  let isResting = false;
  let look: (signal: DeviceSignal) => void = () => undefined;

  const ports: SyncPorts = {
    ...given,
    clock: { read: () => ({ wall: Math.round(machineNow() + offset), monotonic: performance.now(), origin }) },
    ids: { make: () => plannedIds.shift() ?? given.ids.make() },
    signals: {
      listen(hear) {
        look = hear;
        return () => undefined;
      },
    },
    transport: {
      ...given.transport,
      async sendCommands(batch) {
        const sentAt = machineNow();
        const answer = await given.transport.sendCommands(batch);
        await write(
          answer.ok
            ? { kind: 'answered', answers: answer.value.answers, sentAt, at: machineNow() }
            : { kind: 'failed', code: answer.error.code, at: machineNow() },
        );
        return answer;
      },
    },
  };
  const sync: SyncClient = createSyncClient(ports, plan.viewer);
  const trouble = createSendingTrouble({
    sync,
    // The phone has a signal all the time.
    network: new EventTarget(),
    isOnline: () => true,
    tell: (words) => void write({ kind: 'told', words, at: machineNow() }),
    onFinished: (tapId) => void write({ kind: 'finished', tapId, at: machineNow() }),
    onRefused: () => undefined,
  });
  sync.start();
  for (const { eventId } of [...plan.races, ...own]) sync.followEvent(eventId, plan.keys[eventId]);

  async function record<Body extends EventCommandBody | RacerCommandBody>(
    subject: { readonly eventId: string } | { readonly racerId: string },
    body: Body,
    perform: (captured: Reading) => Promise<{ readonly isDurable: boolean }>,
  ): Promise<string> {
    const captured = ports.clock.read();
    const id = given.ids.make();
    await write({ kind: 'made', command: { ...body, ...subject, id, deviceId: '', captured } as unknown as Command });
    plannedIds.push(id);
    const recording = perform(captured).then(async ({ isDurable }) => {
      if (isDurable) await write({ kind: 'recorded', id });
    });
    recordings.set(id, recording);
    void recording.finally(() => recordings.delete(id));
    return id;
  }
  const forEvent = (eventId: string, body: EventCommandBody) =>
    record({ eventId }, body, (captured) => sync.recordForEvent(eventId, body, captured));
  const forRacer = (racerId: string, body: RacerCommandBody) =>
    record({ racerId }, body, (captured) => sync.recordForRacer(racerId, body, captured));

  async function createRace(): Promise<void> {
    const [eventId, racerIds] = [given.ids.make(), [given.ids.make(), given.ids.make()]];
    await forEvent(eventId, { type: 'event.create', name: 'Side race', timeZone: 'UTC' });
    for (const racerId of racerIds) await forRacer(racerId, { type: 'racer.create', name: 'Ada', groups: [] });
    const racers = racerIds.map((racerId) => ({ racerId, name: 'Ada', groups: [], bib: null }));
    await forEvent(eventId, { type: 'entries.add', racers });
    sync.followEvent(eventId);
    own.push({ eventId, racerIds });
  }

  function pickRace(): Race {
    if (own.length > 0 && random.chance(0.15)) return own.at(-1)!;
    const turn = Math.floor((machineNow() - plan.beganAt) / plan.raceMs);
    return random.chance(0.1) ? random.pick(plan.races) : plan.races[Math.min(turn, plan.races.length - 1)]!;
  }

  async function tapOnce(): Promise<void> {
    if (plan.createsRaces && random.chance(0.01)) return createRace();
    const earlier = taps.at(-1);
    if (earlier !== undefined && random.chance(0.05)) {
      await forEvent(earlier.eventId, { type: 'tap.undo', tapId: earlier.tapId });
      return;
    }
    const { eventId, racerIds } = pickRace();
    const line = random.pick(['start', 'finish'] as const);
    const racerId = random.chance(0.1) ? null : random.pick(racerIds);
    const tapId = await forEvent(eventId, { type: 'tap.record', line, run: 1, racerId });
    taps.push({ eventId, tapId });
    void recordings.get(tapId)?.then(() => trouble.watch({ tapId, eventId, line, racerId }));
  }

  async function tapOnAndOn(pauseMs: number): Promise<void> {
    while (!isResting) {
      await tapOnce();
      await new Promise((resolve) => setTimeout(resolve, -Math.log(1 - random.next()) * pauseMs));
    }
  }
  const tapping = plan.pauseMs === null ? Promise.resolve() : tapOnAndOn(plan.pauseMs);

  /** The page is woken from time to time, as people take out their phones. */
  async function until(subscribe: (listener: () => void) => () => void, isSo: () => boolean): Promise<void> {
    if (isSo()) return;
    look('visible');
    const timer = setInterval(() => look('visible'), LOOK_EVERY_MS);
    await new Promise<void>((resolve) => {
      const unsubscribe = subscribe(() => {
        if (!isSo()) return;
        unsubscribe();
        resolve();
      });
    });
    clearInterval(timer);
  }

  return {
    tapOnce,
    jump(byMs) {
      offset += byMs;
    },
    async rest() {
      isResting = true;
      await tapping;
      await Promise.all(recordings.values());
      await until(sync.status.subscribe, () => sync.status.getSnapshot().unsynced === 0);
    },
    async show(seqs) {
      for (const { eventId } of [...plan.races, ...own]) {
        const seen = sync.event(eventId);
        const isThere = () => (seen.getSnapshot().event?.seq ?? 0) >= (seqs[eventId] ?? 0);
        await until(seen.subscribe, isThere);
        const { problem, view, event } = seen.getSnapshot();
        await write({ kind: 'shown', eventId, problem, view, event });
      }
      await write({ kind: 'kept', rows: await ports.storage.listRows(userIdOf(plan)) });
    },
  };
}
