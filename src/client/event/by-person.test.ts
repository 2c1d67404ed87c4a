import { expect, test } from 'vitest';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import { entriesByPerson } from './entries-by-person.ts';
import { readTimesByPerson } from './times-by-person.ts';

const merged = [
  { id: 'old', sameAs: 'ada' },
  { id: 'older', sameAs: 'old' },
];

test('[NM7] an event that has the one lists the person as added, until that one is taken out', () => {
  const race = createRace('old', 'bo');
  const added = () => Object.entries(entriesByPerson(race.event.entries, merged)).filter(([, { removed }]) => !removed);
  expect(added().map(([id]) => id)).toEqual(['old', 'bo', 'ada']);
  expect(entriesByPerson(race.event.entries, [])).toBe(race.event.entries);
  race.run({ type: 'entry.remove', racerId: 'old' });
  expect(added().map(([id]) => id)).toEqual(['bo']);
});

test('[NM5] an earlier time counts for whichever of a person’s racers is in the next event; a time of their own comes first', () => {
  const account = { getSnapshot: () => ({ merged }) } as never;
  const race = createRace('old', 'ada', 'bo');
  const time = (racerId: string, seconds: number) => {
    race.run(tap('start', racerId), { second: 100 });
    race.run(tap('finish', racerId), { second: 100 + seconds });
  };
  time('old', 60);
  const times = () => Object.fromEntries(readTimesByPerson({ account }, race.event));
  expect(times()).toEqual({ old: 60_000, ada: 60_000, older: 60_000 });
  time('ada', 50);
  expect(times()).toMatchObject({ old: 60_000, ada: 50_000 });
});
