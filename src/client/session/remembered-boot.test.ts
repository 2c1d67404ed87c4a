import { describe, expect, test } from 'vitest';
import type { Boot } from '../../protocol/account.ts';
import { type BootStorage, recallBoot, recallSpectator, rememberBoot } from './remembered-boot.ts';

const site = { supportEmail: 'support@example.org', contactEmail: 'contact@example.org' };
const coach: Boot = {
  viewer: {
    kind: 'user',
    userId: 'u1',
    email: 'coach@example.org',
    emailVerified: false,
    username: 'Coach',
    name: 'Private Name',
    credits: 100,
  },
  site,
};

function memoryStorage(): BootStorage & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

describe('the last known viewer', () => {
  test('comes back with no network', () => {
    const storage = memoryStorage();
    rememberBoot(storage, coach);
    expect(recallBoot(storage)).toEqual({
      viewer: { ...coach.viewer, name: '', emailVerified: true },
      site,
    });
  });

  test('leaves only what the shell shows on the device', () => {
    const storage = memoryStorage();
    rememberBoot(storage, coach);
    const text = storage.getItem('pushoff.boot') ?? '';
    expect(Object.keys(JSON.parse(text).viewer)).toEqual(['kind', 'userId', 'email', 'username', 'credits']);
  });

  test('is gone after logout', () => {
    const storage = memoryStorage();
    rememberBoot(storage, coach);
    rememberBoot(storage, { viewer: { kind: 'nobody' }, site });
    expect(JSON.stringify([...storage.kept])).not.toMatch(/u1|coach/i);
    expect(recallBoot(storage)).toBeNull();
    expect(recallSpectator(storage)).toEqual({ viewer: { kind: 'nobody' }, site });
  });

  test.each(['', 'not json', 'null', '[]', '{"viewer":{"kind":"user"}}', '{"viewer":{"kind":"nobody"}}'])(
    'is nobody known when storage holds %j',
    (text) => {
      const storage = memoryStorage();
      storage.setItem('pushoff.boot', text);
      expect(recallBoot(storage)).toBeNull();
    },
  );

  test('does not stop the app where storage is refused', () => {
    const refusing: BootStorage = {
      getItem: () => {
        throw new Error('refused');
      },
      setItem: () => {
        throw new Error('refused');
      },
      removeItem: () => {
        throw new Error('refused');
      },
    };
    expect(() => rememberBoot(refusing, coach)).not.toThrow();
    expect(recallBoot(refusing)).toBeNull();
  });
});
