/** PostgreSQL's own code for it, which command handling knows. */
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

/** Exclusive locks on rows: whoever comes first holds it until they let go, the others wait in line. */
export class RowLocks<Owner> {
  private readonly locks = new Map<string, Lock<Owner>>();
  private readonly waitsFor = new Map<Owner, string>();

  /** True when it was free; false when it was theirs already. Waits in between, and refuses to wait in a circle. */
  async acquire(owner: Owner, key: string): Promise<boolean> {
    const lock = this.locks.get(key);
    if (lock === undefined) {
      this.locks.set(key, { holder: owner, waiting: [] });
      return true;
    }
    if (lock.holder === owner) return false;
    if (this.leadsTo(lock.holder, owner)) throw new DatabaseError('40P01', `Deadlock on ${key}`);
    this.waitsFor.set(owner, key);
    await new Promise<void>((take, fail) => lock.waiting.push({ owner, take, fail }));
    return true;
  }

  release(owner: Owner, key: string): void {
    const lock = this.locks.get(key);
    if (lock?.holder !== owner) return;
    const next = lock.waiting.shift();
    if (next === undefined) {
      this.locks.delete(key);
      return;
    }
    lock.holder = next.owner;
    this.waitsFor.delete(next.owner);
    next.take();
  }

  /** Whoever waits no longer must not be given it; without an error they never learn that they have left. */
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
