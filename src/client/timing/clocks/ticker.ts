import { formatClock } from '../../../domain/timing/format.ts';
import { durationMs, type EpochMs } from '../../../domain/units.ts';

/**
 * A running clock on the screen: the node of its digits, and the element with the time left to lead, which is hidden once the
 * leader's time is past.
 */
interface TickingClock {
  readonly digits: Node;
  readonly startTime: EpochMs;
  readonly toLead: { readonly element: HTMLElement; readonly until: number; readonly left?: Node | null } | null;
}

export interface Ticker {
  add(clock: TickingClock): () => void;
  start(): void;
  stop(): void;
}

/** A clock that is late by this much looks right; waking up for each of fifty clocks on its own costs battery. */
const COARSE_MS = 40;

/**
 * All running clocks of a page, outside React: 50 racers on course must not render 50 rows a second. The ticker sleeps
 * until the next digit changes, and altogether while the page is hidden.
 */
export function createTicker(now: () => EpochMs): Ticker {
  const clocks = new Map<TickingClock, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;

  function write(clock: TickingClock, at: EpochMs): number {
    const elapsed = durationMs(Math.max(0, at - clock.startTime));
    const text = formatClock(elapsed);
    if (clocks.get(clock) !== text) {
      clock.digits.textContent = text;
      clocks.set(clock, text);
    }
    if (clock.toLead !== null) {
      const { element, until, left } = clock.toLead;
      element.hidden = elapsed >= until;
      if (left) left.textContent = formatClock(durationMs(Math.max(0, until - elapsed)));
    }
    return 1000 - (elapsed % 1000);
  }

  function tick(): void {
    const at = now();
    let next = 1000;
    for (const clock of clocks.keys()) next = Math.min(next, write(clock, at));
    timer = clocks.size === 0 ? undefined : setTimeout(tick, Math.max(COARSE_MS, next));
  }

  return {
    add(clock) {
      clocks.set(clock, '');
      write(clock, now());
      if (isRunning && timer === undefined) tick();
      return () => void clocks.delete(clock);
    },
    start() {
      isRunning = true;
      clearTimeout(timer);
      tick();
    },
    stop() {
      isRunning = false;
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
