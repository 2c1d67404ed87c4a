import { expect, test } from 'vitest';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import { listLooks } from './looks.ts';
import { readChases } from './chase.ts';
import { readPoints } from './split-board.ts';

const at = (line: string, racerId: string) => ({ type: 'tap.record', line, run: 1, racerId }) as const;

const points = [
  { line: 'p1', name: 'Bridge' },
  { line: 'p2', name: 'Top' },
];

/** Racers start every 10 seconds, with the points Bridge and Top. */
function createCourse(...racerIds: string[]) {
  const race = createRace(...racerIds);
  race.run({ type: 'race.configure', settings: { points } });
  racerIds.forEach((racerId, index) => race.run(tap('start', racerId), { second: 100 + index * 10 }));
  return race;
}

type Race = ReturnType<typeof createCourse>;

const boardAt = ({ event }: Race, index: number) =>
  readPoints(event)[index]!.ranked.map(({ racer, rank, elapsed, gap }) => [racer.entry.racerId, rank, elapsed, gap]);

test('[SR1] a point ranks by the time since each racer’s own start, with the gap to the first', () => {
  const race = createCourse('a', 'b', 'c', 'd');
  race.run(at('p1', 'a'), { second: 160 });
  race.run(at('p1', 'b'), { second: 165 });
  race.run(at('p1', 'c'), { second: 175 });
  expect(boardAt(race, 0)).toEqual([
    ['b', 1, 55_000, 0],
    ['c', 1, 55_000, 0],
    ['a', 3, 60_000, 5_000],
  ]);
  expect(readPoints(race.event)[0]!.expected.map(({ entry }) => entry.racerId)).toEqual(['d']);
  expect(boardAt(race, 1)).toEqual([]);
});

test('[SR1] racers with a status, without a start, and with a time outside of their ride have no place', () => {
  const race = createCourse('a', 'b', 'c');
  race.run({ type: 'entries.add', racers: [{ racerId: 'd', name: 'D', groups: [], bib: null }] });
  for (const racerId of ['a', 'd']) race.run(at('p1', racerId), { second: 160 });
  race.run(at('p1', 'b'), { second: 105 });
  race.run(tap('finish', 'c'), { second: 170 });
  race.run(at('p1', 'c'), { second: 180 });
  expect(boardAt(race, 0)).toEqual([['a', 1, 60_000, 0]]);
  race.run({ type: 'status.set', racerId: 'a', attempt: 1, status: 'DSQ', reason: '' });
  expect(boardAt(race, 0)).toEqual([]);
});

test('[SR2] a point that is removed keeps its taps, and shows them again when it comes back', () => {
  const race = createCourse('a');
  race.run(at('p1', 'a'), { second: 160 });
  race.run({ type: 'race.configure', settings: { points: [] } });
  expect(readPoints(race.event)).toEqual([]);
  race.run({ type: 'race.configure', settings: { points: [{ line: 'p1', name: 'Old bridge' }] } });
  expect(boardAt(race, 0)).toEqual([['a', 1, 60_000, 0]]);
});

test('[SR3] a racer on course needs the best time at the next point where somebody has been', () => {
  const race = createCourse('a', 'b');
  race.run(at('p1', 'a'), { second: 160 });
  expect(readChases(race.event).get('b')).toEqual({ place: null, needs: { elapsed: 60_000, point: points[0] } });
  race.run(at('p1', 'b'), { second: 172 });
  expect(readChases(race.event).get('b')).toEqual({
    place: { point: points[0], rank: 2, of: 2, gap: 2_000 },
    needs: null,
  });
});

test('[SR3] behind the last point it is the best time at the finish, less the racer’s own penalties', () => {
  const race = createCourse('a', 'b');
  race.run(tap('finish', 'a'), { second: 300 });
  race.run(at('p2', 'b'), { second: 200 });
  expect(readChases(race.event).get('b')!.needs).toEqual({ elapsed: 200_000, point: null });
  race.run({ type: 'adjustment.add', racerId: 'b', attempt: 1, ms: 10_000 as never, reason: 'cone' });
  expect(readChases(race.event).get('b')!.needs).toEqual({ elapsed: 190_000, point: null });
  race.run({ type: 'status.set', racerId: 'a', attempt: 1, status: 'DSQ', reason: '' });
  expect(readChases(race.event).get('b')!.needs, 'nobody leads any more').toBeNull();
});

test('[SR6] a split before the start or after the finish is a doubt until it is settled', () => {
  const race = createCourse('a', 'b', 'c');
  race.run(at('p1', 'a'), { second: 160 });
  const early = race.run(at('p1', 'b'), { second: 105 });
  race.run(tap('finish', 'c'), { second: 170 });
  race.run(at('p1', 'c'), { second: 180 });
  const odd = () => listLooks(race.event).map((look) => 'racer' in look && `${look.kind} ${look.racer.entry.racerId}`);
  expect(odd()).toEqual(['split b', 'split c']);
  race.run({ type: 'tap.undo', tapId: early.id });
  expect(odd()).toEqual(['split c']);
});
