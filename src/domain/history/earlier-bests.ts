import { byTime, type EventResult, groupBy, type HistoryRow } from './event-result.ts';

/** A racer's earlier results on the course of an event: in the owner's other events, before the racer's start in this one. */
export interface EarlierBest {
  readonly ms: number;
  readonly at: number;
  /** Number of the racer's times on the course. */
  readonly count: number;
  readonly lastMs: number;
}

/**
 * `here`: the rows of this event. A racer who has not started here is compared with every other result: all of them were
 * before. Racers without an earlier time are left out.
 */
export function readEarlierBests(
  here: readonly HistoryRow[],
  others: ReadonlyMap<string, readonly EventResult[]>,
): ReadonlyMap<string, EarlierBest> {
  const bests = new Map<string, EarlierBest>();
  for (const [racerId, own] of groupBy(here, (row) => row.racerId)) {
    const starts = own.flatMap(({ startAt }) => startAt ?? []);
    const start = starts.length === 0 ? null : { eventId: own[0]!.eventId, at: Math.min(...starts) };
    const best = bestOf((others.get(racerId) ?? []).filter((each) => start === null || byTime(each, start) < 0));
    if (best !== null) bests.set(racerId, best);
  }
  return bests;
}

function bestOf(results: readonly EventResult[]): EarlierBest | null {
  const timed = results.filter((each): each is EventResult & { ms: number } => each.ms !== null).toSorted(byTime);
  if (timed.length === 0) return null;
  const best = timed.reduce((one, other) => (other.ms < one.ms ? other : one));
  return { ms: best.ms, at: best.at, count: timed.length, lastMs: timed.at(-1)!.ms };
}
