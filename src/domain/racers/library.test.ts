import { expect, test } from 'vitest';
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
