import { expect, test } from 'vitest';
import {
  type HeldRows,
  holdRows,
  isDone,
  isShown,
  type Lists,
  QUIET_MS,
  quietAt,
  REST_MS,
  restsUntil,
  showRows,
} from './hold-rows.ts';

const at = 10_000;
const lists = (onCourse: string, inactive: string): Lists => ({ onCourse: [...onCourse], inactive: [...inactive] });
const held = (onCourse: string, inactive: string): HeldRows => showRows(lists(onCourse, inactive));
const rowsOf = ({ onCourse, inactive }: HeldRows) => [onCourse.join(''), inactive.join('')];
const inSight = () => true;
const below = () => false;

test('[HD1] no row moves: racers who finish, here or elsewhere, stay in their place as done', () => {
  const rows = holdRows(held('abc', 'xyz'), lists('ac', 'xyz'), at, inSight);
  expect(rowsOf(rows)).toEqual(['abc', 'xyz']);
  expect(['a', 'b', 'c'].map((id) => isDone(rows, id))).toEqual([false, true, false]);
});

test('[HD2] who starts keeps the row while the inactive ones are in sight, rests, and has Finish in it', () => {
  const rows = holdRows(held('a', 'xyz'), lists('ax', 'yz'), at, inSight);
  expect(rowsOf(rows)).toEqual(['a', 'xyz']);
  expect(isDone(rows, 'x')).toBe(true);
  expect(restsUntil(rows)).toBe(at + REST_MS);
  const look = (now: number) => holdRows(rows, lists('ax', 'yz'), now, inSight);
  expect(look(at + REST_MS - 1)).toBe(rows);
  const rested = look(at + REST_MS);
  expect(isDone(rested, 'x')).toBe(false);
  expect(restsUntil(rested)).toBe(Infinity);
  const finished = holdRows(rested, lists('a', 'yz'), at + 9_000, inSight);
  expect(rowsOf(finished)).toEqual(['a', 'xyz']);
  expect(isDone(finished, 'x')).toBe(true);
});

test('[HD2] who starts is added below what is in sight', () => {
  expect(rowsOf(holdRows(held('ab', 'xyz'), lists('axb', 'yz'), at, below))).toEqual(['abx', 'yz']);
  expect(rowsOf(holdRows(held('ab', ''), lists('nab', ''), at, inSight)), 'no button stands below').toEqual([
    'abn',
    '',
  ]);
});

test('[HD2] new racers come last, whichever list they belong to', () => {
  expect(rowsOf(holdRows(held('a', 'x'), lists('an', 'wx'), at, inSight))).toEqual(['a', 'xnw']);
});

test('[HD2] a racer who is brought back is in the same place again, and done anew when tapped again', () => {
  const gone = holdRows(held('ab', 'xy'), lists('b', 'xy'), at, inSight);
  const back = holdRows(gone, lists('ab', 'xy'), at + 1_000, inSight);
  expect(isDone(back, 'a')).toBe(false);
  const again = holdRows(back, lists('b', 'xy'), at + 5_000, inSight);
  expect(rowsOf(again)).toEqual(['ab', 'xy']);
  expect(quietAt(again)).toBe(at + 5_000 + QUIET_MS);
});

test('[HD1] the last finish that was seen, on whichever phone, keeps the rows for 15 s; a start does not', () => {
  expect(quietAt(holdRows(held('ab', 'x'), lists('abx', ''), at, inSight))).toBe(-Infinity);
  const one = holdRows(held('abc', ''), lists('bc', ''), at, inSight);
  expect(quietAt(holdRows(one, lists('c', ''), at + 4_000, inSight))).toBe(at + 4_000 + QUIET_MS);
});

test('[HD1] a phone that wakes with twenty finishes heard at once moves no row', () => {
  const all = 'abcdefghijklmnopqrstuvwxyz';
  const rows = holdRows(held(all, ''), lists(all.slice(20), ''), at, inSight);
  expect(rowsOf(rows)).toEqual([all, '']);
  expect([...all].filter((id) => isDone(rows, id)).join('')).toBe(all.slice(0, 20));
});

test('nothing new is the same object, so that nothing is drawn again', () => {
  const busy = holdRows(held('ab', 'xy'), lists('bx', 'yz'), at, inSight);
  expect(holdRows(busy, lists('bx', 'yz'), at + 1_000, inSight)).toBe(busy);
  const calm = held('ab', 'xy');
  expect(holdRows(calm, lists('ab', 'xy'), at, inSight)).toBe(calm);
  expect(isShown(calm, lists('ab', 'xy'))).toBe(true);
  expect(isShown(busy, lists('bx', 'yz'))).toBe(false);
});

test('[HD1] whatever changes, every racer who has a row keeps it, and everybody who is wanted has one row', () => {
  let seed = 7;
  const random = (under: number) => (seed = (seed * 48_271) % 2_147_483_647) % under;
  const all = [...'abcdefghijklmnop'];
  let rows = held('abcdefgh', 'ijklmnop');
  for (let step = 0; step < 2_000; step += 1) {
    const onCourse = all.filter(() => random(3) === 0);
    const inactive = all.filter((id) => !onCourse.includes(id) && random(2) === 0);
    const before = rows;
    const isInSight = random(2) === 0;
    rows = holdRows(rows, { onCourse, inactive }, at + step * 300, () => isInSight);
    expect(rows.onCourse.slice(0, before.onCourse.length)).toEqual(before.onCourse);
    if (isInSight && before.inactive.length > 0) {
      expect(rows.onCourse).toEqual(before.onCourse);
      expect(rows.inactive.slice(0, before.inactive.length)).toEqual(before.inactive);
    }
    const shown = [...rows.onCourse, ...rows.inactive];
    expect(new Set(shown).size).toBe(shown.length);
    expect([...onCourse, ...inactive].filter((id) => !shown.includes(id))).toEqual([]);
  }
});
