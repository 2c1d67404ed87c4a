import { expect, test } from 'vitest';
import type { EventState } from '../../../domain/model/state.ts';
import { durationMs, epochMs } from '../../../domain/units.ts';
import type { OutboxRow } from '../../sync/ports.ts';
import { isAnyLine, listRefusedTaps } from './refused-taps.ts';
import { describeRefusals } from './say-refusals.ts';

const row = (command: object, code = 'event-full') => ({ command, code, state: 'refused' }) as unknown as OutboxRow;
const captured = { boot: 'boot', monotonic: 1_000 };
const start = { type: 'tap.record', id: 'tap', eventId: 'race', racerId: 'ada', line: 'start', run: 1, captured };
const nobody = { ...start, id: 'nobody', racerId: null, line: 'finish' };
const isEnd: typeof isAnyLine = (line) => line === 'start' || line === 'finish';
const list = (commands: readonly object[], counting: EventState['counting'] = {}, isHere = isEnd) =>
  listRefusedTaps(
    commands.map((command) => row(command)),
    { id: 'race', counting },
    isHere,
  );

test('[WY5] a refused tap is listed for its racer, until that racer has the time', () => {
  expect(list([start])).toEqual([{ tapId: 'tap', racerId: 'ada', line: 'start', captured, code: 'event-full' }]);
  expect(list([start], { 'ada start 1': 'second' })).toEqual([]);
  expect(list([start], { 'ada finish 1': 'other' })).toHaveLength(1);
});

test('[WY5] taps of other events and lines, and other commands, are not said on a screen', () => {
  expect(
    list([
      { ...start, eventId: 'other' },
      { ...start, line: 'split-1' },
      { ...start, type: 'event.rename' },
    ]),
  ).toEqual([]);
  expect(list([{ ...start, line: 'split-1' }], {}, isAnyLine)).toHaveLength(1);
});

test('[WY5] a refused time without a racer is listed by its moment, whatever else has that racer since', () => {
  expect(list([nobody], { 'ada finish 1': 'other' })).toMatchObject([{ tapId: 'nobody', racerId: null, captured }]);
});

test('[WY5] a refusal is said with the racer’s name, of a removed racer too, without one by its time, several by their number', () => {
  const event = { entries: { ada: { name: 'Ada', removed: true } }, timeZone: 'UTC' } as unknown as EventState;
  const place = () => ({ at: epochMs(Date.UTC(2026, 10, 18, 14, 2, 33, 410)), uncertainty: durationMs(1) });
  const say = (...commands: object[]) => describeRefusals(list(commands), event, place);
  expect(say()).toBeNull();
  expect(say(start)).toBe('Ada: Start refused. The tap doesn’t count.');
  expect(say(nobody)).toBe('14:02:33.41: Finish refused. The tap doesn’t count.');
  expect(say(start, nobody)).toBe('2 taps refused. They don’t count.');
});
