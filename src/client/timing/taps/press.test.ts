import { beforeEach, expect, test } from 'vitest';
import { createPress, type Press } from './press.ts';

let down: Set<number>;
let press: Press;
beforeEach(() => {
  down = new Set();
  press = createPress((pointerId) => down.has(pointerId));
});

const at = (timeStamp: number, pointerId = 1, button = 0) => ({ pointerId, button, timeStamp });

function touch(timeStamp: number, pointerId: number): boolean {
  down.add(pointerId);
  return press.pointerDown(at(timeStamp, pointerId));
}

test('a press counts when the click follows, at the moment the finger came down', () => {
  expect(touch(100, 7)).toBe(true);
  expect(press.click({ timeStamp: 181, detail: 1, pointerId: 7 })).toBe(100);
});

test('a mouse that leaves the button, comes back and is released on it counts from where it went down', () => {
  press.pointerDown(at(100));
  expect(press.click({ timeStamp: 900, detail: 1, pointerId: 1 })).toBe(100);
});

test('only the main button of a mouse presses', () => {
  expect(press.pointerDown(at(100, 1, 2))).toBe(false);
});

test('a finger that scrolled away leaves nothing behind for a later click', () => {
  touch(100, 7);
  press.pointerCancel({ pointerId: 7 });
  expect(press.click({ timeStamp: 5000, detail: 0, pointerId: -1 })).toBe(5000);
});

test('a press that was released elsewhere does not lend its moment to assistive technology', () => {
  press.pointerDown(at(100));
  expect(press.click({ timeStamp: 5000, detail: 0, pointerId: -1 })).toBe(5000);
});

test('a click without any pointer counts at the click', () => {
  expect(press.click({ timeStamp: 300, detail: 0 })).toBe(300);
});

test('where a click does not say which pointer it comes from, it is the one that is down', () => {
  press.pointerDown(at(100, 7));
  expect(press.click({ timeStamp: 180, detail: 1 })).toBe(100);
});

test('a key counts at the moment it went down, and one that is held down counts once', () => {
  expect(press.keyDown({ key: ' ', repeat: false, timeStamp: 100 })).toBe(true);
  expect(press.keyDown({ key: ' ', repeat: true, timeStamp: 130 })).toBe(false);
  expect(press.click({ timeStamp: 190, detail: 0, pointerId: -1 })).toBe(100);
  expect(press.keyDown({ key: 'Enter', repeat: true, timeStamp: 200 })).toBe(false);
});

test('a key whose release went elsewhere does not lend its moment to the next press', () => {
  press.keyDown({ key: ' ', repeat: false, timeStamp: 100 });
  press.blur();
  expect(press.click({ timeStamp: 4000, detail: 0 })).toBe(4000);
});

test('other keys do what they always do', () => {
  expect(press.keyDown({ key: 'Tab', repeat: true, timeStamp: 100 })).toBe(true);
});

test('two fingers on one button are one press, and the next finger is another', () => {
  expect(touch(100, 7)).toBe(true);
  expect(touch(110, 8)).toBe(false);
  down.clear();
  expect(press.takeWithoutClick(8)).toBeNull();
  expect(press.takeWithoutClick(7)).toBe(100);
  touch(300, 9);
  down.clear();
  expect(touch(400, 10), 'no click has come for the finger before, which has gone').toBe(true);
});

test('a press whose row has moved away counts at the moment the finger came down, and once', () => {
  touch(100, 7);
  expect(press.takeWithoutClick(8)).toBeNull();
  expect(press.takeWithoutClick(7)).toBe(100);
  expect(press.takeWithoutClick(7)).toBeNull();
});

test('a finger that scrolled and whose row has moved starts nobody', () => {
  touch(100, 7);
  press.pointerCancel({ pointerId: 7 });
  expect(press.takeWithoutClick(7)).toBeNull();
});
