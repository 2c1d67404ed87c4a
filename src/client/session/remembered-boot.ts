import type { Boot, Viewer } from '../../protocol/account.ts';
import { isBoot } from './viewer-shape.ts';

/** The part of `Storage` used here. A browser that refuses storage throws from any of the three. */
export type BootStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** `localStorage` is named only when used: where site data is blocked, naming it alone throws. */
export const deviceStorage: BootStorage = {
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
  removeItem: (key) => localStorage.removeItem(key),
};

const KEY = 'pushoff.boot';
/** Key for the site's own data in the shell, for spectators: the data says nothing of who was here. */
const SITE_KEY = 'pushoff.site';

function abridge(viewer: Exclude<Viewer, { kind: 'nobody' }>) {
  if (viewer.kind === 'anonymous') return { kind: viewer.kind, userId: viewer.userId };
  const { kind, userId, email, username, credits } = viewer;
  return { kind, userId, email, username, credits };
}

/** A signed-out viewer leaves nothing behind: after a logout the device no longer knows who was here. */
export function rememberBoot(storage: BootStorage, { viewer, site }: Boot): void {
  try {
    storage.setItem(SITE_KEY, JSON.stringify(site));
    if (viewer.kind === 'nobody') storage.removeItem(KEY);
    else storage.setItem(KEY, JSON.stringify({ viewer: abridge(viewer), site }));
  } catch {
    // Where the browser keeps nothing, the app works as before; it only cannot open here without a connection.
  }
}

export function recallBoot(storage: BootStorage): Boot | null {
  try {
    const kept = JSON.parse(storage.getItem(KEY) ?? 'null');
    // Whether the email is confirmed is not kept. It is taken as confirmed: otherwise the screen would ask, with no
    // network, for a step that needs one.
    const boot: unknown = { ...kept, viewer: { name: '', emailVerified: true, ...kept?.viewer } };
    return isBoot(boot) && boot.viewer.kind !== 'nobody' ? boot : null;
  } catch {
    return null;
  }
}

/** The state of a spectator without an account, whose last board is on the device; null where Pushoff was never open here. */
export function recallSpectator(storage: BootStorage): Boot | null {
  try {
    const boot: unknown = { viewer: { kind: 'nobody' }, site: JSON.parse(storage.getItem(SITE_KEY) ?? 'null') };
    return isBoot(boot) ? boot : null;
  } catch {
    return null;
  }
}
