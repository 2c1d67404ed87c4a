import { expect, test } from 'vitest';
import type { EventState } from '../../../domain/model/state.ts';
import type { OutboxRow } from '../../sync/ports.ts';
import { describeRefusals, listRefusedTaps } from './refused-taps.ts';

const row = (command: object, code = 'event-full') => ({ command, code, state: 'refused' }) as unknown as OutboxRow;
const start = { type: 'tap.record', id: 'tap', eventId: 'race', racerId: 'ada', line: 'start', run: 1 };

test('WY5 a refused tap is listed for its racer, until that racer has the time', () => {
  expect(listRefusedTaps([row(start)], 'race', {})).toEqual([
    { tapId: 'tap', racerId: 'ada', line: 'start', code: 'event-full' },
  ]);
  expect(listRefusedTaps([row(start)], 'race', { 'ada start 1': 'second' })).toEqual([]);
  expect(listRefusedTaps([row(start)], 'race', { 'ada finish 1': 'other' })).toHaveLength(1);
});

test('WY5 other events, taps without a racer and other commands are not said at a racer', () => {
  const others = [
    { ...start, eventId: 'other' },
    { ...start, racerId: null },
    { ...start, line: 'split-1' },
    { ...start, type: 'event.rename' },
  ];
  expect(
    listRefusedTaps(
      others.map((command) => row(command)),
      'race',
      {},
    ),
  ).toEqual([]);
});

test('WY5 a refusal is said with the racer’s name, several with their number', () => {
  const event = { entries: { ada: { name: 'Ada' } } } as unknown as EventState;
  const taps = listRefusedTaps([row(start), row({ ...start, id: 'other', racerId: 'bo' })], 'race', {});
  expect(describeRefusals([], event)).toBeNull();
  expect(describeRefusals(taps.slice(0, 1), event)).toBe('Ada: Start refused. The tap does not count.');
  expect(describeRefusals(taps, event)).toBe('2 taps refused. They do not count.');
});
