/** An error with PostgreSQL's code, which command handling reads. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

interface Lock<Owner> {
  holder: Owner;
  readonly waiting: { readonly owner: Owner; readonly take: () => void; readonly fail: (error: Error) => void }[];
}

/** Exclusive locks on rows: the first transaction holds a lock until it releases it, the others queue. */
export class RowLocks<Owner> {
  private readonly locks = new Map<string, Lock<Owner>>();
  private readonly waitsFor = new Map<Owner, string>();

  /** Locks in the order in which they were taken; entered at the moment of taking, before the owner continues. */
  private readonly held = new Map<Owner, string[]>();

  /** Queues for a lock, and fails with a deadlock instead of waiting in a cycle. */
  async acquire(owner: Owner, key: string): Promise<void> {
    const lock = this.locks.get(key);
    if (lock === undefined) {
      this.locks.set(key, { holder: owner, waiting: [] });
      this.note(owner, key);
      return;
    }
    if (lock.holder === owner) return;
    if (this.leadsTo(lock.holder, owner)) throw new DatabaseError('40P01', `Deadlock on ${key}`);
    this.waitsFor.set(owner, key);
    await new Promise<void>((take, fail) => lock.waiting.push({ owner, take, fail }));
  }

  countHeld(owner: Owner): number {
    return this.held.get(owner)?.length ?? 0;
  }

  /** Releases the locks taken last, down to `keep` of them. */
  letGo(owner: Owner, keep: number): void {
    const keys = this.held.get(owner) ?? [];
    while (keys.length > keep) this.release(keys.pop()!);
    if (keep === 0) this.held.delete(owner);
  }

  private release(key: string): void {
    const lock = this.locks.get(key)!;
    const next = lock.waiting.shift();
    if (next === undefined) {
      this.locks.delete(key);
      return;
    }
    lock.holder = next.owner;
    this.waitsFor.delete(next.owner);
    this.note(next.owner, key);
    next.take();
  }

  private note(owner: Owner, key: string): void {
    const keys = this.held.get(owner);
    if (keys === undefined) this.held.set(owner, [key]);
    else keys.push(key);
  }

  /** A transaction that has left the queue must not get the lock; without an error its wait never settles. */
  leaveLine(owner: Owner, error?: Error): void {
    const key = this.waitsFor.get(owner);
    if (key === undefined) return;
    this.waitsFor.delete(owner);
    const line = this.locks.get(key)?.waiting;
    const place = line?.findIndex((waiter) => waiter.owner === owner) ?? -1;
    if (place < 0) return;
    const [waiter] = line!.splice(place, 1);
    if (error !== undefined) waiter!.fail(error);
  }

  private leadsTo(from: Owner, to: Owner): boolean {
    for (let owner: Owner | undefined = from; owner !== undefined;) {
      if (owner === to) return true;
      const key = this.waitsFor.get(owner);
      owner = key === undefined ? undefined : this.locks.get(key)?.holder;
    }
    return false;
  }
}
