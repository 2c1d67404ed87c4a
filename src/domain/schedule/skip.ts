import type { GivenSlot } from '../model/changes.ts';
import type { EventState } from '../model/state.ts';
import { readResults } from '../results/read-results.ts';
import { type DurationMs, durationMs, type EpochMs, epochMs } from '../units.ts';
import { listGaps, placeAt, startAtEnd } from './late-starter.ts';
import { listStarters, type Starter } from './order.ts';

/** A racer who is given another start gets at least this long to be at the gate. */
const LEAST_NOTICE_MS = 10_000;
const USUAL_INTERVAL = durationMs(60_000);

export interface Skip {
  readonly slots: readonly GivenSlot[];
  /** The slots that take the skip back. */
  readonly back: readonly GivenSlot[];
}

/**
 * A later start for a racer, or for a team together: the next free gap of the list, else behind its end. Nobody else's time
 * moves. In a list without times they go behind the last one. The times of racers who do not start are free.
 */
export function skipRacers(event: EventState, racerIds: readonly string[], now: EpochMs): Skip {
  const out = new Set(readResults(event).flatMap(({ state, entry }) => (state === 'out' ? [entry.racerId] : [])));
  const all = listStarters(event.entries);
  const starters = all.filter((starter) => !out.has(starter.racerId));
  const skipped = starters.filter(({ racerId }) => racerIds.includes(racerId));
  const first = skipped.find(({ at }) => at !== null)?.at ?? null;
  if (first === null) return skipInOrder(starters, skipped);
  const others = starters.filter((starter) => !skipped.includes(starter));
  const interval = usualInterval(all);
  const from = epochMs(Math.max(first + 1, now + LEAST_NOTICE_MS));
  const at = listGaps(others, interval, from)[0] ?? startAtEnd(others, interval, from) ?? epochMs(from + interval);
  return { slots: skipped.map(({ racerId }) => placeAt(starters, racerId, at)), back: placesOf(skipped, all.length) };
}

/** A racer without a place goes back to the end of the list. */
const placesOf = (starters: readonly Starter[], last: number): GivenSlot[] =>
  starters.map(({ racerId, order, at }, index) => ({ racerId, order: order ?? last + index + 1, at }));

function skipInOrder(starters: readonly Starter[], skipped: readonly Starter[]): Skip {
  const rest = starters.filter((starter) => !skipped.includes(starter));
  const last = Math.max(0, ...starters.map((starter) => starter.order ?? 0));
  if (starters.every((starter) => starter.order !== null)) {
    const slots = skipped.map(({ racerId }, index) => ({ racerId, order: last + index + 1, at: null }));
    return { slots, back: placesOf(skipped, last) };
  }
  // A single place would stand before all racers who have none.
  return { slots: numbered([...rest, ...skipped]), back: numbered(starters) };
}

const numbered = (starters: readonly Starter[]): GivenSlot[] =>
  starters.map(({ racerId, at }, index) => ({ racerId, order: index + 1, at }));

/** The gap between neighbours that the list has most often; the smaller of two that are as frequent. */
export function usualInterval(starters: readonly Pick<Starter, 'at'>[]): DurationMs {
  const times = [...new Set(starters.flatMap(({ at }) => at ?? []))].toSorted((one, other) => one - other);
  const counts = new Map<number, number>();
  for (const [index, at] of times.slice(1).entries()) {
    const gap = at - times[index]!;
    counts.set(gap, (counts.get(gap) ?? 0) + 1);
  }
  const [usual] = [...counts].toSorted(([one, often], [other, seldom]) => seldom - often || one - other);
  return usual === undefined ? USUAL_INTERVAL : durationMs(usual[0]);
}
