import { type DBSchema, type IDBPDatabase, openDB, unwrap } from 'idb';

export interface ReopenedDatabase<Schema extends DBSchema> {
  /** Runs the work on an open database. The work may run more than once, and must then give the same result. */
  run<Value>(work: (database: IDBPDatabase<Schema>) => Promise<Value>): Promise<Value>;
}

export interface DatabaseOptions<Schema extends DBSchema> {
  readonly version: number;
  readonly upgrade: (database: IDBPDatabase<Schema>, from: number) => void;
  /** Some browsers leave a request without an answer for ever. */
  readonly answerWithinMs: number;
  /**
   * Whether work that got no answer is done again. Only for work that does no harm when the first time succeeds after
   * all.
   */
  readonly repeatsUnanswered: boolean;
  readonly log: (message: string, details?: object) => void;
}

const MOST_TRIES = 3;
/** Errors of a connection that was closed under the work. Others, like a full disk, are not solved by a retry. */
const CLOSED: readonly string[] = ['InvalidStateError', 'AbortError', 'UnknownError'];
const UNANSWERED = 'TimeoutError';

/**
 * Browsers close the connection under a page: to free memory, when site data is cleared, when another tab brings a new
 * version. Then the database is opened again and the work done again.
 *
 * Safari keeps a page that is left, frozen, for the way back to it, and with it the locks of its transactions: the next
 * page would wait for ever. So a page that is left ends its transactions, and does their work again when it is back.
 */
export function createReopenedDatabase<Schema extends DBSchema>(
  name: string,
  { version, upgrade, answerWithinMs, repeatsUnanswered, log }: DatabaseOptions<Schema>,
): ReopenedDatabase<Schema> {
  let opening: Promise<IDBPDatabase<Schema>> | null = null;
  const running = new Set<IDBTransaction>();
  let isLeft = false;
  addEventListener('pagehide', ({ persisted }: PageTransitionEvent) => {
    if (persisted) leave();
  });
  addEventListener('pageshow', () => (isLeft = false));

  function leave(): void {
    isLeft = true;
    running.forEach(abort);
    opening?.then((database) => database.close()).catch(() => undefined);
    opening = null;
  }

  const untilBack = (): Promise<void> =>
    new Promise((resolve) => addEventListener('pageshow', () => resolve(), { once: true }));

  function follow(transaction: IDBTransaction): IDBTransaction {
    running.add(transaction);
    for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => running.delete(transaction));
    return transaction;
  }

  /** Also those that `idb` begins by itself, for a single request. */
  function followAll(database: IDBPDatabase<Schema>): IDBPDatabase<Schema> {
    const native = unwrap(database);
    const begin = native.transaction.bind(native);
    native.transaction = (...args: Parameters<typeof begin>) => follow(begin(...args));
    return database;
  }

  function openAt(at: number | undefined, forget: () => void): Promise<IDBPDatabase<Schema>> {
    return openDB<Schema>(name, at, {
      upgrade(database, from, _to, transaction) {
        follow(unwrap(transaction));
        upgrade(database, from);
      },
      blocked: () => log('Another tab holds an older storage open'),
      blocking: (_current, _blocked, event) => {
        forget();
        (event.target as IDBDatabase).close();
      },
      terminated: forget,
    }).then(followAll);
  }

  function open(): Promise<IDBPDatabase<Schema>> {
    if (opening !== null) return opening;
    const forget = () => {
      if (opening === current) opening = null;
    };
    const current = openAt(version, forget).catch((error: unknown) => {
      // Another tab has brought a newer release. Releases only add to the storage, so this one can still write its
      // rows.
      if (error instanceof DOMException && error.name === 'VersionError') return openAt(undefined, forget);
      throw error;
    });
    opening = current;
    current.catch(forget);
    return current;
  }

  const isWorthAnotherTry = (error: unknown): boolean =>
    error instanceof DOMException && (CLOSED.includes(error.name) || (repeatsUnanswered && error.name === UNANSWERED));

  function within<Value>(work: Promise<Value>): Promise<Value> {
    let timer: ReturnType<typeof setTimeout>;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new DOMException('Storage does not answer', UNANSWERED)), answerWithinMs);
    });
    return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
  }

  return {
    async run(work) {
      for (let tries = 1; ; tries += 1) {
        if (isLeft) await untilBack();
        const current = within(open());
        try {
          return await within(current.then(work));
        } catch (error) {
          if (tries === MOST_TRIES || !isWorthAnotherTry(error)) throw error;
          opening = null;
          current.then((database) => database.close()).catch(() => undefined);
        }
      }
    },
  };
}

/**
 * Safari 16 keeps a record without a value where the transaction that added it was ended, at least in a private window
 * (EN11). Such a record counts as none.
 */
export const withoutEmpty = <Value>(stored: readonly (Value | undefined)[]): Value[] =>
  stored.filter((value): value is Value => value !== undefined);

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It is over, or about to be without the page.
  }
}
