import { expect, test } from 'vitest';
import { createHistory, createRace, user } from '../../../tests/support/event-history.ts';
import { viewEvent } from '../sights/views.ts';
import { rowsOf } from '../results/rows.ts';
import { categoryOf } from '../results/categories.ts';

const veterans = { name: 'V40', group: null, gender: null, class: null, ages: [40, 49] } as const;
const juniors = { name: 'Juniors', group: 'U17', gender: null, class: null, ages: null } as const;

function described() {
  const race = createRace('a', 'b');
  race.run({
    type: 'details.set',
    given: [{ racerId: 'a', details: { born: 1980, club: ' Wheelers ', gender: 'F' } }],
  });
  return race;
}

test('[CA1] details are private until the owner shows them, and then only what is shown', () => {
  const race = described();
  expect(race.event.entries['a']!.details).toEqual({ born: 1980, club: 'Wheelers', gender: 'F' });
  const seen = () => JSON.stringify(viewEvent(race.event, 'viewer'));
  expect(seen()).not.toMatch(/1980|Wheelers|gender/);
  expect(rowsOf(race.event, 'all').rows[0]!.publicDetails).toBeNull();
  race.run({ type: 'format.set', format: { shows: ['club', 'category'], categories: [veterans] } });
  expect(viewEvent(race.event, 'viewer').entries['a']!.details).toEqual({ club: 'Wheelers', category: 'V40' });
  expect(seen()).not.toMatch(/1980|"F"/);
  expect(rowsOf(race.event, 'all').rows[0]).toMatchObject({
    category: 'V40',
    publicDetails: { club: 'Wheelers', category: 'V40' },
  });
  race.run({ type: 'entry.remove', racerId: 'a' });
  expect(seen()).not.toMatch(/Wheelers/);
});

test('[CA2] a racer is in the first category that fits, or in the one that somebody chose', () => {
  const race = described();
  const of = (racerId: string) => categoryOf(race.event, race.event.entries[racerId]!);
  race.run({ type: 'format.set', format: { categories: [juniors, veterans] } });
  expect([of('a'), of('b')]).toEqual(['V40', null]);
  race.run({ type: 'details.set', given: [{ racerId: 'b', details: { category: 'Guests' } }] });
  expect(of('b')).toBe('Guests');
  race.run({ type: 'details.set', given: [{ racerId: 'b', details: null }] });
  expect(of('b')).toBeNull();
});

test('[CA3] nobody is born after the race, and nothing is changed by a command that says so', () => {
  const race = described();
  const born = (year: number) =>
    race.run({
      type: 'details.set',
      given: [
        { racerId: 'b', details: { born: 1990 } },
        { racerId: 'a', details: { born: year } },
      ],
    });
  expect(born(2090).refused).toBe('born-not-plausible');
  expect(race.event.entries['b']!.details).toBeUndefined();
  expect(born(2010).refused).toBeNull();
  const cy = { racerId: 'c', name: 'Cy', groups: [], bib: null, details: { born: 2090 } };
  expect(race.run({ type: 'entries.add', racers: [cy] }).refused).toBe('born-not-plausible');
  expect(race.event.entries['c']).toBeUndefined();
});

test('the format is the owner’s; saying the same again changes nothing', () => {
  const race = described();
  const admin = user('helper');
  race.run({ type: 'admin.join' }, { actor: { ...admin, key: 'admin' } });
  const format = { course: { name: 'V718', meters: 16_093 } };
  expect(race.run({ type: 'format.set', format }, { actor: admin }).refused).toBe('permission-denied');
  expect(race.run({ type: 'format.set', format }).changes).toHaveLength(1);
  expect(race.run({ type: 'format.set', format }).changes).toHaveLength(0);
});

test('a copy keeps format and details, and begins with the first run', () => {
  const race = described();
  race.run({ type: 'format.set', format: { attempts: { count: 2, counts: 'sum', current: 2 }, conditions: 'Windy' } });
  const history = createHistory('copy');
  history.run({ type: 'event.duplicate', sourceId: 'event' }, { source: race.event });
  const copy = history.event;
  expect(copy.entries['a']!.details).toEqual({ born: 1980, club: 'Wheelers', gender: 'F' });
  expect(copy.format).toMatchObject({ attempts: { count: 2, counts: 'sum', current: 1 }, conditions: '' });
});

test('[HC15] a copy has no handicaps: they are those of a day', () => {
  const race = described();
  race.run({ type: 'handicaps.set', given: [{ racerId: 'a', handicap: { ms: 60_000, source: 'Club 2026' } }] });
  race.run({ type: 'format.set', format: { handicap: 'time' } });
  const history = createHistory('copy');
  history.run({ type: 'event.duplicate', sourceId: 'event' }, { source: race.event });
  expect(history.event.format.handicap).toBeNull();
  expect(history.event.entries['a']!.handicap).toBeUndefined();
});

test('results are declared official once, and made provisional again', () => {
  const race = described();
  race.run({ type: 'official.set', note: '' });
  expect(race.event.official).toMatchObject({ note: '', seq: race.event.seq });
  expect(race.run({ type: 'official.set', note: '' }).changes).toHaveLength(0);
  race.run({ type: 'official.set', note: null });
  expect(race.event.official).toBeNull();
});
