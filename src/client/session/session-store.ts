import type { Boot, Viewer } from '../../protocol/account.ts';

/**
 * The viewer, and the site. `epoch` counts the changes of viewer: an answer to a request made before the last change is
 * about another user and must not be believed.
 */
export interface SessionStore {
  read(): Boot | null;
  epoch(): number;
  set(boot: Boot): void;
  /** The server no longer knows the session. While it is held, the user stays on the screen and the end is noted. */
  end(boot: Boot): void;
  hasEnded(): boolean;
  /** A race is being timed: an ended session must not take it off the screen. Ended by the returned function. */
  hold(): () => void;
  subscribe(listener: () => void): () => void;
}

export function createSessionStore(): SessionStore {
  const listeners = new Set<() => void>();
  let boot: Boot | null = null;
  let epoch = 0;
  let holds = 0;
  let ended: Boot | null = null;

  function tell(): void {
    for (const listener of listeners) listener();
  }

  function set(next: Boot): void {
    if (boot !== null && !isSamePerson(boot.viewer, next.viewer)) epoch += 1;
    ended = null;
    boot = next;
    tell();
  }

  return {
    read: () => boot,
    epoch: () => epoch,
    set,
    end(next) {
      if (holds === 0 || boot === null || boot.viewer.kind === 'nobody') return set(next);
      ended = next;
      tell();
    },
    hasEnded: () => ended !== null,
    hold() {
      let isHeld = true;
      holds += 1;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holds -= 1;
        if (holds === 0 && ended !== null) set(ended);
      };
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function isSamePerson(one: Viewer, other: Viewer): boolean {
  if (one.kind === 'nobody' || other.kind === 'nobody') return one.kind === other.kind;
  return one.userId === other.userId && one.kind === other.kind;
}
