import type { Boot, Viewer } from '../../protocol/account.ts';

/**
 * Who is looking, and which site this is. `epoch` counts the changes of viewer: an answer to a question asked
 * before the last change is about somebody else and must not be believed.
 */
export interface SessionStore {
  read(): Boot | null;
  epoch(): number;
  set(boot: Boot): void;
  subscribe(listener: () => void): () => void;
}

export function createSessionStore(): SessionStore {
  const listeners = new Set<() => void>();
  let boot: Boot | null = null;
  let epoch = 0;

  return {
    read: () => boot,
    epoch: () => epoch,
    set: (next) => {
      if (boot !== null && !isSamePerson(boot.viewer, next.viewer)) epoch += 1;
      boot = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function isSamePerson(one: Viewer, other: Viewer): boolean {
  if (one.kind === 'nobody' || other.kind === 'nobody') return one.kind === other.kind;
  return one.userId === other.userId && one.kind === other.kind;
}
