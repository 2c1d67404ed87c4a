import type { Actor } from '../../domain/access/actor.ts';
import type { GuestKeys } from '../../protocol/live.ts';
import { matchingKey } from '../access/guest-keys.ts';
import type { EventReader } from './hub-parts.ts';

/** Keys of an event's links, read when a reader comes with one and forgotten when they are changed. */
export interface Keyring {
  open(): Promise<KeyCheck>;
  forget(): void;
  /** Keys as they were last read. */
  readonly last: GuestKeys | undefined;
}

export interface KeyCheck {
  readonly keys: GuestKeys | undefined;
  kindOf(given: string | undefined): Actor['key'];
}

interface AllKeys {
  readonly links: GuestKeys | undefined;
  readonly screens: readonly string[];
  /** What right keys open: five thousand spectators come with one key, and comparing is slow on purpose. */
  readonly kinds: Map<string, Actor['key']>;
}

export function createKeyring(eventId: string, reader: Pick<EventReader, 'readKeys' | 'readScreenKeys'>): Keyring {
  let reading: Promise<AllKeys> | undefined;
  let last: GuestKeys | undefined;

  async function read(): Promise<AllKeys> {
    const [links, screens = []] = await Promise.all([reader.readKeys(eventId), reader.readScreenKeys?.(eventId)]);
    return { links, screens, kinds: new Map() };
  }

  async function readFresh(): Promise<AllKeys> {
    for (;;) {
      const mine = (reading ??= read());
      try {
        const keys = await mine;
        // Keys read before they were changed would let in a reader who has been shut out.
        if (mine !== reading) continue;
        last = keys.links;
        return keys;
      } catch (error) {
        if (mine === reading) reading = undefined;
        throw error;
      }
    }
  }
  return {
    async open() {
      const { links: keys, screens, kinds } = await readFresh();
      const wrong = new Set<string>();
      return {
        keys,
        kindOf(given) {
          if (given === undefined || keys === undefined || wrong.has(given)) return null;
          const known = kinds.get(given);
          if (known !== undefined) return known;
          const kind = matchingKey(given, { ...keys, screens });
          // Wrong keys are kept for as long as this check: guesses would fill the memory.
          if (kind === null) wrong.add(given);
          else kinds.set(given, kind);
          return kind;
        },
      };
    },
    forget() {
      reading = undefined;
    },
    get last() {
      return last;
    },
  };
}
