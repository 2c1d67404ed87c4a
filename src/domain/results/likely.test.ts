import { expect, test } from 'vitest';
import { createRace } from '../../../tests/support/event-history.ts';
import { epochMs } from '../units.ts';
import { listBunches, swapRacers } from '../events/bunches.ts';
import { findByBib } from './find-bib.ts';
import { listToCome, listWaiting, rankLikely } from './likely.ts';
import type { Tap } from '../model/state.ts';
import { readResults } from './read-results.ts';

const on = (line: string, racerId: string | null) => ({ type: 'tap.record', line, run: 1, racerId }) as const;
const at = (second: number) => epochMs(1_700_000_000_000 + second * 1000);

/** A tap without a racer, made on this device unless another is named. */
const tapAt = (second: number, deviceId = 'device'): Tap => {
  const history = createRace();
  const { id } = history.run(on('finish', null), { second, deviceId });
  return history.event.taps[id]!;
};

function race(...racerIds: string[]) {
  const history = createRace(...racerIds);
  const likely = (second: number, line = 'finish') =>
    rankLikely(listToCome(history.event, line), tapAt(second)).map(({ racer }) => racer.entry.racerId);
  return Object.assign(history, { likely });
}

test('[F3] before the first time, those who started first are expected first', () => {
  const event = race('a', 'b', 'c');
  event.run(on('start', 'b'), { second: 100 });
  event.run(on('start', 'a'), { second: 130 });
  expect(event.likely(500)).toEqual(['b', 'a']);
});

test('[F3] who has finished, has not started, or started after the tap is not offered', () => {
  const event = race('a', 'b', 'c', 'd');
  event.run(on('start', 'a'), { second: 100 });
  event.run(on('start', 'b'), { second: 130 });
  event.run(on('start', 'c'), { second: 600 });
  event.run(on('finish', 'a'), { second: 400 });
  expect(event.likely(500)).toEqual(['b']);
  event.run({ type: 'status.set', racerId: 'b', attempt: 1, status: 'DNF', reason: '' });
  expect(event.likely(500)).toEqual([]);
});

test("[F3] the others' times say who is due", () => {
  const event = race('a', 'b', 'c', 'd');
  ['a', 'b', 'c', 'd'].forEach((id, index) => event.run(on('start', id), { second: 100 + index * 30 }));
  event.run(on('finish', 'a'), { second: 700 });
  // Each is due 600 s after the start: b at 730, c at 760, d at 790.
  expect(event.likely(765)).toEqual(['c', 'd', 'b']);
});

test("[F3] a split says more than the start, at the racer's own pace", () => {
  const event = race('a', 'b', 'c');
  event.run(on('start', 'a'), { second: 0 });
  event.run(on('start', 'b'), { second: 60 });
  event.run(on('start', 'c'), { second: 120 });
  event.run(on('hill', 'a'), { second: 100 });
  event.run(on('hill', 'c'), { second: 170 });
  event.run(on('hill', 'b'), { second: 260 });
  event.run(on('finish', 'a'), { second: 200 });
  // c took half as long to the hill as a, and b twice as long.
  const expected = listToCome(event.event, 'finish')
    .filter(({ readBy }) => readBy.length === 0)
    .map(({ racer, expected }) => [racer.entry.racerId, expected]);
  expect(expected).toEqual([
    ['c', at(220)],
    ['b', at(460)],
  ]);
  expect(event.likely(225)).toEqual(['c', 'b']);
});

test("[F3] where no start has arrived, the start list is offered: the starter's phone may have no signal", () => {
  const event = race('a', 'b');
  event.run({
    type: 'schedule.set',
    slots: [
      { racerId: 'b', order: 1, at: null },
      { racerId: 'a', order: 2, at: null },
    ],
  });
  expect(event.likely(500)).toEqual(['b', 'a']);
});

test('[F3] a racer who was seen at a split is offered, although the start has not arrived', () => {
  const event = race('a', 'b', 'c');
  event.run(on('start', 'a'), { second: 0 });
  event.run(on('hill', 'a'), { second: 100 });
  event.run(on('hill', 'b'), { second: 130 });
  event.run(on('finish', 'a'), { second: 200 });
  expect(event.likely(231)).toEqual(['b']);
  expect(listToCome(event.event, 'finish').at(-1)).toMatchObject({ expected: at(230) });
});

test('[F3] a racer whom another phone has read is offered to this phone for the same passage, and only once', () => {
  const event = race('a', 'b');
  event.run(on('start', 'a'), { second: 100 });
  event.run(on('start', 'b'), { second: 130 });
  event.run(on('finish', 'b'), { second: 400, deviceId: 'other' });
  expect(event.likely(400.4)).toEqual(['b', 'a']);
  expect(event.likely(450), 'long after it, somebody else has crossed').toEqual(['a']);
  event.run(on('finish', 'b'), { second: 400.4 });
  expect(event.likely(401)).toEqual(['a']);
});

test('[F2] taps of other lines, given ones and thrown ones do not wait', () => {
  const event = race('a');
  const first = event.run(on('finish', null), { second: 10 }).id;
  const second = event.run(on('finish', null), { second: 5 }).id;
  event.run(on('zero', null), { second: 6 });
  event.run(on('hill', null), { second: 7 });
  expect(listWaiting(event.event, 'finish').map(({ id }) => id)).toEqual([second, first]);
  event.run({ type: 'tap.assign', tapId: first, racerId: 'a' });
  event.run({ type: 'tap.undo', tapId: second });
  expect(listWaiting(event.event, 'finish')).toEqual([]);
  event.run({ type: 'tap.redo', tapId: second });
  expect(listWaiting(event.event, 'finish')).toHaveLength(1);
});

test('[F5] in a bunch two racers swap their times, and both times count', () => {
  const event = race('a', 'b');
  for (const id of ['a', 'b']) event.run(on('start', id), { second: 100 });
  const first = event.run(on('finish', 'a'), { second: 200 }).id;
  const second = event.run(on('finish', 'b'), { second: 201.5 }).id;
  event.run(on('finish', null), { second: 210 });
  const [bunch, ...more] = listBunches(event.event, 'finish', 'device');
  expect([bunch?.map(({ id }) => id), more]).toEqual([[first, second], []]);
  for (const step of swapRacers(bunch![0]!, bunch![1]!)) event.run(step);
  const finishes = readResults(event.event).map(({ finish }) => finish?.id);
  expect(finishes).toEqual([second, first]);
});

test('[F5] a racer who is dragged to a time without a racer leaves the other time free', () => {
  const event = race('a');
  event.run(on('start', 'a'), { second: 100 });
  const first = event.run(on('finish', null), { second: 200 }).id;
  const second = event.run(on('finish', 'a'), { second: 201 }).id;
  const { taps } = event.event;
  for (const step of swapRacers(taps[first]!, taps[second]!)) event.run(step);
  expect([event.event.taps[first]!.racerId, event.event.taps[second]!.racerId]).toEqual(['a', null]);
  expect(readResults(event.event)[0]!.finish?.id).toBe(first);
});

test('[F4] a typed number finds one racer, and says what is odd about them', () => {
  const event = race('a', 'b', 'c');
  event.run({
    type: 'bibs.set',
    bibs: [
      { racerId: 'a', bib: '007' },
      { racerId: 'b', bib: '8' },
      { racerId: 'c', bib: '9' },
    ],
  });
  event.run(on('start', 'a'), { second: 100 });
  event.run(on('start', 'b'), { second: 130 });
  event.run(on('finish', 'b'), { second: 200 });
  const find = (typed: string) => {
    const likely = rankLikely(listToCome(event.event, 'finish'), tapAt(500));
    return findByBib(event.event, 'finish', likely, typed).kind;
  };
  expect(['7', '007', '47', '8', '9'].map(find)).toEqual(['to-come', 'to-come', 'nobody', 'passed', 'not-started']);
  event.run({ type: 'status.set', racerId: 'a', attempt: 1, status: 'DNF', reason: '' });
  expect(find('7')).toBe('out');
});
