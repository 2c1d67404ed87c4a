import { expect, test } from 'vitest';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import { addPoint, listLostLines, movePoint, nameLine, renamePoint } from './points.ts';
import { readPoints } from './split-board.ts';

const bridge = { line: 'p1-a1', name: 'Bridge' };
const top = { line: 'p2-b2', name: 'Top' };

test('[SR2] points are added, renamed and put in the order of the course', () => {
  const race = createRace('a');
  const points = addPoint(addPoint([], ' Bridge ', 'a1'), 'Top', 'b2');
  race.run({ type: 'race.configure', settings: { points } });
  expect(points).toEqual([bridge, top]);
  expect(movePoint(points, 'p1-a1', 1)).toEqual([top, bridge]);
  expect(movePoint(points, 'p1-a1', -1)).toEqual([bridge, top]);
  expect(renamePoint(points, 'p1-a1', 'Old bridge')).toEqual([{ line: 'p1-a1', name: 'Old bridge' }, top]);
  expect(nameLine(race.event, 'p2-b2')).toBe('Top');
});

test('[SR2] a tap of a phone that still stands at a removed point is not one at the point that came after, and is found again', () => {
  const race = createRace('a');
  race.run({ type: 'race.configure', settings: { points: [bridge] } });
  race.run({ type: 'race.configure', settings: { points: [] } });
  race.run({ type: 'race.configure', settings: { points: addPoint([], 'Top', 'b2') } });
  race.run(tap('start', 'a'));
  race.run({ type: 'tap.record', line: bridge.line, run: 1, racerId: 'a' });
  expect(readPoints(race.event)).toMatchObject([{ point: { name: 'Top' }, expected: [{}] }]);
  expect(listLostLines(race.event)).toEqual([{ line: bridge.line, taps: 1 }]);
  expect(nameLine(race.event, bridge.line)).toBe(bridge.line);
});
