import { expect, test } from 'vitest';
import { createRace } from '../../../tests/support/event-history.ts';
import { durationMs, epochMs } from '../units.ts';
import { projectPlaces } from './projected.ts';

const on = (line: string, racerId: string) => ({ type: 'tap.record', line, run: 1, racerId }) as const;
const at = (second: number) => epochMs(1_700_000_000_000 + second * 1000);

/** a took 100 s, b 120 s; c and d are on course since 200 and 300. */
function race() {
  const history = createRace('a', 'b', 'c', 'd');
  history.run(on('start', 'a'), { second: 0 });
  history.run(on('start', 'b'), { second: 10 });
  history.run(on('finish', 'a'), { second: 100 });
  history.run(on('finish', 'b'), { second: 130 });
  history.run(on('start', 'c'), { second: 200 });
  history.run(on('start', 'd'), { second: 300 });
  return history;
}

const placesOf = (event: ReturnType<typeof race>['event'], second: number) =>
  Object.fromEntries([...projectPlaces(event, at(second)).places].map(([id, { rank }]) => [id, rank]));

test('[SP3] without a point on the course, the place is that of a finish at this moment', () => {
  const { event } = race();
  expect(placesOf(event, 290)).toEqual({ c: 1, d: 1 });
  expect(placesOf(event, 310)).toEqual({ c: 2, d: 1 });
  expect(placesOf(event, 321)).toEqual({ c: 3, d: 1 });
});

test('[SP3] an equal time shares the place, as on the board', () => {
  expect(placesOf(race().event, 300)).toEqual({ c: 1, d: 1 });
});

test('[SP3] the moment of the next change is known, so that nothing has to tick', () => {
  const { event } = race();
  const first = projectPlaces(event, at(290)).changesAt!;
  expect(projectPlaces(event, first).places.get('c')?.rank).toBe(2);
  expect(projectPlaces(event, epochMs(first - 2)).places.get('c')?.rank).toBe(1);
  expect(projectPlaces(event, at(2000)).changesAt).toBeNull();
});

test("[SP3] past a point the racer's own pace says the place", () => {
  const history = createRace('a', 'b', 'c');
  for (const [id, start, hill, finish] of [
    ['a', 0, 50, 100],
    ['b', 10, 70, 130],
  ] as const) {
    history.run(on('start', id), { second: start });
    history.run(on('hill', id), { second: hill });
    history.run(on('finish', id), { second: finish });
  }
  history.run(on('start', 'c'), { second: 200 });
  history.run(on('hill', 'c'), { second: 300 });
  const { places, changesAt } = projectPlaces(history.event, at(301));
  expect(places.get('c')).toEqual({ rank: 3, isByPace: true });
  expect(projectPlaces(history.event, changesAt!).places.get('c')).toEqual({ rank: 3, isByPace: false });
});

test('[SP3] before the first finish there is no place', () => {
  const history = createRace('a');
  history.run(on('start', 'a'), { second: 0 });
  expect(projectPlaces(history.event, at(10)).places.size).toBe(0);
});

test('[SP3] a penalty counts', () => {
  const history = race();
  expect(placesOf(history.event, 275)).toMatchObject({ c: 1 });
  history.run({ type: 'adjustment.add', racerId: 'c', attempt: 1, ms: durationMs(30_000), reason: '' });
  expect(placesOf(history.event, 275)).toMatchObject({ c: 2 });
});
