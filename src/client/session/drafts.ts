/** The part of `Storage` used here. A browser that refuses storage throws from any of it. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** A text that is typed and not recorded yet. It outlives a purchase, a login and a reload, in its own tab. */
export interface Draft {
  recall(): string | null;
  keep(text: string): void;
  discard(): void;
}

const PREFIX = 'pushoff.draft.';
/** The list of a large race. A longer text would crowd out the tab's other data. */
const LONGEST = 300_000;

/** Drafts belong to their user: the next user of a shared phone must not read the names of a club. */
export function createDraft(storage: () => DraftStorage, userId: string, name: string): Draft {
  const key = `${PREFIX}${userId}.${name}`;
  const attempt = <Value>(work: () => Value): Value | null => {
    try {
      return work();
    } catch {
      return null;
    }
  };
  const discard = () => void attempt(() => storage().removeItem(key));
  return {
    recall: () => attempt(() => storage().getItem(key)),
    keep(text) {
      if (text === '' || text.length > LONGEST) discard();
      else attempt(() => storage().setItem(key, text));
    },
    discard,
  };
}

export function forgetDrafts(storage: DraftStorage, prefix = PREFIX): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const key of keys) if (key?.startsWith(prefix)) storage.removeItem(key);
}
