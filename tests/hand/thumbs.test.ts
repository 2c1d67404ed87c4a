import { expect, test } from 'vitest';
import { holdRows, type HeldRows } from '../../src/client/timing/hold/hold-rows.ts';
import { inFull } from '../support/in-full.ts';
import { rules, type Rules } from './screen.ts';
import { describeFigures, runThumbs } from './thumbs.ts';

/** `npm run hand` makes all of them. */
const TAPS = inFull(5_000, 1_500);

test(`[HD1] ${TAPS} taps of thumbs that rest and thumbs that aim: none on the wrong rider, none lost`, () => {
  const figures = runThumbs(TAPS, rules);
  console.log(describeFigures(figures));
  expect(figures).toMatchObject({ wrong: 0, lost: 0, unnamedForNothing: 0, notAsked: 0, unreachable: 0, trembles: 0 });
  expect(figures.unnamed / figures.taps).toBeLessThanOrEqual(0.02);
  expect((8 * figures.closeUps) / figures.finishes).toBeLessThanOrEqual(1);
});

/** Who starts comes first in the list, above the rows under the thumb. */
const insertAbove: Rules['hold'] = (held, wanted, now, isInactiveInSight): HeldRows => {
  const rows = holdRows(held, wanted, now, () => false);
  const added = rows.onCourse.filter((id) => !held.onCourse.includes(id));
  void isInactiveInSight;
  return added.length === 0 ? rows : { ...rows, onCourse: [...added, ...held.onCourse] };
};

test.each<[string, Rules]>([
  ['lists that close up after two seconds', { ...rules, quietMs: 2_000 }],
  ['a guard of 0 ms', { ...rules, movedMs: 0 }],
  ['a row inserted above', { ...rules, hold: insertAbove }],
])('planted: %s is caught', (what, planted) => {
  const figures = runThumbs(TAPS / 3, planted);
  console.log(`Planted, ${what}: ${describeFigures(figures)}`);
  expect(figures.wrong + figures.lost).toBeGreaterThan(0);
});
