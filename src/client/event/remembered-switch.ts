import { createObserved, type Observable } from '../sync/observable.ts';

export interface RememberedSwitch extends Observable<boolean> {
  set(isOn: boolean): void;
}

/** A choice of this device, off at first. Where the browser stores nothing it lasts as long as the page. */
export function createRememberedSwitch(key: string): RememberedSwitch {
  const observed = createObserved(false);
  let isRead = false;

  function read(): boolean {
    if (!isRead) {
      isRead = true;
      try {
        if (localStorage.getItem(key) === 'on') observed.set(true);
      } catch {
        return observed.getSnapshot();
      }
    }
    return observed.getSnapshot();
  }

  return {
    subscribe: observed.subscribe,
    getSnapshot: read,
    set(isOn) {
      read();
      observed.set(isOn);
      try {
        localStorage.setItem(key, isOn ? 'on' : 'off');
      } catch {
        return;
      }
    },
  };
}
