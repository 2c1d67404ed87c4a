import { kindOf } from '../events/change-kinds.ts';
import type { Change } from '../events/changes.ts';
import type { EventState } from '../events/state.ts';
import { type Counters, countRacers, type RacerState, readTimes, stateOfRacer } from './results.ts';

interface Counted {
  readonly seq: number;
  readonly states: Map<string, RacerState>;
  readonly counters: Counters;
}
const counted = new WeakMap<EventState, Counted>();

/** How many racers of an event are where. */
export function countersOf(event: EventState): Counters {
  const known = counted.get(event);
  if (known?.seq === event.seq) return known.counters;
  const times = readTimes(event);
  const counters = countRacers(times);
  const states = new Map(times.map(({ entry, state }) => [entry.racerId, state]));
  counted.set(event, { seq: event.seq, states, counters });
  return counters;
}

/**
 * After these changes, the last of an event that was changed in place: only the racers whom they name are looked at, and
 * not all 500 of them with every tap. Where that cannot be told, `countersOf` counts anew.
 */
export function keepCount(event: EventState, changes: readonly Change[]): void {
  const known = counted.get(event);
  if (known === undefined || known.seq + changes.length !== event.seq) return;
  const touched = new Set<string>();
  for (const change of changes) {
    const { standings } = kindOf(change);
    if (standings === 'everybody') return;
    if (standings === 'nobody') continue;
    for (const racerId of standings.racers(change, event)) if (racerId !== null) touched.add(racerId);
  }
  let { finished, onCourse } = known.counters;
  for (const racerId of touched) {
    const before = known.states.get(racerId);
    // Not in the event, or not any more: their taps are kept and count for nothing.
    if (before === undefined) continue;
    const after = stateOfRacer(event, event.entries[racerId]!);
    known.states.set(racerId, after);
    finished += Number(after === 'finished') - Number(before === 'finished');
    onCourse += Number(after === 'on-course') - Number(before === 'on-course');
  }
  counted.set(event, { seq: event.seq, states: known.states, counters: { ...known.counters, finished, onCourse } });
}
