import { NoTurnError, type Requester } from '../fair-turns.ts';

/**
 * Work that is done once for all who wait for it. It has a place in the queue for each address that waits, so that
 * nobody waits in the line of an address that asked first and for much more. It is given up once all have gone.
 */
export class SharedWork<Value> {
  readonly #places: Set<string>;
  /** Listeners that are told of each new place. */
  readonly #queues = new Set<(from: string) => void>();
  readonly #allGone = new AbortController();
  readonly #done: Promise<Value>;
  #waiting = 0;
  #state: 'under-way' | 'done' | 'failed' = 'under-way';

  /** `wait` must follow at once: work that nobody waits for would never be given up. */
  constructor({ from, gone }: Requester, work: (all: Requester) => Promise<Value>) {
    if (gone.aborted) throw new NoTurnError('gone');
    this.#places = new Set([from]);
    const others = (queue: (from: string) => void): (() => void) => {
      for (const place of this.#places) if (place !== from) queue(place);
      this.#queues.add(queue);
      return () => this.#queues.delete(queue);
    };
    this.#done = work({ from, gone: this.#allGone.signal, others });
    this.#done.then(
      () => (this.#state = 'done'),
      () => (this.#state = 'failed'),
    );
  }

  /** Resolves when the work is over, however it ended. */
  get over(): Promise<unknown> {
    return this.#done.catch(() => undefined);
  }

  /** Work that has failed or was given up: the next reader begins it anew. */
  get isLost(): boolean {
    return this.#state === 'failed' || (this.#state === 'under-way' && this.#allGone.signal.aborted);
  }

  /** Rejects with a NoTurnError when this reader has gone, whoever else waits. */
  async wait(reader: Requester): Promise<Value> {
    if (this.#state === 'done') return this.#done;
    const { from, gone } = reader;
    const join = (place: string) => this.#join(place);
    join(from);
    const stop = reader.others?.(join);
    this.#waiting += 1;
    let leave = () => {};
    const left = new Promise<never>((_, reject) => {
      leave = () => reject(new NoTurnError('gone'));
      if (gone.aborted) leave();
      else gone.addEventListener('abort', leave);
    });
    try {
      return await Promise.race([this.#done, left]);
    } finally {
      gone.removeEventListener('abort', leave);
      stop?.();
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#allGone.abort();
    }
  }

  #join(place: string): void {
    if (this.#places.has(place)) return;
    this.#places.add(place);
    for (const queue of this.#queues) queue(place);
  }
}

/** Waits for the work of that name: the one that is under way, or one that begins now. */
export function shareWork<Value>(
  underWay: Map<string, SharedWork<Value>>,
  name: string,
  reader: Requester,
  work: (all: Requester) => Promise<Value>,
): Promise<Value> {
  const known = underWay.get(name);
  if (known !== undefined && !known.isLost) return known.wait(reader);
  const begun: SharedWork<Value> = new SharedWork(reader, (all) => work(all).finally(forget));
  function forget(): void {
    if (underWay.get(name) === begun) underWay.delete(name);
  }
  underWay.set(name, begun);
  return begun.wait(reader);
}

/**
 * Shares work whose answer must hold everything stored before it was asked for: readers who ask while work is under way wait
 * for the next one, which is done once for all of them.
 */
export function shareNextWork<Value>(
  underWay: Map<string, SharedWork<Value>>,
  name: string,
  reader: Requester,
  work: (all: Requester) => Promise<Value>,
): Promise<Value> {
  const known = underWay.get(name);
  if (known === undefined || known.isLost) return shareWork(underWay, name, reader, work);
  const next = `next ${name}`;
  return shareWork(underWay, next, reader, async (all) => {
    await known.over;
    underWay.delete(next);
    return shareWork(underWay, name, all, work);
  });
}
