import type { ActorName } from './actors.ts';

/** A secret opens something; an address is only private. */
type MarkKind = 'secret' | 'address';

/** A text that only some actors may be sent: a key, an address, the token of a session. */
interface Mark {
  readonly what: string;
  readonly kind: MarkKind;
  readonly mayHave: ReadonlySet<ActorName>;
}

interface Find {
  readonly actor: ActorName;
  readonly during: string;
  readonly what: string;
}

/** Searches every byte that an actor is sent for marks. */
export interface Canary {
  readonly finds: readonly Find[];
  readonly bytes: number;
  readonly marks: number;
  mark(kind: MarkKind, text: string, what: string, mayHave: Iterable<ActorName>): void;
  /** Removes a mark that has become public. */
  forget(text: string): void;
  inspect(actor: ActorName, during: string, received: string): void;
  /** The secrets in a text that is stored without access control, such as a log line. */
  findSecrets(text: string): readonly string[];
}

/** Keys and tokens are letters and digits; of an address the part before the @ is marked. */
const WORD = /[A-Za-z0-9]+/g;

export function createCanary(): Canary {
  const marks = new Map<string, Mark>();
  const finds: Find[] = [];
  let bytes = 0;

  function* wordsIn(text: string): Iterable<Mark> {
    for (const [word] of text.matchAll(WORD)) {
      const mark = marks.get(word);
      if (mark !== undefined) yield mark;
    }
  }
  return {
    finds,
    get bytes() {
      return bytes;
    },
    get marks() {
      return marks.size;
    },
    mark: (kind, text, what, mayHave) => void marks.set(text, { kind, what, mayHave: new Set(mayHave) }),
    forget: (text) => void marks.delete(text),
    inspect(actor, during, received) {
      bytes += received.length;
      for (const { what, mayHave } of wordsIn(received)) {
        if (!mayHave.has(actor)) finds.push({ actor, during, what });
      }
    },
    findSecrets: (text) => [...wordsIn(text)].filter(({ kind }) => kind === 'secret').map(({ what }) => what),
  };
}
