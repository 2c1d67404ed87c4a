import { nameKey } from './same-name.ts';

/**
 * Racers of one library who are one person: of each, the racer that it was merged into. The library alone says so: events keep
 * the racers and the names under which their times were made.
 */
export type SamePersons = ReadonlyMap<string, string>;

/** The racer that stands for the person: the end of the chain, of which there is no circle (`decideRacer`). */
export function personOf(same: SamePersons, racerId: string): string {
  let id = racerId;
  for (let next = same.get(id); next !== undefined; next = same.get(id)) id = next;
  return id;
}

export const samePersons = (racers: readonly { readonly id: string; readonly sameAs?: string }[]): SamePersons =>
  new Map(racers.flatMap(({ id, sameAs }) => (sameAs === undefined ? [] : [[id, sameAs]])));

/** All racers who are this person, the one that stands for them first. */
export function racersOf(same: SamePersons, racerId: string): string[] {
  const person = personOf(same, racerId);
  return [person, ...[...same.keys()].filter((id) => personOf(same, id) === person)];
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * Lists each person under all names that the library has for them: an imported list with another of these names means no new
 * racer.
 */
export function listNames(
  racers: readonly Named[],
  merged: readonly (Named & { readonly sameAs?: string })[],
): Named[] {
  const same = samePersons(merged);
  const people = new Map(racers.map((racer) => [racer.id, new Set([nameKey(racer.name)])]));
  const others = merged.flatMap(({ id, name }): Named[] => {
    const person = personOf(same, id);
    const names = people.get(person);
    if (names === undefined || names.has(nameKey(name))) return [];
    names.add(nameKey(name));
    return [{ id: person, name }];
  });
  return [...racers, ...others];
}

/**
 * Those who are in an event, then everybody of the library under every name; of a person in the event each name means the
 * racer who is there, so that a list with the other name adds nobody twice.
 */
export function listPeople(
  entered: readonly Named[],
  racers: readonly Named[],
  merged: readonly (Named & { readonly sameAs?: string })[],
): Named[] {
  const same = samePersons(merged);
  const ids = new Set(entered.map(({ id }) => id));
  const there = new Map(entered.map(({ id }) => [personOf(same, id), id]));
  const known = listNames(racers, merged).map(({ id, name }) => ({
    id: ids.has(id) ? id : (there.get(id) ?? id),
    name,
  }));
  return [...entered, ...known];
}
