import { expect, test } from 'vitest';
import { DONE_MS, holdRows, type HeldRows, type Lists, showRows } from './hold-rows.ts';

const at = 10_000;
const lists = (onCourse: string, inactive: string): Lists => ({ onCourse: [...onCourse], inactive: [...inactive] });
const held = (onCourse: string, inactive: string): HeldRows => showRows(lists(onCourse, inactive));
const rowsOf = ({ onCourse, inactive }: HeldRows) => [onCourse.ids.join(''), inactive.ids.join('')];

test('[HD1] while the hands are busy no row moves: those who left stay in their place', () => {
  const busy = holdRows(held('abc', 'xyz'), lists('ac', 'xz'), at, false);
  expect(rowsOf(busy)).toEqual(['abc', 'xyz']);
});

test('[HD1] in a pause the lists close up, and take their order', () => {
  const busy = holdRows(held('abc', 'xyz'), lists('acy', 'xz'), at, false);
  expect(rowsOf(holdRows(busy, lists('acy', 'xz'), at + 1, true))).toEqual(['acy', 'xz']);
});

test('[HD2] a start on another phone adds no row above the buttons of those who have not started', () => {
  expect(rowsOf(holdRows(held('a', 'xyz'), lists('ax', 'yz'), at, false))).toEqual(['a', 'xyz']);
});

test('[HD2] new rows come last where no button stands below', () => {
  expect(rowsOf(holdRows(held('a', 'x'), lists('a', 'wxn'), at, false)), 'and never between others').toEqual([
    'a',
    'xwn',
  ]);
  expect(rowsOf(holdRows(held('a', ''), lists('an', ''), at, false))).toEqual(['an', '']);
});

test('[HD2] in busy minutes a new row takes the place of one that has been done for long, and no other', () => {
  const first = holdRows(held('abc', 'xy'), lists('ac', 'xy'), at, false);
  const wanted = lists('acx', 'y');
  const early = holdRows(first, wanted, at + DONE_MS - 1, false);
  expect(rowsOf(early)).toEqual(['abc', 'xy']);
  const later = holdRows(early, wanted, at + DONE_MS, false);
  expect(rowsOf(later)).toEqual(['axc', 'xy']);
  expect(rowsOf(holdRows(later, wanted, at + DONE_MS, true))).toEqual(['acx', 'y']);
});

test('[HD2] a racer who is brought back is in the same place again, and done anew when tapped again', () => {
  const gone = holdRows(held('ab', 'xy'), lists('b', 'xy'), at, false);
  const back = holdRows(gone, lists('ab', 'xy'), at + DONE_MS, false);
  const again = holdRows(back, lists('b', 'xy'), at + DONE_MS + 1, false);
  expect(rowsOf(holdRows(again, lists('bx', 'y'), at + DONE_MS + 2, false))).toEqual(['ab', 'xy']);
});

test('nothing new is the same object, so that nothing is drawn again', () => {
  const busy = holdRows(held('ab', 'xy'), lists('b', 'xyz'), at, false);
  expect(holdRows(busy, lists('b', 'xyz'), at + DONE_MS * 2, false)).toBe(busy);
  const calm = held('ab', 'xy');
  expect(holdRows(calm, lists('ab', 'xy'), at, true)).toBe(calm);
});

test('whatever changes, each racer with a button keeps the place of that button until the pause', () => {
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  let rows = held('abcdefgh', 'ijklmnop');
  let wanted = lists('abcdefgh', 'ijklmnop');
  for (let step = 0; step < 2_000; step += 1) {
    const all = [...'abcdefghijklmnop'];
    const onCourse = all.filter(() => random(3) === 0);
    const inactive = all.filter((id) => !onCourse.includes(id) && random(2) === 0);
    const before = places(rows, wanted);
    wanted = { onCourse, inactive };
    rows = holdRows(rows, wanted, at + step * 300, false);
    const after = places(rows, wanted);
    for (const [row, place] of after) if (before.has(row)) expect(place).toBe(before.get(row));
  }
});

/** The screen row of each button, headings left out. */
function places({ onCourse, inactive }: HeldRows, wanted: Lists): Map<string, number> {
  const live = [
    ...onCourse.ids.map((id) => (wanted.onCourse.includes(id) ? `finish ${id}` : null)),
    ...inactive.ids.map((id) => (wanted.inactive.includes(id) ? `start ${id}` : null)),
  ];
  return new Map(live.flatMap((row, index) => (row === null ? [] : [[row, index] as const])));
}
