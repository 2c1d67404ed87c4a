import type { Log, LogFields } from '../log.ts';

/** Times in ms above which something is worth a line. */
export const SLOW = {
  request: 1000,
  commit: 500,
  'fan-out': 500,
  'event loop': 250,
  mail: 10_000,
  database: 1000,
} as const;
export type SlowThing = keyof typeof SLOW;
export type SlowLimits = Readonly<Record<SlowThing, number>>;

/**
 * Pause between two lines of a kind, so that a bad day does not fill the disk; the next line says how many it stands
 * for.
 */
const PAUSE_MS = 10_000;

export interface SlowLog {
  /** Limits for callers that would make the fields each time. */
  readonly limits: SlowLimits;
  /** Logs a line if the time is over its limit. The fields hold no secret. */
  note(thing: SlowThing, ms: number, fields?: LogFields): void;
}

export function createSlowLog(
  log: Log,
  limits: SlowLimits = SLOW,
  now: () => number = () => performance.now(),
): SlowLog {
  const quiet = new Map<SlowThing, { until: number; unsaid: number }>();
  return {
    limits,
    note(thing, ms, fields) {
      if (ms <= limits[thing]) return;
      const state = quiet.get(thing) ?? { until: -Infinity, unsaid: 0 };
      quiet.set(thing, state);
      if (now() < state.until) {
        state.unsaid += 1;
        return;
      }
      const unsaid = state.unsaid > 0 ? { unsaid: state.unsaid } : {};
      log.warn('Slow', { what: thing, ms: Math.round(ms), ...fields, ...unsaid });
      state.until = now() + PAUSE_MS;
      state.unsaid = 0;
    },
  };
}
