import type { FollowRequest } from '../../../protocol/followers.ts';

/**
 * Ability of this browser to get messages. `install`: an iPhone or iPad, which takes messages only in an app on the Home
 * Screen. `blocked`: the viewer has refused notifications of this site before.
 */
export type PushAbility = 'ready' | 'install' | 'blocked' | 'none';

export function readPushAbility(): PushAbility {
  const isHere = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (isHere) return Notification.permission === 'denied' ? 'blocked' : 'ready';
  // Only Safari on iPhone and iPad has this property.
  return 'standalone' in navigator ? 'install' : 'none';
}

/** The worker is stored after the page; a page opened a moment ago may have to wait for it. */
const WORKER_MS = 20_000;

type PushChannel = FollowRequest['by'] & { readonly kind: 'push' };

/** Subscribes this browser. Null where the viewer or the browser refuses. Called from a press: Safari asks only then. */
export async function subscribeToPush(key: Promise<string | null>): Promise<PushChannel | null> {
  try {
    if ((await Notification.requestPermission()) !== 'granted') return null;
    const applicationServerKey = await key;
    const registration = await Promise.race([navigator.serviceWorker.ready, wait(WORKER_MS)]);
    if (applicationServerKey === null || registration === null) return null;
    return readChannel(await subscribe(registration.pushManager, applicationServerKey));
  } catch {
    return null;
  }
}

async function subscribe(manager: PushManager, applicationServerKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey };
  try {
    return await manager.subscribe(options);
  } catch (error) {
    // A subscription with another key, from before the site's secret was changed, is of no use any more.
    const before = await manager.getSubscription();
    if (before === null) throw error;
    await before.unsubscribe();
    return manager.subscribe(options);
  }
}

function readChannel(subscription: PushSubscription): PushChannel | null {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  if (endpoint === undefined || p256dh === undefined || auth === undefined) return null;
  return { kind: 'push', endpoint, p256dh, auth };
}

const wait = (ms: number): Promise<null> => new Promise((resolve) => setTimeout(resolve, ms, null));
