import { personOf, type SamePersons } from '../racers/persons.ts';
import type { ResultRow } from './rows.ts';

/** What must be known of a row to say whose result it is. */
type Row = Pick<ResultRow, 'racerId' | 'startAt' | 'publishedMs'> & Partial<Pick<ResultRow, 'status'>>;

/**
 * The rows of one event, as they count across events: under the racer that stands for the person. Of a person who is in the
 * event twice, the racer with times counts and the other is left out. Where both have times nobody can say which are right,
 * so they stay two: a result is never hidden.
 */
export function joinPersons<Own extends Row>(rows: readonly Own[], same: SamePersons): readonly Own[] {
  if (same.size === 0) return rows;
  const counted = countedAs(rows, same);
  return rows.flatMap((row) => {
    const id = counted.get(row.racerId);
    if (id === undefined) return [];
    return id === row.racerId ? [row] : [{ ...row, racerId: id }];
  });
}

/** For each racer of the event, the racer whose result counts for the person there, and the id under which it counts. */
export function findPersons(
  rows: readonly Row[],
  same: SamePersons,
): (racerId: string) => { readonly standIn: string; readonly person: string } {
  if (same.size === 0) return (racerId) => ({ standIn: racerId, person: racerId });
  const counted = countedAs(rows, same);
  const standIns = new Map([...counted].map(([racerId, person]) => [person, racerId]));
  return (racerId) => {
    const standIn = counted.has(racerId) ? racerId : (standIns.get(personOf(same, racerId)) ?? racerId);
    return { standIn, person: counted.get(standIn) ?? standIn };
  };
}

/** Ids under which results count, by racer of the event; racers who are left out are missing. */
export function countedAs(rows: readonly Row[], same: SamePersons): ReadonlyMap<string, string> {
  const weights = new Map<string, number>();
  for (const row of rows) weights.set(row.racerId, Math.max(weights.get(row.racerId) ?? 0, weightOf(row)));
  const persons = new Map<string, string[]>();
  for (const racerId of weights.keys()) {
    const person = personOf(same, racerId);
    persons.set(person, [...(persons.get(person) ?? []), racerId]);
  }
  const counted = new Map<string, string>();
  for (const [person, racerIds] of persons) {
    const timed = racerIds.filter((id) => weights.get(id) === TIMED);
    if (timed.length > 1) for (const id of timed) counted.set(id, id);
    else counted.set(racerIds.toSorted((one, other) => weights.get(other)! - weights.get(one)!)[0]!, person);
  }
  return counted;
}

const TIMED = 2;

/** A time counts before a ruling, and a ruling before nothing: a number that was not used is often a DNS. */
function weightOf({ startAt, publishedMs, status = 'OK' }: Row): number {
  return startAt !== null || publishedMs !== null ? TIMED : Number(status !== 'OK');
}
