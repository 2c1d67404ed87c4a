import { afterEach, expect, test, vi } from 'vitest';
import { createRememberedSwitch } from './remembered-switch.ts';

afterEach(() => vi.unstubAllGlobals());

function stubStorage(stored: Map<string, string>): void {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
}

test('is off at first, and remembered once it is on', () => {
  const stored = new Map<string, string>();
  stubStorage(stored);
  const sound = createRememberedSwitch('sound');
  expect(sound.getSnapshot()).toBe(false);
  sound.set(true);
  expect(createRememberedSwitch('sound').getSnapshot()).toBe(true);
  sound.set(false);
  expect(createRememberedSwitch('sound').getSnapshot()).toBe(false);
});

test('works for as long as the page where nothing can be remembered', () => {
  vi.stubGlobal('localStorage', undefined);
  const sound = createRememberedSwitch('sound');
  expect(sound.getSnapshot()).toBe(false);
  sound.set(true);
  expect(sound.getSnapshot()).toBe(true);
});
