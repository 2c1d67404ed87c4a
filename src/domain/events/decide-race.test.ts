import { describe, expect, test } from 'vitest';
import { createHistory, createRace, racer, tap, user } from '../../../tests/support/event-history.ts';
import { viewEvent } from '../sights/views.ts';
import { readResults } from '../results/read-results.ts';
import { durationMs, epochMs } from '../units.ts';
import { describeStep, listSteps } from './describe-change.ts';
import { reversalOf } from './describe-reversal.ts';
import { erasePerson, FORMER_HELPER } from './erase-person.ts';

type Race = ReturnType<typeof createRace>;
const bibsOf = ({ event }: Race) => Object.values(event.entries).map(({ racerId, bib }) => `${racerId}:${bib}`);
const orderOf = ({ event }: Race) =>
  Object.values(event.entries)
    .toSorted((one, other) => (one.slot?.order ?? 99) - (other.slot?.order ?? 99))
    .map(({ racerId }) => racerId)
    .join('');
const give = (...bibs: [racerId: string, bib: string | null][]) =>
  ({ type: 'bibs.set', bibs: bibs.map(([racerId, bib]) => ({ racerId, bib })) }) as const;
const arrange = (racerIds: string, was?: string | null) =>
  ({
    type: 'schedule.set',
    slots: [...racerIds].map((racerId, index) => ({ racerId, order: index + 1, at: null })),
    ...(was !== undefined && { was }),
  }) as const;
const at = (second: number) => epochMs(1_700_000_000_000 + second * 1000);

describe('numbers', () => {
  test('[RC1] a number that two racers would have is refused, and nothing is changed', () => {
    const race = createRace('a', 'b', 'c');
    race.run(give(['a', '1'], ['b', '2']));
    const before = race.event;
    expect(race.run(give(['c', '7'], ['b', '1'])).refused).toBe('bib-taken');
    expect(race.run(give(['b', '5'], ['c', ' 5 '])).refused).toBe('bib-taken');
    expect(race.event).toBe(before);
  });

  test('[RC1] two racers swap numbers, blanks are dropped, and the same again is nothing', () => {
    const race = createRace('a', 'b', 'c');
    race.run(give(['a', '1'], ['b', ' 2 '], ['c', '  ']));
    expect(bibsOf(race)).toEqual(['a:1', 'b:2', 'c:null']);
    expect(race.run(give(['a', '2'], ['b', '1'])).refused).toBeNull();
    expect(bibsOf(race)).toEqual(['a:2', 'b:1', 'c:null']);
    expect(race.run(give(['a', '2'], ['b', '1 '])).changes).toEqual([]);
  });

  test('[RC2] a racer who is added with a number that is taken is added without it', () => {
    const race = createRace('a');
    race.run(give(['a', '1']));
    const racers = [
      { ...racer('b'), bib: '1 ' },
      { ...racer('c'), bib: '2' },
      { ...racer('d'), bib: '2' },
    ];
    race.run({ type: 'entries.add', racers });
    expect(bibsOf(race)).toEqual(['a:1', 'b:null', 'c:2', 'd:null']);
  });

  test('[RC2] a racer who comes back finds the number given away, and another keeps it', () => {
    const race = createRace('a', 'b', 'c');
    race.run(give(['a', '1'], ['c', '3']));
    for (const racerId of ['a', 'c']) race.run({ type: 'entry.remove', racerId });
    expect(race.run(give(['b', '1'])).refused).toBeNull();
    for (const racerId of ['a', 'c']) race.run({ type: 'entry.restore', racerId });
    expect(bibsOf(race)).toEqual(['a:null', 'b:1', 'c:3']);
  });
});

describe('the start list', () => {
  test('[RC3] of two phones that reorder it at once the second is refused, and nothing is changed', () => {
    const race = createRace('a', 'b', 'c');
    const first = race.run(arrange('abc', null));
    const second = race.run(arrange('cba', first.id));
    expect(second.refused).toBeNull();
    const before = race.event;
    expect(race.run(arrange('bac', first.id)).refused).toBe('start-list-changed');
    expect(race.event).toBe(before);
    expect(race.run(arrange('bac', second.id)).refused).toBeNull();
    expect(orderOf(race)).toBe('bac');
  });

  test('[RC3] single moves of two phones go together, and keep a whole list valid', () => {
    const race = createRace('a', 'b', 'c');
    const whole = race.run(arrange('abc', null));
    const move = (racerId: string, order: number) =>
      race.run({ type: 'schedule.set', slots: [{ racerId, order, at: at(order) }] });
    expect(move('a', 2.5).refused).toBeNull();
    expect(move('c', 0.5).refused).toBeNull();
    expect(orderOf(race)).toBe('cba');
    expect(race.event.entries['b']?.slot).toEqual({ order: 2, at: null });
    expect(race.run(arrange('abc', whole.id)).refused).toBeNull();
  });

  test('[RC4] every start from a moment on is shifted, and those before it stay', () => {
    const race = createRace('a', 'b', 'c', 'd');
    const slots = ['a', 'b', 'c'].map((racerId, index) => ({ racerId, order: index, at: at(30 * index) }));
    race.run({ type: 'schedule.set', slots });
    race.run({ type: 'schedule.shift', from: at(30), ms: durationMs(60_000) });
    expect(Object.values(race.event.entries).map(({ slot }) => slot?.at)).toEqual([at(0), at(90), at(120), undefined]);
    expect(race.run({ type: 'schedule.shift', from: at(121), ms: durationMs(1000) }).changes).toEqual([]);
    race.run({ type: 'schedule.shift', from: at(90), ms: durationMs(-60_000) });
    expect(race.event.entries['c']?.slot?.at).toBe(at(60));
  });

  test('[RC5] a racer who is not in the event is refused, with everybody else in the command', () => {
    const race = createRace('a');
    expect(race.run(give(['a', '1'], ['x', '2'])).refused).toBe('racer-not-in-event');
    expect(race.run(arrange('ax')).refused).toBe('racer-not-in-event');
    const statuses = { type: 'statuses.set', racerIds: ['a', 'x'], status: 'DNS', reason: '' } as const;
    expect(race.run(statuses).refused).toBe('racer-not-in-event');
    expect(race.event.entries['a']).toMatchObject({ bib: null });
    expect(race.event.rulings).toEqual({});
  });
});

test('[RC20] the largest command is many short changes, and one step of the history', () => {
  const ids = Array.from({ length: 60 }, (_, index) => `racer-${index}`);
  const race = createRace(...ids);
  const taps = ids.map((racerId) => race.run(tap('start', racerId)).id);
  const steps = [
    race.run(give(...ids.map((racerId, index): [string, string] => [racerId, String(index)]))),
    race.run({ type: 'schedule.set', slots: ids.map((racerId, order) => ({ racerId, order, at: null })), was: null }),
    race.run({ type: 'taps.shift', tapIds: taps, ms: durationMs(1000), reason: '' }),
  ];
  const undone = race.run({ type: 'shift.undo', shiftId: steps[2]!.id });
  for (const { changes } of [...steps, undone]) expect(changes).toHaveLength(3);
  expect(race.event).toMatchObject({ arrangedBy: steps[1]!.id, shifts: {} });
  expect(readResults(race.event).map(({ startTime, start }) => startTime === start?.placed.at)).not.toContain(false);
  const said = listSteps(race.log).map((step) => describeStep(step, race.event, () => null).join(''));
  expect(said.slice(0, 4)).toEqual([
    expect.stringContaining('60 times'),
    expect.stringContaining('60 times'),
    'Arranged the start list of 60 racers',
    'Gave numbers to 60 racers',
  ]);
});

test('[RC6] only settings that differ are a change, and a copy keeps them', () => {
  const race = createRace('a');
  expect(race.run({ type: 'race.configure', settings: { startPolicy: 'tap', points: [] } }).changes).toEqual([]);
  const points = [{ line: 'top', name: 'Top' }];
  const { changes } = race.run({ type: 'race.configure', settings: { startPolicy: 'tap', points, tones: 'track' } });
  expect(changes).toMatchObject([{ type: 'race-configured', settings: { points, tones: 'track' } }]);
  const copy = createHistory('copy');
  copy.run({ type: 'event.duplicate', sourceId: 'event' }, { source: race.event });
  expect(copy.event.race).toEqual(race.event.race);
});

describe('statuses in bulk', () => {
  const all = (racerIds: readonly string[], status: 'DNS' | 'DNF' | 'DSQ' | 'OK') =>
    ({ type: 'statuses.set', racerIds, status, reason: '' }) as const;
  const statusesOf = (race: Race) => readResults(race.event).map(({ status }) => status);

  test('[RC12] are taken back together, but for those that somebody has changed since', () => {
    const race = createRace('a', 'b', 'c');
    expect(race.run(all(['a', 'b', 'b', 'c'], 'DNS')).changes).toMatchObject([{ racerIds: ['a', 'b', 'c'] }]);
    race.run({ type: 'status.set', racerId: 'b', attempt: 1, status: 'DNF', reason: 'flat' });
    const reversal = reversalOf(listSteps(race.log)[1]!, race.event);
    expect(reversal?.body).toMatchObject({ type: 'statuses.set', racerIds: ['a', 'c'], status: 'OK' });
    race.run(reversal!.body);
    expect(statusesOf(race)).toEqual(['OK', 'DNF', 'OK']);
    expect(reversalOf(listSteps(race.log)[2]!, race.event)).toBeNull();
  });

  test('[RC12] of many racers are a few short changes, and one step of the history', () => {
    const ids = Array.from({ length: 51 }, (_, index) => `r${index}`);
    const race = createRace(...ids);
    const { changes } = race.run(all(ids, 'DNS'));
    expect(changes.map((change) => change.type === 'statuses-set' && change.racerIds.length)).toEqual([25, 25, 1]);
    expect(statusesOf(race)).toEqual(ids.map(() => 'DNS'));
    expect(reversalOf(listSteps(race.log)[0]!, race.event)?.body).toMatchObject({ racerIds: ids });
    expect(race.run(all(ids, 'DNS')).changes).toEqual([]);
  });

  test('[RC12] a racer disqualified and then timed stays out, and the tap is kept', () => {
    const race = createRace('a');
    race.run(all(['a'], 'DSQ'));
    for (const line of ['start', 'finish'] as const) expect(race.run(tap(line, 'a')).refused).toBeNull();
    expect(readResults(race.event)).toMatchObject([{ status: 'DSQ', state: 'out', duration: null, gross: 1000 }]);
    race.run(all(['a'], 'OK'));
    expect(readResults(race.event)).toMatchObject([{ status: 'OK', state: 'finished', duration: 1000 }]);
  });
});

describe('timekeepers', () => {
  const sam = user('sam', { key: 'admin' });
  const openRace = () => {
    const race = createRace('a');
    race.run({ type: 'admin.join' }, { actor: sam });
    return race;
  };

  test('[RC14] have one post each, and no viewer learns their names', () => {
    const race = openRace();
    race.run({ type: 'helper.name', name: ' Sam ', post: 'start' }, { actor: sam });
    expect(race.run({ type: 'helper.name', name: 'Sam', post: 'start' }, { actor: sam }).changes).toEqual([]);
    race.run({ type: 'helper.name', name: 'Sam', post: 'finish' }, { actor: sam });
    expect(race.run({ type: 'helper.name', name: '  ', post: null }, { actor: sam }).changes, 'no name').toEqual([]);
    expect(race.event.helpers).toEqual([{ userId: 'sam', name: 'Sam', post: 'finish' }]);
    expect(JSON.stringify(viewEvent(race.event, 'viewer'))).not.toMatch(/sam/i);
  });

  test('[RC14] are erased with their accounts, from the log and from the state', () => {
    const race = openRace();
    race.run({ type: 'helper.name', name: 'Sam', post: 'finish' }, { actor: sam });
    const person = { userId: 'sam', email: null };
    const stand = { userId: 'former-1', invited: 'former-2' };
    const gone = { userId: 'former-1', name: FORMER_HELPER, post: 'finish' };
    expect(erasePerson(race.event, person, stand).helpers).toEqual([gone]);
    expect(erasePerson(race.log, person, stand).at(-1)).toMatchObject({ type: 'helper-named', ...gone });
  });
});
