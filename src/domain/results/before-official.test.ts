import { expect, test } from 'vitest';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import type { EventState } from '../model/state.ts';
import { durationMs, epochMs } from '../units.ts';
import { type BeforeOfficial, listBeforeOfficial } from './before-official.ts';
import { listLooks } from './looks.ts';
import { createField, speedLimitOf, whyOdd } from './odd-speeds.ts';

const onDevice = { waiting: 0, refused: 0 };
const list = (event: EventState) => listBeforeOfficial(event, onDevice);
const kinds = (event: EventState) => list(event).map(({ kind }) => kind);
const named = (each: BeforeOfficial) => ('racer' in each ? `${each.kind} ${each.racer.entry.racerId}` : each.kind);

type Race = ReturnType<typeof createRace>;

/** Racers a to e who take 600, 610, 620 … seconds, each started at its own minute. */
function raced(...racerIds: string[]): Race {
  const race = createRace(...racerIds);
  racerIds.forEach((racerId, index) => {
    race.run(tap('start', racerId), { second: 100 + index * 60 });
    race.run(tap('finish', racerId), { second: 700 + index * 70 });
  });
  return race;
}

test('[OF3] a race in which all is in order has nothing odd', () => {
  expect(list(raced('a', 'b', 'c', 'd', 'e').event)).toEqual([]);
});

test('[OF3] started without a finish, finished without a start, finished before the start', () => {
  const race = raced('a');
  race.run({
    type: 'entries.add',
    racers: ['x', 'y', 'z'].map((racerId) => ({ racerId, name: racerId, groups: [], bib: null })),
  });
  race.run(tap('start', 'x'), { second: 2000 });
  race.run(tap('finish', 'y'), { second: 2010 });
  race.run(tap('start', 'z'), { second: 2020 });
  const { id } = race.run(tap('finish', 'z'), { second: 2030 });
  race.run({ type: 'tap.correct', tapId: id, to: epochMs(1_700_000_000_000 + 2_010_000) });
  expect(list(race.event).map(named)).toEqual(['before-start z', 'no-start y', 'no-finish x']);
  for (const racerId of ['x', 'y', 'z'])
    race.run({ type: 'status.set', racerId, attempt: 1, status: 'DNF', reason: '' });
  expect(list(race.event)).toEqual([]);
});

test('[OF3] racers who never started and have no DNS are one line', () => {
  const race = createRace('a', 'b');
  expect(list(race.event)).toMatchObject([{ kind: 'not-started', racers: [{}, {}] }]);
  race.run({ type: 'statuses.set', racerIds: ['a', 'b'], status: 'DNS', reason: '' });
  expect(list(race.event)).toEqual([]);
});

test('[OF3] two readings further apart than two thumbs are one line for each crossing, as the board asks', () => {
  const race = raced('a');
  race.run(tap('finish', 'a'), { second: 700.15, deviceId: 'phone-2' });
  expect(kinds(race.event)).toEqual([]);
  race.run(tap('finish', 'a'), { second: 700.4, deviceId: 'phone-3' });
  race.run(tap('finish', 'a'), { second: 700.9, deviceId: 'phone-4' });
  expect(list(race.event)).toMatchObject([{ kind: 'readings', line: 'finish', apart: 900 }]);
  expect(listLooks(race.event)).toEqual(list(race.event));
  race.run({ type: 'tap.undo', tapId: race.event.counting['a finish 1']! });
  expect(list(race.event)).toMatchObject([{ kind: 'readings', apart: null }, { kind: 'no-finish' }]);
});

test('[OF4] with the length of the course, nobody is faster than the kind of race allows', () => {
  const race = raced('a');
  const speeds = () => listLooks(race.event);
  race.run({ type: 'format.set', format: { course: { name: 'Hill', meters: 16_093.44 } } });
  // 16 km in ten minutes are 96 km/h: possible on skis, and so without a preset.
  expect(speeds()).toEqual([]);
  race.run({ type: 'race.configure', settings: { preset: 'ctt' } });
  expect(speedLimitOf(race.event)).toBe(80);
  expect(speeds()).toMatchObject([{ kind: 'speed' }]);
  race.run({ type: 'race.configure', settings: { preset: 'road-running' } });
  race.run({ type: 'format.set', format: { course: { name: 'Hill', meters: 4000 } } });
  expect(speeds()).toEqual([]);
});

test('[OF4] without a course, times far from those of at least four others are odd', () => {
  const race = raced('a', 'b', 'c');
  const add = (racerId: string, seconds: number) => {
    race.run({ type: 'entries.add', racers: [{ racerId, name: racerId, groups: [], bib: null }] });
    race.run(tap('start', racerId), { second: 3000 });
    race.run(tap('finish', racerId), { second: 3000 + seconds });
  };
  add('quick', 200);
  expect(kinds(race.event)).toEqual([]);
  add('slow', 2000);
  expect(list(race.event).map(named)).toEqual(['fast quick', 'slow slow']);
});

test('[OF4] the best of a sprint, and the riders of a shorter course, are not odd', () => {
  const field = (...seconds: number[]) => {
    const all = seconds.map((second) => second * 1000);
    return all.filter((gross) => whyOdd(gross, createField(null, all)) === 'fast').map((gross) => gross / 1000);
  };
  expect(field(8, 70, 75, 80, 85), 'a tap that was meant for another').toEqual([8]);
  expect(field(1, 4, 5, 6, 7), 'nine seconds say nothing').toEqual([]);
  expect(field(600, 620, 1800, 1900, 2000, 2100), 'a third of them had another course').toEqual([]);
});

test('[OF3] each time that is nobody’s is a line', () => {
  const race = raced('a');
  race.run(tap('finish', null), { second: 900 });
  race.run(tap('finish', null), { second: 910 });
  race.run(tap('start', null), { second: 920 });
  expect(list(race.event)).toMatchObject([
    { kind: 'unnamed', tap: { line: 'finish' } },
    { kind: 'unnamed', tap: { line: 'finish' } },
    { kind: 'unnamed', tap: { line: 'start' } },
  ]);
});

test('[OF3] two places that the clocks cannot tell apart are one line', () => {
  const race = createRace('a', 'b');
  for (const racerId of ['a', 'b']) race.run(tap('start', racerId), { second: 100 });
  race.run(tap('finish', 'a'), { second: 700 });
  race.run(tap('finish', 'b'), { second: 700.02 });
  expect(list(race.event)).toMatchObject([
    { kind: 'close', racer: { entry: { racerId: 'a' } }, other: { entry: { racerId: 'b' } } },
  ]);
});

test('[OF3] a time that a person has set is told with how it was set, and is no second fact', () => {
  const race = raced('a');
  race.run({ type: 'tap.undo', tapId: race.event.counting['a finish 1']! });
  race.run({ type: 'tap.enter', line: 'finish', racerId: 'a', to: epochMs(1_700_000_000_000 + 701_000) });
  expect(list(race.event)).toMatchObject([{ kind: 'by-hand', hands: ['typed'] }]);
});

test('[OF3] times by an unmeasured clock are one line for each phone', () => {
  const race = raced('a', 'b');
  const doubt = (uncertainty: number): EventState => ({
    ...race.event,
    taps: Object.fromEntries(
      Object.entries(race.event.taps).map(([id, each]) => [
        id,
        each.line === 'finish' ? { ...each, placed: { ...each.placed, uncertainty: durationMs(uncertainty) } } : each,
      ]),
    ),
  });
  expect(kinds(doubt(80))).toEqual([]);
  expect(list(doubt(800)).filter(({ kind }) => kind === 'clock')).toMatchObject([{ racers: [{}, {}], off: 800 }]);
  const times = Object.keys(race.event.entries).map((racerId) => ({
    racerId,
    attempt: 1,
    ms: durationMs(racerId === 'a' ? 600_000 : 610_000),
  }));
  race.run({ type: 'times.check', times: times.slice(0, 1) });
  expect(list(doubt(800)).filter(({ kind }) => kind === 'clock')).toMatchObject([{ racers: [{}] }]);
  race.run({ type: 'times.check', times });
  expect(list(doubt(800))).toEqual([]);
  race.run({ type: 'times.check', times: times.map((each) => ({ ...each, ms: null })) });
  expect(list(doubt(3_600_000))).toMatchObject([{ kind: 'clock', racers: [{}, {}], off: null }]);
});

test('[OF3] what waits on the device, what was refused, and a rehearsal that still goes on', () => {
  const race = createRace();
  race.run({ type: 'rehearsal.begin' });
  expect(listBeforeOfficial(race.event, { waiting: 2, refused: 1 }).map(({ kind }) => kind)).toEqual([
    'rehearsal',
    'refused',
    'waiting',
  ]);
});

test('[OF3] an odd fact has another id once it has changed, so that it is asked about again', () => {
  const race = raced('a');
  race.run(tap('finish', 'a'), { second: 702, deviceId: 'phone-2' });
  const [before] = list(race.event);
  race.run(tap('finish', 'a'), { second: 705, deviceId: 'phone-3' });
  expect(list(race.event)[0]!.id).not.toBe(before!.id);
});

test('[OF3] every run up to the one that is timed now is looked at', () => {
  const race = createRace('a');
  race.run({ type: 'format.set', format: { attempts: { count: 2, counts: 'best', current: 2 } } });
  race.run({ type: 'tap.record', line: 'start', run: 1, racerId: 'a' }, { second: 100 });
  expect(kinds(race.event)).toEqual(['no-finish', 'not-started']);
});
