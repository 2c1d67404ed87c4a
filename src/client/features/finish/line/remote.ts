import { word } from '../../../../domain/language.ts';
import { createObserved, type Observable } from '../../../sync/observable.ts';

/** The keys that the buttons of Bluetooth remotes send. Volume keys never reach a page in most browsers. */
const remoteKeys = ['Enter', ' ', 'PageUp', 'PageDown'] as const;
export type RemoteKey = (typeof remoteKeys)[number];

export interface RememberedKey extends Observable<RemoteKey | null> {
  set(key: RemoteKey | null): void;
}

export function readRemoteKey(key: string): RemoteKey | null {
  return remoteKeys.find((known) => known === key) ?? null;
}

/** ' ' cannot be read aloud. */
export function nameKey(key: RemoteKey): string {
  return { Enter: 'Enter', ' ': word('Space'), PageUp: 'Page Up', PageDown: 'Page Down' }[key];
}

/** The learned button of this device's remote. Where the browser stores nothing it lasts as long as the page. */
function createRememberedKey(name: string): RememberedKey {
  const observed = createObserved<RemoteKey | null>(null);
  let isRead = false;

  function read(): RemoteKey | null {
    if (!isRead) {
      isRead = true;
      try {
        observed.set(readRemoteKey(localStorage.getItem(name) ?? ''));
      } catch {
        return null;
      }
    }
    return observed.getSnapshot();
  }

  return {
    subscribe: observed.subscribe,
    getSnapshot: read,
    set(key) {
      read();
      observed.set(key);
      try {
        localStorage.setItem(name, key ?? '');
      } catch {
        return;
      }
    },
  };
}

export const remote = createRememberedKey('pushoff.remote');
