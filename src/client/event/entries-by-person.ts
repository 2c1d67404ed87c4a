import type { EventState } from '../../domain/model/state.ts';
import { personOf, samePersons } from '../../domain/racers/persons.ts';

type Entries = EventState['entries'];

/** The entries of an event, and beside them those of racers who were merged, under the racer that stands for the person. */
export function entriesByPerson(entries: Entries, merged: Parameters<typeof samePersons>[0]): Entries {
  const same = samePersons(merged);
  const others = [...same.keys()].flatMap((id) => {
    const [entry, person] = [entries[id], personOf(same, id)];
    return entry === undefined || entry.removed || entries[person]?.removed === false ? [] : [[person, entry] as const];
  });
  return others.length === 0 ? entries : { ...entries, ...Object.fromEntries(others) };
}
