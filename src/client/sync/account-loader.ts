import type { AccountStore } from './account-store.ts';
import type { LiveLink } from './live-link.ts';
import type { SyncPorts } from './ports.ts';

export interface AccountLoaderParts {
  readonly ports: Pick<SyncPorts, 'storage' | 'transport' | 'timers' | 'log'>;
  readonly userId: string;
  readonly account: Pick<AccountStore, 'confirmed' | 'setConfirmed'>;
  readonly link: Pick<LiveLink, 'send'>;
}

export interface AccountLoader {
  /** Loads the account as the device has cached it. */
  load(): Promise<void>;
  /** Asks the socket for the whole account, and for its differences from then on. */
  follow(): void;
  /** Asks the server for the account; false when it gave no answer. */
  refresh(): Promise<boolean>;
  /** Called when news of the account came on the socket. */
  noteNews(): void;
  saveSoon(): void;
  stop(): void;
}

const SAVE_AFTER_MS = 500;
const MOST_REFRESHES = 3;
const REFRESH_AGAIN_MS = 5_000;

export function createAccountLoader({ ports, userId, account, link }: AccountLoaderParts): AccountLoader {
  const { storage, transport, timers, log } = ports;
  let news = 0;
  let isStopped = false;
  let callOffSave: (() => void) | null = null;
  let callOffRefresh: (() => void) | null = null;

  /** An answer that news overtook on the socket would restore an older account. */
  async function refresh(): Promise<boolean> {
    for (let tries = 1; ; tries += 1) {
      const before = news;
      const answer = await transport.fetchAccount();
      if (isStopped) return false;
      if (!answer.ok) {
        // Asked again: until then the account is a guess, and no news may come to correct it.
        callOffRefresh ??= timers.after(REFRESH_AGAIN_MS, () => {
          callOffRefresh = null;
          void refresh();
        });
        return false;
      }
      if (news !== before && tries < MOST_REFRESHES) continue;
      callOffRefresh?.();
      callOffRefresh = null;
      if (news === before) account.setConfirmed(answer.value);
      saveSoon();
      // The node of the socket tells only differences to what it has read itself. An event that is missing in this answer,
      // because it was deleted then, and that was restored before the node read again would stay off the list.
      follow();
      return true;
    }
  }

  const follow = (): void => link.send({ type: 'follow-account' });

  function saveSoon(): void {
    if (isStopped) return;
    callOffSave ??= timers.after(SAVE_AFTER_MS, () => {
      callOffSave = null;
      const known = account.confirmed();
      if (known === null) return;
      storage.saveAccount(userId, known).catch((error: unknown) => log('The account could not be cached', { error }));
    });
  }

  return {
    async load() {
      const known = await storage.readAccount(userId);
      if (known !== undefined && account.confirmed() === null) account.setConfirmed(known);
    },
    follow,
    refresh,
    noteNews() {
      news += 1;
      saveSoon();
    },
    saveSoon,
    stop() {
      isStopped = true;
      callOffSave?.();
      callOffRefresh?.();
    },
  };
}
