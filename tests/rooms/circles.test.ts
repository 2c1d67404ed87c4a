import { expect, test } from 'vitest';
import { findCircles, mutualPairs, readSources } from '../../scripts/lib/source-map.mjs';

const sources = readSources('.');
const roomsOf = (area: string) => {
  const depth = area.split('/').length + 1;
  const inside = new Map([...sources].filter(([file]) => file.startsWith(`${area}/`)));
  return mutualPairs(inside, (file) => file.split('/').slice(0, depth).join('/'));
};

/** A file in a circle cannot be read without all others of it, also where types alone close the circle or code that comes late. */
test('no file reaches itself again by its imports', () => {
  expect(findCircles(sources)).toEqual([]);
});

test.each(['src/domain', 'src/server', 'src/client/timing', 'src/client/leaderboard', 'src/client/features'])(
  'no two rooms of %s import each other',
  (area) => {
    expect(roomsOf(area)).toEqual([]);
  },
);
