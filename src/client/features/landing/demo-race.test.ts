import { describe, expect, test } from 'vitest';
import { formatDuration } from '../../../domain/timing/format.ts';
import { durationMs } from '../../../domain/units.ts';
import {
  changesOf,
  DEMO_LENGTH,
  DEMO_OPENS_AT,
  DEMO_RACERS,
  type DemoRacer,
  lastChange,
  type RaceState,
  raceAt,
} from './demo-race.ts';

const ann: DemoRacer = { bib: 1, name: 'Ann', setsOffAt: 0, duration: durationMs(60_009) };
const ben: DemoRacer = { bib: 2, name: 'Ben', setsOffAt: 10_000, duration: durationMs(60_001) };
const cem: DemoRacer = { bib: 3, name: 'Cem', setsOffAt: 20_000, duration: durationMs(61_500) };
const racers = [ann, ben, cem];

const bibs = (entries: RaceState['finished'] | RaceState['onCourse']) => entries.map((entry) => entry.racer.bib);
const ranks = (state: RaceState) => state.finished.map((finisher) => finisher.rank);

describe('a racer in the demo race', () => {
  test('is nowhere on the board before setting off', () => {
    const state = raceAt(racers, 9_999);
    expect([...bibs(state.onCourse), ...bibs(state.finished)]).toEqual([1]);
  });

  test('is on course from the start on, earliest start first', () => {
    expect(bibs(raceAt(racers, 10_000).onCourse)).toEqual([1, 2]);
  });

  test('is finished at the very millisecond of the finish', () => {
    expect(bibs(raceAt(racers, 60_008).finished)).toEqual([]);
    expect(bibs(raceAt(racers, 60_009).finished)).toEqual([1]);
  });
});

describe('the ranking', () => {
  test('equal displayed times share a rank, and the next rank is left out', () => {
    const state = raceAt(racers, 100_000);
    expect(bibs(state.finished)).toEqual([2, 1, 3]);
    expect(ranks(state)).toEqual([1, 1, 3]);
  });

  test('the gap is the difference between the times as displayed', () => {
    expect(raceAt(racers, 100_000).finished.map((finisher) => finisher.behindFirst)).toEqual([0, 0, 1_500]);
  });
});

describe('the best rank in reach', () => {
  const targetOf = (time: number) => raceAt(racers, time).onCourse.find((entry) => entry.racer.bib === 3)?.target;

  test('is the lead while the clock reads no more than the first time', () => {
    expect(targetOf(20_000 + 60_009)).toMatchObject({ rank: 1 });
  });

  test('is nothing once every time on the board has been passed', () => {
    expect(targetOf(20_000 + 60_010)).toBeNull();
  });
});

describe('the race on the landing page', () => {
  const changes = changesOf(DEMO_RACERS);

  test('between two changes only the clocks run', () => {
    for (let time = 0; time <= DEMO_LENGTH; time += 53) {
      expect(raceAt(DEMO_RACERS, lastChange(changes, time))).toEqual(raceAt(DEMO_RACERS, time));
    }
  });

  test('opens with times on the board and a racer about to finish', () => {
    const state = raceAt(DEMO_RACERS, DEMO_OPENS_AT);
    expect(state.finished.length).toBeGreaterThanOrEqual(4);
    expect(bibs(raceAt(DEMO_RACERS, DEMO_OPENS_AT + 5_000).finished)).toContain(state.onCourse[0]?.racer.bib);
  });

  test('shows a shared rank and a new leader before it ends', () => {
    const end = raceAt(DEMO_RACERS, DEMO_LENGTH);
    expect(end.onCourse).toEqual([]);
    expect(ranks(end)).toEqual([1, 2, 3, 3, 5, 6, 7]);
    expect(end.finished.map((finisher) => formatDuration(finisher.racer.duration)).slice(0, 4)).toEqual([
      '12:30.65',
      '12:31.48',
      '12:44.02',
      '12:44.02',
    ]);
  });

  test('everybody finishes in the order they set off, as the cards promise', () => {
    const byStart = DEMO_RACERS.toSorted((a, b) => a.setsOffAt - b.setsOffAt);
    const byFinish = DEMO_RACERS.toSorted((a, b) => a.setsOffAt + a.duration - (b.setsOffAt + b.duration));
    expect(byStart).toEqual(byFinish);
  });
});
