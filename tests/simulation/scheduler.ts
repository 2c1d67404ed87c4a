import { mix } from './random.ts';

/**
 * The only clock of a simulated world. Everything that takes time is scheduled here; between two scheduled steps
 * promises settle by themselves, always in the same order, so that the same seed gives the same run.
 */
export interface Scheduler {
  /** Milliseconds since the world began. */
  readonly now: number;
  /** The number of steps that have run. */
  readonly steps: number;
  /** Runs later, unless it is cancelled first. */
  after(ms: number, what: string, run: () => void): () => void;
  /** Runs at that time; two for the same time run in the order in which they were scheduled. */
  at(time: number, what: string, run: () => void): () => void;
  sleep(ms: number, what: string): Promise<void>;
  /** Runs everything that is due until then. */
  runUntil(until: number): Promise<void>;
  /** Writes into the trace. */
  note(what: string): void;
  traceHash(): string;
  /** The last lines of the trace, when it is kept. */
  readonly lines: readonly string[];
}

interface Due {
  readonly at: number;
  readonly order: number;
  readonly what: string;
  run: (() => void) | null;
}

export function createScheduler(options: { readonly keepTrace?: boolean } = {}): Scheduler {
  const queue: Due[] = [];
  const lines: string[] = [];
  let now = 0;
  let steps = 0;
  let order = 0;
  let high = 1;
  let low = 2;

  function note(what: string): void {
    const hash = hashOf(what);
    high = Math.imul(high ^ hash, 0x01000193);
    low = Math.imul((low ^ hash) + Math.trunc(now * 1000), 0x85ebca6b) ^ (low >>> 13);
    if (options.keepTrace) lines.push(`${now.toFixed(1)} ${what}`);
  }
  function at(time: number, what: string, run: () => void): () => void {
    order += 1;
    const due: Due = { at: Math.max(now, time), order, what, run };
    push(queue, due);
    return () => {
      due.run = null;
    };
  }
  const after: Scheduler['after'] = (ms, what, run) => at(now + ms, what, run);
  return {
    get now() {
      return now;
    },
    get steps() {
      return steps;
    },
    lines,
    after,
    at,
    sleep: (ms, what) => new Promise((resolve) => void after(ms, what, resolve)),
    async runUntil(until) {
      await quiet();
      while (queue.length > 0 && queue[0]!.at <= until) {
        const due = pop(queue);
        if (due.run === null) continue;
        now = due.at;
        steps += 1;
        note(due.what);
        due.run();
        await quiet();
      }
      now = Math.max(now, until);
    },
    note,
    traceHash: () => (high >>> 0).toString(16).padStart(8, '0') + (low >>> 0).toString(16).padStart(8, '0'),
  };
}

const hashes = new Map<string, number>();

/** Hashes are cached: the same few words repeat. */
function hashOf(what: string): number {
  const known = hashes.get(what);
  if (known !== undefined) return known;
  const hash = mix(what);
  if (hashes.size < 10_000) hashes.set(what, hash);
  return hash;
}

/**
 * Resolves when no promise is left that could settle by itself: the next tick comes after all of them. Nothing in this
 * world waits for the real event loop, because one turn of it costs more than most steps.
 */
function quiet(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}

const isBefore = (one: Due, other: Due): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);

function push(heap: Due[], due: Due): void {
  let index = heap.push(due) - 1;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    if (!isBefore(due, heap[parent]!)) break;
    heap[index] = heap[parent]!;
    index = parent;
  }
  heap[index] = due;
}

function pop(heap: Due[]): Due {
  const first = heap[0]!;
  const last = heap.pop()!;
  if (heap.length === 0) return first;
  let index = 0;
  for (;;) {
    let child = 2 * index + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1;
    if (!isBefore(heap[child]!, last)) break;
    heap[index] = heap[child]!;
    index = child;
  }
  heap[index] = last;
  return first;
}
