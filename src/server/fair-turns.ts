/**
 * Requester of work: the origin (address or account) that it came from, and a signal that the other side has hung up.
 */
export interface Requester {
  readonly from: string;
  readonly gone: AbortSignal;
  /**
   * Calls `queue` for every other origin that waits for the same work, now or later, until the returned function is called. Absent
   * for a single requester.
   */
  others?(queue: (from: string) => void): () => void;
}

export interface TurnLimits {
  readonly atOnce: number;
  /** Most turns that one origin has at the same time; without this limit one origin may have them all. */
  readonly atOnceEach?: number;
  /** Most requests that wait: of one origin, and of all. */
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
  readonly origin: Origin;
  begin(): void;
  giveUp(reason: NoTurn): void;
}

interface Origin {
  readonly line: Waiting[];
  running: number;
  /** Time that its turns have taken, counted from `share` as it was when the origin came. */
  used: number;
}

const isActive = ({ line, running }: Origin): boolean => line.length + running > 0;

/**
 * Runs expensive work, a few at once. The next turn goes to the origin whose turns have taken the least time, among
 * equals to the one that has waited longest: a hundred requests of one origin cost another origin one turn, and an origin
 * whose work is slow gets fewer turns. When the queue is full the longest line loses its last: origins that fill the
 * queue together cannot keep a newcomer out.
 */
export function createFairTurns(limits: TurnLimits, now: () => number = () => performance.now()): FairTurns {
  const { atOnce, atOnceEach = atOnce, mostEach, most } = limits;
  /** Origins that wait, work, or have used more than their share. The Map's order is the order of their waiting. */
  const origins = new Map<string, Origin>();
  /**
   * Time that each origin would have used if all had used the same. It only grows: a newcomer begins level with the others, and a
   * stream of newcomers cannot keep going first.
   */
  let share = 0;
  let running = 0;
  let waiting = 0;

  function leave(one: Waiting): void {
    const { line } = one.origin;
    line.splice(line.indexOf(one), 1);
    waiting -= 1;
  }
  function sendToTheEnd(from: string, origin: Origin): void {
    origins.delete(from);
    origins.set(from, origin);
  }
  function beginNext(): void {
    if (running >= atOnce) return;
    let next: [string, Origin] | undefined;
    for (const each of origins) {
      const [, { line, running: already, used }] = each;
      if (line.length > 0 && already < atOnceEach && (next === undefined || used < next[1].used)) next = each;
    }
    if (next === undefined) return;
    const one = next[1].line[0]!;
    leave(one);
    sendToTheEnd(...next);
    one.begin();
  }
  function end(origin: Origin, ms: number): void {
    share += ms / Array.from(origins.values()).filter(isActive).length;
    running -= 1;
    origin.running -= 1;
    origin.used += ms;
    for (const [from, each] of origins) if (!isActive(each) && each.used <= share) origins.delete(from);
    beginNext();
  }
  function makeRoom({ line: { length } }: Origin): boolean {
    if (length >= mostEach) return false;
    if (waiting < most) return true;
    const lines = Array.from(origins.values(), ({ line }) => line);
    const longest = lines.reduce((one, other) => (other.length > one.length ? other : one));
    if (longest.length <= length + 1) return false;
    longest.at(-1)!.giveUp('full');
    return true;
  }
  function waitForTurn({ from, gone }: Requester): Promise<Origin> {
    return new Promise((resolve, reject) => {
      const origin = origins.get(from) ?? { line: [], running: 0, used: share };
      const hangUp = () => one.giveUp('gone');
      const one: Waiting = {
        origin,
        begin() {
          gone.removeEventListener('abort', hangUp);
          running += 1;
          origin.running += 1;
          resolve(origin);
        },
        giveUp(reason) {
          gone.removeEventListener('abort', hangUp);
          leave(one);
          reject(new NoTurnError(reason));
        },
      };
      if (gone.aborted) return reject(new NoTurnError('gone'));
      const mustWait = running >= atOnce || origin.running >= atOnceEach;
      if (mustWait && !makeRoom(origin)) return reject(new NoTurnError('full'));
      gone.addEventListener('abort', hangUp);
      if (origin.line.length === 0) sendToTheEnd(from, origin);
      origin.line.push(one);
      waiting += 1;
      beginNext();
    });
  }
  return {
    async run(requester, work) {
      const origin = await waitForTurn(requester);
      const began = now();
      try {
        return await work();
      } finally {
        end(origin, now() - began);
      }
    },
  };
}
