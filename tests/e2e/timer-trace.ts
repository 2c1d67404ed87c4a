import type { CDPSession } from '@playwright/test';

/** An entry of Chromium's trace; times in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** The processor time of this thread within `dur`. */
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly type?: string } };
}

const CATEGORIES = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing'];

export async function record(cdp: CDPSession, work: () => Promise<void>): Promise<Trace> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: unknown[] }) => void events.push(...(value as TraceEvent[]));
  cdp.on('Tracing.dataCollected', collect);
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES, recordMode: 'recordUntilFull' },
  });
  await work();
  const isComplete = new Promise<void>((resolve) => cdp.once('Tracing.tracingComplete', () => resolve()));
  await cdp.send('Tracing.end');
  await isComplete;
  cdp.off('Tracing.dataCollected', collect);
  return new Trace(events);
}

/** The main thread of the page that was pressed on. */
export class Trace {
  readonly #events: readonly TraceEvent[];
  /** When the finger came down. */
  readonly pressedAt: number;

  constructor(all: readonly TraceEvent[]) {
    const press = all.find(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'pointerdown');
    if (press === undefined) throw new Error('Nothing was pressed while the trace ran.');
    this.pressedAt = press.ts;
    this.#events = all.filter(({ pid, tid }) => pid === press.pid && tid === press.tid);
  }

  markAt(name: string): number {
    const mark = this.#events.find((event) => event.name === name && event.ts >= this.pressedAt);
    if (mark === undefined) throw new Error(`The page never said '${name}'.`);
    return mark.ts;
  }

  /** The first paint after a moment. */
  paintAfter(from: number): number {
    const paint = this.#events.find(({ name, ts }) => name === 'Paint' && ts >= from);
    if (paint === undefined) throw new Error('Nothing was painted.');
    return paint.ts + (paint.dur ?? 0);
  }

  /**
   * The longest task that overlaps the interval, in milliseconds of processor time, which includes the slowdown but no
   * other programs.
   */
  longestTask(from: number, to: number): number {
    const tasks = this.#events.filter(({ name }) => name.endsWith('RunTask'));
    if (tasks.length === 0) throw new Error('The trace has no tasks in it.');
    const within = tasks.filter(({ ts, dur = 0 }) => ts <= to && ts + dur >= from);
    if (within.length === 0) throw new Error('The trace has no task at this time.');
    return Math.max(...within.map(({ dur = 0, tdur = dur }) => tdur / 1000));
  }

  /** The tasks with this mark of the page, in milliseconds of processor time. */
  tasksWith(name: string): number[] {
    const marks = this.#events.filter((event) => event.name === name);
    return marks.map(({ ts }) => this.longestTask(ts, ts));
  }

  count(name: string, from: number, to: number): number {
    return this.#events.filter((event) => event.name === name && event.ts >= from && event.ts < to).length;
  }
}
