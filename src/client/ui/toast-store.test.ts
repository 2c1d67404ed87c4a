import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TOAST_MS, ToastStore } from './toast-store.ts';

let store: ToastStore;
const messages = () => store.list().map((toast) => toast.message);

beforeEach(() => {
  vi.useFakeTimers();
  store = new ToastStore();
});
afterEach(() => {
  vi.useRealTimers();
});

test('[S4] a toast stays for exactly 3000 ms', () => {
  expect(TOAST_MS).toBe(3000);
  store.show('Racer added successfully!');
  vi.advanceTimersByTime(2999);
  expect(messages()).toEqual(['Racer added successfully!']);
  vi.advanceTimersByTime(1);
  expect(messages()).toEqual([]);
});

test('a toast that offers something stays long enough to be pressed', () => {
  store.show('Not enough credits.', { action: { label: 'Buy credits', onClick: () => undefined } });
  vi.advanceTimersByTime(9_999);
  expect(messages()).toEqual(['Not enough credits.']);
  vi.advanceTimersByTime(1);
  expect(messages()).toEqual([]);
});

test('a duration of its own is kept to the millisecond', () => {
  store.show('Short', { duration: 500 });
  vi.advanceTimersByTime(499);
  expect(messages()).toEqual(['Short']);
  vi.advanceTimersByTime(1);
  expect(messages()).toEqual([]);
});

test('a toast that stays forever goes only when it is dismissed', () => {
  const id = store.show('You are offline.', { duration: 'forever' });
  vi.advanceTimersByTime(86_400_000);
  expect(messages()).toEqual(['You are offline.']);
  store.dismiss(id);
  expect(messages()).toEqual([]);
});

test('the same id replaces, and its time starts anew', () => {
  store.show('You are offline.', { id: 'connection', duration: 'forever' });
  store.show('Connection restored!', { id: 'connection' });
  expect(messages()).toEqual(['Connection restored!']);
  vi.advanceTimersByTime(2000);
  store.show('You are offline.', { id: 'connection', duration: 'forever' });
  vi.advanceTimersByTime(10_000);
  expect(messages()).toEqual(['You are offline.']);
});

test('the same words again replace the toast as a new one, so that they are announced again', () => {
  store.show('Race finished!');
  const first = store.list()[0]?.key;
  vi.advanceTimersByTime(2000);
  store.show('Race finished!');
  expect(messages()).toEqual(['Race finished!']);
  expect(store.list()[0]?.key).not.toBe(first);
  vi.advanceTimersByTime(2000);
  expect(messages()).toEqual(['Race finished!']);
});

test('the fourth passing toast takes the place of the oldest, never of one that stays or offers an action', () => {
  store.show('Stays', { duration: 'forever' });
  store.show('Undo me', { action: { label: 'Undo', onClick: () => {} } });
  for (const message of ['1', '2', '3', '4']) store.show(message);
  expect(messages()).toEqual(['Stays', 'Undo me', '2', '3', '4']);
});

test('a paused toast waits, and then gets the rest of its time', () => {
  store.show('Read me');
  vi.advanceTimersByTime(1000);
  store.pause();
  vi.advanceTimersByTime(60_000);
  expect(messages()).toEqual(['Read me']);
  store.resume();
  vi.advanceTimersByTime(1999);
  expect(messages()).toEqual(['Read me']);
  vi.advanceTimersByTime(1);
  expect(messages()).toEqual([]);
});

test('a toast that comes during a pause has its whole time after it', () => {
  store.show('First');
  store.pause();
  store.show('Second');
  vi.advanceTimersByTime(60_000);
  store.resume();
  vi.advanceTimersByTime(2999);
  expect(messages()).toEqual(['First', 'Second']);
  vi.advanceTimersByTime(1);
  expect(messages()).toEqual([]);
});

test('a pause ends with the last toast', () => {
  store.show('Gone');
  store.pause();
  store.dismiss('neutral:Gone');
  store.show('Next');
  vi.advanceTimersByTime(3000);
  expect(messages()).toEqual([]);
});

test('subscribers hear of each change and of nothing else', () => {
  const listener = vi.fn();
  const stop = store.subscribe(listener);
  store.show('One', { id: 'one' });
  store.dismiss('one');
  store.dismiss('one');
  stop();
  store.show('Two');
  expect(listener).toHaveBeenCalledTimes(2);
});
