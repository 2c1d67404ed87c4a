import { randomUUID } from 'node:crypto';
import type { Course } from '../../../src/domain/model/race-format.ts';
import { api } from '../../../src/protocol/routes.ts';
import {
  MAX_ENTRIES_PER_COMMAND,
  MAX_GROUP_LENGTH,
  MAX_GROUPS,
  MAX_NAME_LENGTH,
  MAX_NAMED_PER_COMMAND,
} from '../../../src/protocol/limits.ts';
import type { PaymentIntentAnswer } from '../../../src/protocol/payments.ts';
import type { RunAnswer } from '../../../src/telemetry/protocol/runs.ts';
import { askRunningServer } from '../../../src/server/admin/socket.ts';
import { call, parse, sendAll } from '../../matrix/wire.ts';
import { createRacer, eventCommand, tap } from '../../support/commands.ts';
import { createRun, detailsOf, packedSamples, runsOf, sourceOf } from '../../support/runs.ts';
import { arriveAsGuest, newRace, type Person, signUpConfirmed } from '../people.ts';
import type { Target } from '../target.ts';

/** The people and data for the worst inputs: a club with a large race, and its owner's runs. */
export interface CostStage {
  readonly target: Target;
  readonly owner: Person;
  readonly friend: Person;
  readonly guest: Person;
  readonly eventId: string;
  /** Two more events with all racers, on one course, in which all have finished. */
  readonly comparedIds: readonly [string, string];
  readonly racerIds: readonly string[];
  readonly tapIds: readonly string[];
  readonly keys: { readonly admin: string; readonly viewer: string };
  readonly runId: string;
  readonly sourceId: string;
  readonly runKey: string;
  readonly paymentId: string;
  readonly clientSecret: string;
}

/** As many as one command can name. */
const RACERS = MAX_NAMED_PER_COMMAND;
const TAPS = 600;
const RUNS = 20;
export const COURSE: Course = { name: 'Box Hill', meters: 2_500 };

export const longest = (length: number): string => 'W'.repeat(length);
export const mostGroups = (): string[] =>
  Array.from({ length: MAX_GROUPS }, (_, index) => `${index} ${longest(MAX_GROUP_LENGTH - 4)}`);

/** The racers of a single command: as many and as long as the schema and the body's size allow. */
export const mostRacers = (racerIds: readonly string[]) =>
  racerIds.slice(0, MAX_ENTRIES_PER_COMMAND).map((racerId) => ({
    racerId,
    name: longest(MAX_NAME_LENGTH),
    groups: mostGroups().slice(0, 20),
    bib: longest(16),
  }));

/** The largest document of a run: data from eight files. */
export function largeDetails() {
  const breaks = Array.from({ length: 4_500 }, (_, index) => index * 100);
  return detailsOf({ sources: Array.from({ length: 8 }, () => ({ ...sourceOf(500_000), breaks })) });
}

export function* slices<Item>(items: readonly Item[], size: number): Iterable<Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

export async function createCostStage(target: Target): Promise<CostStage> {
  const { url } = target;
  const [owner, friend] = [await signUpConfirmed(target), await signUpConfirmed(target)];
  await askRunningServer(target.dataDir, ['grant', owner.email, '9000']);
  const send = (...commands: Parameters<typeof sendAll>[3][]) => sendAll(url, owner.cookie, {}, ...commands);
  const { eventId, keys } = await newRace(target, owner);
  const racerIds = Array.from({ length: RACERS }, () => randomUUID());
  for (const ids of slices(racerIds, 100)) await send(...ids.map((racerId) => createRacer(racerId)));
  for (const ids of slices(racerIds, 100)) {
    const racers = ids.map((racerId) => ({ racerId, name: 'Ada Swift', groups: ['U18'], bib: '1' }));
    await send(eventCommand(eventId, { type: 'entries.add', racers }));
  }
  // Earlier bests are looked for only where an event has a course.
  await send(
    eventCommand(eventId, { type: 'format.set', format: { course: { name: 'Castle Hill', meters: 16_090 } } }),
  );
  const taps = Array.from({ length: TAPS }, (_, index) => tap(eventId, 'start', racerIds[index % RACERS]!));
  for (const some of slices(taps, 100)) await send(...some);
  async function raceOn(course: Course): Promise<string> {
    const race = await newRace(target, owner);
    const points = [{ line: 'p1', name: 'Top' }];
    await send(
      eventCommand(race.eventId, { type: 'race.configure', settings: { points } }),
      eventCommand(race.eventId, { type: 'format.set', format: { course } }),
    );
    for (const ids of slices(racerIds, 100)) {
      const racers = ids.map((racerId) => ({ racerId, name: 'Ada Swift', groups: [], bib: null }));
      await send(eventCommand(race.eventId, { type: 'entries.add', racers }));
      for (const line of ['start', 'p1', 'finish'])
        await send(...ids.map((racerId) => tap(race.eventId, line, racerId)));
    }
    return race.eventId;
  }
  await send(eventCommand(eventId, { type: 'group.share' }));
  const comparedIds = [await raceOn(COURSE), await raceOn(COURSE)] as const;
  const runs = runsOf(target, owner);
  for (let index = 0; index < RUNS; index += 1) await runs.put(randomUUID(), { details: largeDetails() });
  const { runId, sourceId } = await createRun(target, owner, { hidesPositions: true }, packedSamples(100_000));
  const linked: Partial<RunAnswer> = await runs.setLink(runId, true);
  const body = { data: { amount: 150, price: 9 } };
  const bought = await call(url, { path: api.createPaymentIntent, cookie: owner.cookie, body });
  return {
    target,
    owner,
    friend,
    guest: await arriveAsGuest(target),
    eventId,
    comparedIds,
    racerIds,
    tapIds: taps.map(({ id }) => id),
    keys,
    runId,
    sourceId,
    runKey: linked.run?.sharing?.linkKey ?? '',
    ...parse<PaymentIntentAnswer>(bought).data,
  };
}
