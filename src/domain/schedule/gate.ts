import { type EventState, timeOf } from '../model/state.ts';
import { isStoppedAt } from '../model/stops.ts';
import type { EntryResult } from '../results/entry-result.ts';
import { byEntry } from '../results/lists.ts';
import { readResults } from '../results/read-results.ts';
import { startTeamOf } from '../results/read-teams.ts';
import { teamNameOf } from '../results/teams.ts';
import { type EpochMs, epochMs } from '../units.ts';

/** Racers who go at the same moment: one, a team, or everybody with the same time in the start list. */
export interface GateStart {
  /** Null where only the order is known. */
  readonly at: EpochMs | null;
  /** The name of the team, where all of them are one that starts together. */
  readonly team: string | null;
  readonly racers: readonly EntryResult[];
}

/** The next starter and the others at the start, as every phone reads them from the event and the common clock. */
export interface GateState {
  /** Racers who have started at their second, which is only just over: 'GO' must be read before the next one is shown. */
  readonly going: GateStart | null;
  /** Null when nobody is left. */
  readonly toGo: GateStart | null;
  readonly next: readonly GateStart[];
  /** Racers whose time has passed without a start, while another racer is at the gate. */
  readonly late: readonly EntryResult[];
  readonly waiting: readonly EntryResult[];
  readonly hasTimes: boolean;
  /** When the gate shows another racer by the clock alone; null where only a start or a change of the list does that. */
  readonly changesAt: EpochMs | null;
}

/** A racer who is not there keeps the gate for half of the gap to the next start, and never longer than this. */
export const LONGEST_GRACE_MS = 15_000;
const NEXT_SHOWN = 3;
export const GO_MS = 3_000;
/** A finger that knows the second is coming is a little early: the countdown still runs to its end. */
const EARLY_MS = 1_000;

export function readGate(event: EventState, now: EpochMs): GateState {
  const results = readResults(event);
  const waiting = results
    .filter(({ state }) => state === 'inactive')
    .toSorted((one, other) => listedTime(one) - listedTime(other) || byEntry(one, other));
  const starts = mergeStarts(event, waiting);
  const first = Math.max(
    0,
    starts.findIndex((start, index) => now < givesWay(start, starts[index + 1])),
  );
  const toGo = starts[first] ?? null;
  const going = findGoing(event, results, now, toGo?.at ?? null);
  const ends = [
    ...(going === null ? [] : [goEnd(going.at!, toGo?.at ?? null)]),
    ...(toGo === null ? [] : [givesWay(toGo, starts[first + 1])]),
  ].filter(Number.isFinite);
  return {
    going,
    toGo,
    next: starts.slice(first + 1, first + 1 + NEXT_SHOWN),
    late: starts.slice(0, first).flatMap(({ racers }) => racers),
    waiting,
    hasTimes: Object.values(event.entries).some(({ removed, slot }) => !removed && slot?.at != null),
    changesAt: ends.length === 0 ? null : epochMs(Math.min(...ends)),
  };
}

function findGoing(
  event: EventState,
  results: readonly EntryResult[],
  now: EpochMs,
  next: EpochMs | null,
): GateStart | null {
  const racers = results.filter(({ state, start, entry: { slot } }) => {
    const at = slot?.at ?? null;
    if (state !== 'on-course' || start === null || at === null) return false;
    return timeOf(start) >= at - EARLY_MS && now >= at - EARLY_MS && now < goEnd(at, next);
  });
  const at = racers.at(-1)?.entry.slot?.at ?? null;
  if (at === null) return null;
  const together = racers.filter(({ entry }) => entry.slot?.at === at);
  return { at, racers: together, team: nameTeam(event, together) };
}

/** The next racer is shown early enough where starts follow each other closely. */
function goEnd(at: EpochMs, next: EpochMs | null): number {
  return at + Math.min(GO_MS, next === null || next <= at ? GO_MS : (next - at) / 2);
}

/** Starts without a time come after those with one. */
const listedTime = ({ entry }: EntryResult): number => entry.slot?.at ?? Number.MAX_SAFE_INTEGER;

/** A team goes with its first racer. */
function mergeStarts(event: EventState, waiting: readonly EntryResult[]): GateStart[] {
  const starts: { at: EpochMs | null; racers: EntryResult[] }[] = [];
  const ofTeam = new Map<string, { racers: EntryResult[] }>();
  for (const racer of waiting) {
    const at = racer.entry.slot?.at ?? null;
    const team = startTeamOf(event, racer.entry);
    const last = starts.at(-1);
    const start = (team === null ? undefined : ofTeam.get(team)) ?? (at !== null && last?.at === at ? last : undefined);
    if (start !== undefined) start.racers.push(racer);
    else starts.push({ at, racers: [racer] });
    if (team !== null && !ofTeam.has(team)) ofTeam.set(team, start ?? starts.at(-1)!);
  }
  return starts.map((start) => ({ ...start, team: nameTeam(event, start.racers) }));
}

function nameTeam(event: EventState, racers: readonly EntryResult[]): string | null {
  const teams = new Set(racers.map(({ entry }) => startTeamOf(event, entry)));
  if (teams.size !== 1 || teams.has(null)) return null;
  return teamNameOf(event.format.teams!, racers[0]!.entry.details)!.trim();
}

/** Infinite where nobody with a time waits behind: the racer at the gate may still come. */
function givesWay({ at }: GateStart, next: GateStart | undefined): number {
  if (at === null || next === undefined || next.at === null) return Infinity;
  return at + Math.min((next.at - at) / 2, LONGEST_GRACE_MS);
}

/** A phone that was hidden for longer cannot know whether its racers left: the starter decides. */
const LONGEST_HIDDEN_MS = 55_000;

/** Racers whose listed start came after `since` and has passed: where the start list counts, they have started. */
export function listDue(event: EventState, since: EpochMs, now: EpochMs): EntryResult[] {
  return readResults(event).filter(({ state, entry: { slot } }) => {
    const at = slot?.at ?? null;
    // A second of the list that passed while the race was stopped has started nobody, also when the stop is taken back.
    if (state !== 'inactive' || at === null || isStoppedAt(event, at)) return false;
    return at > since && at <= now && now - at < LONGEST_HIDDEN_MS;
  });
}

/** The next listed start after `now` of a racer who waits; null without any. */
export function nextDue(event: EventState, now: EpochMs): EpochMs | null {
  const times = readResults(event).flatMap(({ state, entry: { slot } }) =>
    state === 'inactive' && slot?.at != null && slot.at > now ? [slot.at] : [],
  );
  return times.length === 0 ? null : epochMs(Math.min(...times));
}
