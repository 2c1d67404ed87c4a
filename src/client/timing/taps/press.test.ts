import { beforeEach, expect, test } from 'vitest';
import { createFingers, createPress, type Fingers, type Press } from './press.ts';

let fingers: Fingers;
let press: Press;
beforeEach(() => {
  fingers = createFingers();
  press = createPress(fingers);
});

const at = (timeStamp: number, pointerId = 1, pointerType = 'touch', button = 0) => ({
  pointerId,
  pointerType,
  button,
  timeStamp,
});

function touch(to: Press, timeStamp: number, pointerId: number): boolean {
  fingers.add(pointerId);
  return to.pointerDown(at(timeStamp, pointerId));
}

function lift(from: Press, timeStamp: number, pointerId: number, isInside = true): number | null {
  const stamp = from.pointerUp(at(timeStamp, pointerId), () => isInside);
  fingers.remove(pointerId);
  return stamp;
}

test('a press counts when the click follows, at the moment the finger came down', () => {
  expect(touch(press, 100, 7)).toBe(true);
  expect(lift(press, 180, 7)).toBeNull();
  expect(press.click({ timeStamp: 181, detail: 1, pointerId: 7 })).toBe(100);
});

test('a mouse that leaves the button, comes back and is released on it counts from where it went down', () => {
  press.pointerDown(at(100, 1, 'mouse'));
  expect(press.click({ timeStamp: 900, detail: 1, pointerId: 1 })).toBe(100);
});

test('only the main button of a mouse presses', () => {
  expect(press.pointerDown(at(100, 1, 'mouse', 2))).toBe(false);
});

test('a finger that scrolled away leaves nothing behind for a later click', () => {
  touch(press, 100, 7);
  press.pointerCancel({ pointerId: 7 });
  fingers.remove(7);
  expect(press.click({ timeStamp: 5000, detail: 0, pointerId: -1 })).toBe(5000);
});

test('a press that was released elsewhere does not lend its moment to assistive technology', () => {
  press.pointerDown(at(100, 1, 'mouse'));
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

test('two fingers on two buttons are two presses, although no click follows', () => {
  const other = createPress(fingers);
  touch(press, 100, 7);
  touch(other, 120, 8);
  expect(lift(other, 200, 8)).toBe(120);
  expect(lift(press, 210, 7), 'it is alone again, but has been among others').toBe(100);
  touch(press, 300, 9);
  expect(lift(press, 350, 9), 'the glass was free in between').toBeNull();
});

test('of two fingers the one that is lifted first counts too', () => {
  const other = createPress(fingers);
  touch(press, 100, 7);
  touch(other, 120, 8);
  expect(lift(press, 200, 7)).toBe(100);
  expect(lift(other, 210, 8)).toBe(120);
});

test('two fingers on one button are one press', () => {
  expect(touch(press, 100, 7)).toBe(true);
  expect(touch(press, 110, 8)).toBe(false);
  expect(lift(press, 200, 8)).toBeNull();
  expect(lift(press, 210, 7)).toBe(100);
});

test('a finger among others that is lifted beside its button presses nothing', () => {
  const other = createPress(fingers);
  touch(press, 100, 7);
  touch(other, 120, 8);
  expect(lift(other, 200, 8, false)).toBeNull();
});

test('a click that comes after all, once the lifted finger has counted, is the same press', () => {
  const other = createPress(fingers);
  touch(press, 100, 7);
  touch(other, 120, 8);
  expect(lift(press, 200, 7)).toBe(100);
  expect(press.click({ timeStamp: 201, detail: 1, pointerId: 7 })).toBeNull();
  touch(press, 400, 9);
  fingers.remove(9);
  expect(press.click({ timeStamp: 450, detail: 1, pointerId: 9 })).toBe(400);
});

test('a press whose row has moved away counts at the moment the finger came down, and once', () => {
  touch(press, 100, 7);
  expect(press.takeMoved(8)).toBeNull();
  expect(press.takeMoved(7)).toBe(100);
  expect(press.takeMoved(7)).toBeNull();
});

test('a finger that scrolled and whose row has moved starts nobody', () => {
  touch(press, 100, 7);
  press.pointerCancel({ pointerId: 7 });
  expect(press.takeMoved(7)).toBeNull();
});
