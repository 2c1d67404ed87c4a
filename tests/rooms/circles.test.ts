import { expect, test } from 'vitest';
import { findCircles, listPairs, readSources } from '../../scripts/lib/source-map.mjs';

const sources = readSources('.');

/** A file in a circle cannot be read without all others of it, also where types alone close the circle or code that comes late. */
test('no file reaches itself again by its imports', () => {
  expect(findCircles(sources)).toEqual([]);
});

test('no two neighbours of a folder, whether folders or files, import each other', () => {
  expect(listPairs(sources)).toEqual([]);
});
