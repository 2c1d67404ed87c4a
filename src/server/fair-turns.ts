/**
 * Requester of work: the place (address or account) that it came from, and a signal that the other side has hung up.
 */
export interface Requester {
  readonly from: string;
  readonly gone: AbortSignal;
}

export interface TurnLimits {
  readonly atOnce: number;
  /** Most that wait: for one place, and in all. */
  readonly mostEach: number;
  readonly most: number;
}

export type NoTurn = 'full' | 'gone';

/** Error for work that was not begun. */
export class NoTurnError extends Error {
  readonly reason: NoTurn;
  constructor(reason: NoTurn) {
    super(`There was no turn: ${reason}`);
    this.reason = reason;
  }
}

export interface FairTurns {
  /** Rejects with a NoTurnError if the work is not begun. */
  run<Value>(requester: Requester, work: () => Promise<Value>): Promise<Value>;
}

interface Waiting {
  readonly from: string;
  begin(): void;
  giveUp(reason: NoTurn): void;
}

/**
 * Runs expensive work, a few at once. Places take turns, so that a hundred requests of one place cost another place one
 * turn. When the queue is full the longest line loses its last: places that fill the queue together cannot keep a
 * newcomer out.
 */
export function createFairTurns({ atOnce, mostEach, most }: TurnLimits): FairTurns {
  /** Lines by place, the place whose turn is next first. */
  const lines = new Map<string, Waiting[]>();
  let running = 0;
  let waiting = 0;

  function leave(one: Waiting): void {
    const line = lines.get(one.from)!;
    line.splice(line.indexOf(one), 1);
    if (line.length === 0) lines.delete(one.from);
    waiting -= 1;
  }
  function beginNext(): void {
    const [first] = lines;
    if (running >= atOnce || first === undefined) return;
    const [from, line] = first;
    const next = line[0]!;
    leave(next);
    if (lines.delete(from)) lines.set(from, line);
    next.begin();
  }
  function makeRoom(from: string): boolean {
    const length = lines.get(from)?.length ?? 0;
    if (length >= mostEach) return false;
    if (waiting < most) return true;
    const longest = [...lines.values()].reduce((one, other) => (other.length > one.length ? other : one));
    if (longest.length <= length + 1) return false;
    longest.at(-1)!.giveUp('full');
    return true;
  }
  function waitForTurn({ from, gone }: Requester): Promise<void> {
    return new Promise((resolve, reject) => {
      const hangUp = () => one.giveUp('gone');
      const one: Waiting = {
        from,
        begin() {
          gone.removeEventListener('abort', hangUp);
          running += 1;
          resolve();
        },
        giveUp(reason) {
          gone.removeEventListener('abort', hangUp);
          leave(one);
          reject(new NoTurnError(reason));
        },
      };
      if (gone.aborted) return reject(new NoTurnError('gone'));
      if (running >= atOnce && !makeRoom(from)) return reject(new NoTurnError('full'));
      gone.addEventListener('abort', hangUp);
      if (!lines.has(from)) lines.set(from, []);
      lines.get(from)!.push(one);
      waiting += 1;
      beginNext();
    });
  }
  return {
    async run(requester, work) {
      await waitForTurn(requester);
      try {
        return await work();
      } finally {
        running -= 1;
        beginNext();
      }
    },
  };
}
