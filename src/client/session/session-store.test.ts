import { expect, test, vi } from 'vitest';
import type { Viewer } from '../../protocol/account.ts';
import { createSessionStore } from './session-store.ts';

const site = { supportEmail: 's@example.org', contactEmail: 'c@example.org' };
const user = (userId: string, credits = 100): Viewer => ({
  kind: 'user',
  userId,
  email: `${userId}@example.org`,
  emailVerified: true,
  username: userId,
  name: '',
  credits,
});

test('nothing is known before the first state', () => {
  expect(createSessionStore().read()).toBeNull();
});

test('the epoch changes with the person, not with their credits', () => {
  const store = createSessionStore();
  store.set({ viewer: user('ann'), site });
  const before = store.epoch();
  store.set({ viewer: user('ann', 80), site });
  expect(store.epoch()).toBe(before);
  store.set({ viewer: { kind: 'nobody' }, site });
  expect(store.epoch()).not.toBe(before);
});

test('a listener hears of every state until it leaves', () => {
  const store = createSessionStore();
  const listener = vi.fn();
  const leave = store.subscribe(listener);
  store.set({ viewer: user('ann'), site });
  leave();
  store.set({ viewer: { kind: 'nobody' }, site });
  expect(listener).toHaveBeenCalledOnce();
});

test('a session that ends in the middle of a race takes nobody off the screen until it is let go', () => {
  const store = createSessionStore();
  store.set({ viewer: user('ann'), site });
  const release = store.hold();
  store.end({ viewer: { kind: 'nobody' }, site });
  expect(store.read()?.viewer).toMatchObject({ userId: 'ann' });
  expect(store.hasEnded()).toBe(true);
  release();
  expect(store.read()?.viewer).toEqual({ kind: 'nobody' });
  expect(store.hasEnded()).toBe(false);
});

test('a user who logs in again while the session is held goes on as before', () => {
  const store = createSessionStore();
  store.set({ viewer: user('ann'), site });
  const release = store.hold();
  store.end({ viewer: { kind: 'nobody' }, site });
  store.set({ viewer: user('ann'), site });
  release();
  expect(store.read()?.viewer).toMatchObject({ userId: 'ann' });
});

test('logging out is not held up', () => {
  const store = createSessionStore();
  store.set({ viewer: user('ann'), site });
  store.hold();
  store.set({ viewer: { kind: 'nobody' }, site });
  expect(store.read()?.viewer).toEqual({ kind: 'nobody' });
});
