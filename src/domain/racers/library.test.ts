import { describe, expect, test } from 'vitest';
import { user } from '../../../tests/support/event-history.ts';
import { epochMs } from '../units.ts';
import {
  applyRacer,
  decideRacer,
  listGroups,
  type Racer,
  type RacerCommandBody,
  type RacerContext,
  sortRacers,
} from './library.ts';
import { personOf, racersOf, samePersons } from './persons.ts';

const context: RacerContext = { actor: user('coach'), at: epochMs(5) };

function run(racer: Racer | null, command: RacerCommandBody, by = context) {
  const decision = decideRacer(racer, command, by);
  if (!decision.ok) return decision.error;
  return decision.value.reduce((state, change) => applyRacer('r1', state, change), racer);
}

const ada: Racer = {
  id: 'r1',
  name: 'Ada',
  groups: ['U18'],
  createdBy: 'coach',
  createdAt: epochMs(5),
  awaitingCredits: false,
};

test('a racer needs a name and an account; groups are tidied', () => {
  expect(run(null, { type: 'racer.create', name: ' ', groups: [] })).toBe('racer-name-blank');
  expect(
    run(null, { type: 'racer.create', name: 'A', groups: [] }, { ...context, actor: user('x', { isAnonymous: true }) }),
  ).toBe('account-required');
  expect(run(null, { type: 'racer.create', name: 'Ada', groups: [' U18 ', 'U18', ''] })).toEqual(ada);
  expect(run(ada, { type: 'racer.create', name: 'Ada', groups: [] })).toBe('racer-exists');
});

test('[CA3] nobody in the library is born after today, whether created or described', () => {
  const details = { born: 2090 };
  expect(run(null, { type: 'racer.create', name: 'Ada', groups: [], details })).toBe('born-not-plausible');
  expect(run(ada, { type: 'racer.describe', details })).toBe('born-not-plausible');
  expect(run(ada, { type: 'racer.describe', details: { born: 1969 } })).toEqual({ ...ada, details: { born: 1969 } });
});

test('a name is kept as typed, a blank one is refused, and tags are added and removed', () => {
  expect(run(ada, { type: 'racer.rename', name: ' Ada  S ' })).toMatchObject({ name: ' Ada  S ' });
  expect(run(ada, { type: 'racer.rename', name: '\t' })).toBe('racer-name-blank');
  expect(run(ada, { type: 'racer.tag', group: ' Mill ' })).toMatchObject({ groups: ['U18', 'Mill'] });
  expect(run(ada, { type: 'racer.tag', group: '  ' })).toBe(ada);
  expect(run(ada, { type: 'racer.untag', group: 'U18' })).toMatchObject({ groups: [] });
});

test('a racer can be deleted only by its creator', () => {
  expect(run(ada, { type: 'racer.delete' }, { ...context, actor: user('other') })).toBe('racer-not-found');
  expect(run(ada, { type: 'racer.delete' })).toBeNull();
});

test('a deleted racer of one’s own comes back as it was, and one that is there stays as it is', () => {
  const restore = { type: 'racer.restore' } as const;
  expect(run(null, restore)).toBe('racer-not-found');
  expect(run(null, restore, { ...context, deleted: ada })).toEqual(ada);
  expect(run(null, restore, { ...context, deleted: { ...ada, createdBy: 'other' } })).toBe('racer-not-found');
  expect(run(ada, restore)).toBe(ada);
  expect(run(ada, restore, { ...context, actor: user('other') })).toBe('racer-not-found');
  expect(run(null, restore, { actor: user('x', { isAnonymous: true }), at: context.at })).toBe('account-required');
});

test('the three ways to sort, and the groups', () => {
  const make = (id: string, name: string, createdAt: number): Racer => ({
    ...ada,
    id,
    name,
    createdAt: epochMs(createdAt),
  });
  const racers = [make('1', 'Racer 10', 1), make('2', 'racer 9', 3), make('3', 'Ada', 2)];
  const names = (sort: Parameters<typeof sortRacers>[1]) => sortRacers(racers, sort).map(({ name }) => name);
  expect(names('name-ascending')).toEqual(['Ada', 'racer 9', 'Racer 10']);
  expect(names('name-descending')).toEqual(['Racer 10', 'racer 9', 'Ada']);
  expect(names('most-recent')).toEqual(['racer 9', 'Ada', 'Racer 10']);
  expect(listGroups([ada, { ...ada, groups: ['Mill', 'U18'] }])).toEqual(['Mill', 'U18']);
});

describe('[NM4] two racers who are one person', () => {
  const others: Racer[] = ['r2', 'r3'].map((id) => ({ ...ada, id, name: 'A. Swft' }));

  /** A library in which each command is decided beside all racers of it, as on a device. */
  function library(...commands: readonly (readonly [string, RacerCommandBody])[]) {
    const racers = new Map([ada, ...others].map((racer) => [racer.id, racer]));
    const refusals = commands.flatMap(([id, command]) => {
      const into = command.type === 'racer.merge' ? (racers.get(command.into) ?? null) : null;
      const merge = { into, same: samePersons([...racers.values()]), haveMet: false };
      const decision = decideRacer(racers.get(id) ?? null, command, { ...context, merge });
      if (!decision.ok) return [decision.error];
      for (const change of decision.value) racers.set(id, applyRacer(id, racers.get(id)!, change)!);
      return [];
    });
    return { same: samePersons([...racers.values()]), racers, refusals };
  }
  const merge = (id: string, into: string) => [id, { type: 'racer.merge', into }] as const;
  const separate = (id: string) => [id, { type: 'racer.separate' }] as const;

  test('the merged one stands for nobody, and separating brings back exactly what was', () => {
    const merged = library(merge('r2', 'r1'));
    expect(merged.racers.get('r2')).toEqual({ ...others[0], sameAs: 'r1' });
    expect(racersOf(merged.same, 'r2')).toEqual(['r1', 'r2']);
    expect(racersOf(merged.same, 'r3')).toEqual(['r3']);
    expect(library(merge('r2', 'r1'), separate('r2')).racers.get('r2')).toEqual(others[0]);
  });

  test('a chain is one person, each merge is taken back for itself, and a circle is never made', () => {
    const chain = library(merge('r3', 'r2'), merge('r2', 'r1'));
    expect(racersOf(chain.same, 'r3')).toEqual(['r1', 'r2', 'r3']);
    expect(racersOf(library(merge('r3', 'r2'), merge('r2', 'r1'), separate('r2')).same, 'r3')).toEqual(['r2', 'r3']);
    const circle = library(merge('r3', 'r2'), merge('r2', 'r1'), merge('r1', 'r3'));
    expect(circle.refusals).toEqual([]);
    expect(circle.same).toEqual(chain.same);
  });

  test('two phones that say it at once, each the other way round, are of one mind', () => {
    const both = library(merge('r2', 'r1'), merge('r1', 'r2'));
    expect(both.refusals).toEqual([]);
    expect(personOf(both.same, 'r1')).toBe('r1');
    expect(personOf(both.same, 'r2')).toBe('r1');
  });

  test('nobody is merged with themself, with a racer of another library, or twice', () => {
    expect(library(merge('r1', 'r1')).refusals).toEqual(['racer-with-itself']);
    expect(library(merge('r1', 'r9')).refusals).toEqual(['racer-not-found']);
    expect(library(merge('r2', 'r1'), merge('r2', 'r3')).refusals).toEqual(['racer-merged-already']);
    const into = { ...others[0]!, createdBy: 'other' };
    const beside = { ...context, merge: { into, same: new Map(), haveMet: false } };
    expect(run(ada, { type: 'racer.merge', into: 'r2' }, beside)).toBe('racer-not-found');
  });

  test('two with times in one event are two', () => {
    const met = { ...context, merge: { into: others[0]!, same: new Map(), haveMet: true } };
    expect(run(ada, { type: 'racer.merge', into: 'r2' }, met)).toBe('racers-met');
  });

  test('one who was deleted while merged comes back when the two are separated', () => {
    const deleted = { ...ada, sameAs: 'r2' };
    expect(run(null, { type: 'racer.separate' }, { ...context, deleted })).toEqual(ada);
    expect(run(ada, { type: 'racer.separate' })).toBe(ada);
  });

  test('[NM10] a library holds 500 who were merged', () => {
    const same = new Map(Array.from({ length: 500 }, (_, index) => [`m${index}`, 'r2']));
    const full = { ...context, merge: { into: others[0]!, same, haveMet: false } };
    expect(run(ada, { type: 'racer.merge', into: 'r2' }, full)).toBe('too-many-merged');
  });
});
