import { expect, test } from 'vitest';
import { createRace } from '../../../tests/support/event-history.ts';
import { addPoint, listLostLines, movePoint, nameLine, renamePoint } from './points.ts';

const bridge = { line: 'p1', name: 'Bridge' };
const top = { line: 'p2', name: 'Top' };

test('[SR2] points are added, renamed and put in the order of the course', () => {
  const race = createRace('a');
  race.run({ type: 'race.configure', settings: { points: addPoint(race.event, ' Bridge ') } });
  race.run({ type: 'race.configure', settings: { points: addPoint(race.event, 'Top') } });
  const { points } = race.event.race;
  expect(points).toEqual([bridge, top]);
  expect(movePoint(points, 'p1', 1)).toEqual([top, bridge]);
  expect(movePoint(points, 'p1', -1)).toEqual([bridge, top]);
  expect(renamePoint(points, 'p1', 'Old bridge')).toEqual([{ line: 'p1', name: 'Old bridge' }, top]);
  expect(nameLine(race.event, 'p2')).toBe('Top');
});

test('[SR2] the line of a removed point is not given to another place, and can be found again', () => {
  const race = createRace('a');
  race.run({ type: 'race.configure', settings: { points: [bridge] } });
  race.run({ type: 'tap.record', line: 'p1', run: 1, racerId: 'a' });
  race.run({ type: 'race.configure', settings: { points: [] } });
  expect(addPoint(race.event, 'Top')).toEqual([top]);
  expect(listLostLines(race.event)).toEqual([{ line: 'p1', taps: 1 }]);
  expect(nameLine(race.event, 'p1')).toBe('p1');
});
