import { COUNTED_PLACES, type SeriesRules, type SeriesTie } from './rules.ts';
import type { Score, SeriesEvent } from './score-event.ts';

interface Tied {
  readonly scores: readonly Score[];
}

type Compare = (one: Tied, other: Tied, events: readonly SeriesEvent[]) => number;

/** Negative: `one` is ahead. Zero: they share a place. */
export function compareTied(one: Tied, other: Tied, events: readonly SeriesEvent[], { ties }: SeriesRules): number {
  for (const tie of ties) {
    const decided = by[tie](one, other, events);
    if (decided !== 0) return decided;
  }
  return 0;
}

const by: Readonly<Record<SeriesTie, Compare>> = {
  /** A racer with more events is ahead; dropped ones count. */
  events: (one, other) => other.scores.length - one.scores.length,
  /** A racer with more wins is ahead, then with more second places, and so on. Dropped events count: a win is a win. */
  places: (one, other) => {
    for (let place = 1; place <= COUNTED_PLACES; place += 1) {
      const decided = countPlaces(other, place) - countPlaces(one, place);
      if (decided !== 0) return decided;
    }
    return 0;
  },
  /** The better place in the latest event where only one of them, or one before the other, has a place. */
  latest: (one, other, events) => {
    for (const { eventId } of events.toReversed()) {
      const decided = placeIn(one, eventId) - placeIn(other, eventId);
      if (decided !== 0) return decided;
    }
    return 0;
  },
};

function countPlaces({ scores }: Tied, place: number): number {
  return scores.filter((score) => score.place === place).length;
}

function placeIn({ scores }: Tied, eventId: string): number {
  return scores.find((score) => score.eventId === eventId)?.place ?? Number.MAX_SAFE_INTEGER;
}
