import { afterEach, expect, test, vi } from 'vitest';
import { readPushAbility, subscribeToPush } from './push-subscription.ts';

afterEach(() => vi.unstubAllGlobals());

const asks = (permission: string) => ({ permission, requestPermission: async () => permission });

function browser(navigator: object, window: object, permission = 'default'): void {
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('window', window);
  vi.stubGlobal('Notification', asks(permission));
}

test('[FO5] a browser is asked to subscribe only where it can; an iPhone outside of the Home Screen says what to do', () => {
  const able = { PushManager: {}, Notification: {} };
  browser({ serviceWorker: {} }, able);
  expect(readPushAbility()).toBe('ready');
  browser({ serviceWorker: {} }, able, 'denied');
  expect(readPushAbility()).toBe('blocked');
  browser({ serviceWorker: {}, standalone: false }, {});
  expect(readPushAbility()).toBe('install');
  browser({}, {});
  expect(readPushAbility()).toBe('none');
});

const json = { endpoint: 'https://push.example.org/1', keys: { p256dh: 'p', auth: 'a' } };

test('[FO5] a subscription with the key of before is given up for a new one', async () => {
  let isOld = true;
  const unsubscribe = vi.fn(async () => {
    isOld = false;
  });
  const pushManager = {
    subscribe: vi.fn(async () => {
      if (isOld) throw new DOMException('another key', 'InvalidStateError');
      return { toJSON: () => json };
    }),
    getSubscription: async () => ({ unsubscribe }),
  };
  browser({ serviceWorker: { ready: Promise.resolve({ pushManager }) } }, {}, 'granted');
  const by = await subscribeToPush(Promise.resolve('key'));
  expect(by).toEqual({ kind: 'push', endpoint: json.endpoint, ...json.keys });
  expect(unsubscribe).toHaveBeenCalledOnce();
  expect(pushManager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'key' });
});

test('[FO5] a refusal by the viewer, or by the browser, is no subscription', async () => {
  browser({ serviceWorker: { ready: Promise.resolve({}) } }, {}, 'denied');
  expect(await subscribeToPush(Promise.resolve('key'))).toBe(null);
  browser({ serviceWorker: { ready: Promise.resolve({ pushManager: {} }) } }, {}, 'granted');
  expect(await subscribeToPush(Promise.resolve('key'))).toBe(null);
});
