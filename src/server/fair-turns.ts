/**
 * Requester of work: the place (address or account) that it came from, and a signal that the other side has hung up.
 */
export interface Requester {
  readonly from: string;
  readonly gone: AbortSignal;
  /**
   * Calls `queue` for every other place that waits for the same work, now or later, until the returned function is called. Absent
   * for a single requester.
   */
  others?(queue: (from: string) => void): () => void;
}

export interface TurnLimits {
  readonly atOnce: number;
  /** Most turns that one place has at the same time; without this limit one place may have them all. */
  readonly atOnceEach?: number;
  /** Most requests that wait: of one place, and of all. */
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
  readonly place: Place;
  begin(): void;
  giveUp(reason: NoTurn): void;
}

interface Place {
  readonly line: Waiting[];
  running: number;
  /** Time that its turns have taken, counted from `share` as it was when the place came. */
  used: number;
}

const isActive = ({ line, running }: Place): boolean => line.length + running > 0;

/**
 * Runs expensive work, a few at once. The next turn goes to the place whose turns have taken the least time, among
 * equals to the one that has waited longest: a hundred requests of one place cost another place one turn, and a place
 * whose work is slow gets fewer turns. When the queue is full the longest line loses its last: places that fill the
 * queue together cannot keep a newcomer out.
 */
export function createFairTurns(limits: TurnLimits, now: () => number = () => performance.now()): FairTurns {
  const { atOnce, atOnceEach = atOnce, mostEach, most } = limits;
  /** Places that wait, work, or have used more than their share. The Map's order is the order of their waiting. */
  const places = new Map<string, Place>();
  /**
   * Time that each place would have used if all had used the same. It only grows: a newcomer begins level with the others, and a
   * stream of newcomers cannot keep going first.
   */
  let share = 0;
  let running = 0;
  let waiting = 0;

  function leave(one: Waiting): void {
    const { line } = one.place;
    line.splice(line.indexOf(one), 1);
    waiting -= 1;
  }
  function sendToTheEnd(from: string, place: Place): void {
    places.delete(from);
    places.set(from, place);
  }
  function beginNext(): void {
    if (running >= atOnce) return;
    let next: [string, Place] | undefined;
    for (const each of places) {
      const [, { line, running: already, used }] = each;
      if (line.length > 0 && already < atOnceEach && (next === undefined || used < next[1].used)) next = each;
    }
    if (next === undefined) return;
    const one = next[1].line[0]!;
    leave(one);
    sendToTheEnd(...next);
    one.begin();
  }
  function end(place: Place, ms: number): void {
    share += ms / Array.from(places.values()).filter(isActive).length;
    running -= 1;
    place.running -= 1;
    place.used += ms;
    for (const [from, each] of places) if (!isActive(each) && each.used <= share) places.delete(from);
    beginNext();
  }
  function makeRoom({ line: { length } }: Place): boolean {
    if (length >= mostEach) return false;
    if (waiting < most) return true;
    const lines = Array.from(places.values(), ({ line }) => line);
    const longest = lines.reduce((one, other) => (other.length > one.length ? other : one));
    if (longest.length <= length + 1) return false;
    longest.at(-1)!.giveUp('full');
    return true;
  }
  function waitForTurn({ from, gone }: Requester): Promise<Place> {
    return new Promise((resolve, reject) => {
      const place = places.get(from) ?? { line: [], running: 0, used: share };
      const hangUp = () => one.giveUp('gone');
      const one: Waiting = {
        place,
        begin() {
          gone.removeEventListener('abort', hangUp);
          running += 1;
          place.running += 1;
          resolve(place);
        },
        giveUp(reason) {
          gone.removeEventListener('abort', hangUp);
          leave(one);
          reject(new NoTurnError(reason));
        },
      };
      if (gone.aborted) return reject(new NoTurnError('gone'));
      const mustWait = running >= atOnce || place.running >= atOnceEach;
      if (mustWait && !makeRoom(place)) return reject(new NoTurnError('full'));
      gone.addEventListener('abort', hangUp);
      if (place.line.length === 0) sendToTheEnd(from, place);
      place.line.push(one);
      waiting += 1;
      beginNext();
    });
  }
  return {
    async run(requester, work) {
      const place = await waitForTurn(requester);
      const began = now();
      try {
        return await work();
      } finally {
        end(place, now() - began);
      }
    },
  };
}
