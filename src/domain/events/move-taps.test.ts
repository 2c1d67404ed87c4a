import { expect, test } from 'vitest';
import { createRace, racer, tap } from '../../../tests/support/event-history.ts';
import { durationMs, epochMs } from '../units.ts';
import { findTaps, listWaves, type MoveChoice, previewMove } from './move-taps.ts';

const any: MoveChoice = { deviceId: null, line: null, racers: null, from: null, to: null };
const second = (value: number) => epochMs(1_700_000_000_000 + value * 1000);

function createWaves() {
  const race = createRace('a', 'b');
  race.run({ type: 'entries.add', racers: [{ ...racer('c'), groups: ['Juniors'] }] });
  const slots = ['a', 'b', 'c'].map((racerId, order) => ({ racerId, order, at: second(racerId === 'c' ? 200 : 100) }));
  race.run({ type: 'schedule.set', slots });
  const start = Object.fromEntries(
    ['a', 'b', 'c'].map((racerId, index) => [racerId, race.run(tap('start', racerId), { second: 100 + index }).id]),
  );
  race.run(tap('finish', 'a'), { second: 160 });
  race.run(tap('finish', 'b'), { second: 162 });
  return { race, start };
}

const idsOf = (taps: readonly { readonly racerId: string | null; readonly line: string }[]) =>
  taps.map(({ racerId, line }) => `${line} ${racerId}`);

test('[SR9] taps are chosen by device, line, group or wave, and span of time', () => {
  const { race } = createWaves();
  const find = (choice: Partial<MoveChoice>) => idsOf(findTaps(race.event, { ...any, ...choice }));
  expect(find({})).toEqual(['start a', 'start b', 'start c', 'finish a', 'finish b']);
  expect(find({ deviceId: 'device', line: 'finish' })).toEqual(['finish a', 'finish b']);
  expect(find({ deviceId: 'another' })).toEqual([]);
  expect(find({ racers: { kind: 'group', group: 'Juniors' } })).toEqual(['start c']);
  expect(find({ racers: { kind: 'wave', at: second(100) }, line: 'start' })).toEqual(['start a', 'start b']);
  expect(find({ from: second(101), to: second(160) })).toEqual(['start b', 'start c', 'finish a']);
  expect(listWaves(race.event)).toEqual([{ at: second(100), racers: 2 }]);
});

test('[SR9] times that were taken back or set by hand are not moved', () => {
  const { race, start } = createWaves();
  race.run({ type: 'tap.undo', tapId: start['c']! });
  race.run({ type: 'tap.correct', tapId: start['a']!, to: second(99) });
  expect(idsOf(findTaps(race.event, { ...any, line: 'start' }))).toEqual(['start b']);
});

test('[SR9] the preview says what the move will do, and changes nothing', () => {
  const { race } = createWaves();
  const taps = findTaps(race.event, { ...any, line: 'finish', from: second(161) });
  const preview = previewMove(race.event, taps, durationMs(-2000));
  expect(
    preview.map(({ before, after }) => [after.racer.entry.racerId, before.rank, after.rank, after.racer.duration]),
  ).toEqual([
    ['b', 2, 1, 59_000],
    ['a', 1, 2, 60_000],
  ]);
  const { id } = race.run({
    type: 'taps.shift',
    tapIds: taps.map((each) => each.id),
    ms: durationMs(-2000),
    reason: '',
  });
  expect(previewMove(race.event, taps, durationMs(0))).toEqual([]);
  expect(findTaps(race.event, { ...any, from: second(160.5) })).toEqual([]);
  race.run({ type: 'shift.undo', shiftId: id });
  expect(idsOf(findTaps(race.event, { ...any, from: second(161) }))).toEqual(['finish b']);
});
