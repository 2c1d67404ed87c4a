import type { EventState } from '../model/state.ts';
import type { RacerState } from '../results/entry-result.ts';
import { type Counters, countRacers } from '../results/lists.ts';
import { readResult, readResults } from '../results/read-results.ts';
import type { TouchedRacers } from '../results/rows.ts';

interface Counted {
  readonly seq: number;
  readonly states: Map<string, RacerState>;
  readonly counters: Counters;
}
const counted = new WeakMap<EventState, Counted>();

/** The numbers of racers of an event by state. */
export function countersOf(event: EventState): Counters {
  const known = counted.get(event);
  if (known?.seq === event.seq) return known.counters;
  const results = readResults(event);
  const counters = countRacers(results);
  const states = new Map(results.map(({ entry, state }) => [entry.racerId, state]));
  counted.set(event, { seq: event.seq, states, counters });
  return counters;
}

/**
 * Updates the counts after an event was changed in place: only racers touched since `from` are looked at, not all 500
 * of them with every tap. Where they are not known, `countersOf` counts anew.
 */
export function keepCount(event: EventState, from: number, touched: TouchedRacers): void {
  const known = counted.get(event);
  if (known?.seq !== from || touched === 'all') return;
  let { total, finished, onCourse } = known.counters;
  for (const racerId of touched) {
    const before = known.states.get(racerId);
    const entry = event.entries[racerId];
    const after = entry === undefined || entry.removed ? undefined : readResult(event, entry).state;
    if (after === undefined) known.states.delete(racerId);
    else known.states.set(racerId, after);
    total += Number(after !== undefined) - Number(before !== undefined);
    finished += Number(after === 'finished') - Number(before === 'finished');
    onCourse += Number(after === 'on-course') - Number(before === 'on-course');
  }
  counted.set(event, { seq: event.seq, states: known.states, counters: { total, finished, onCourse } });
}
