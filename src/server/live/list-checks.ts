import { type Beats, createBeats } from './beats.ts';
import type { LiveTimers } from './timers.ts';

/**
 * Reads every open list of events anew from time to time. News of another node that was killed between its commit and
 * telling of it, or could not send, comes never: without this an open page would show old credits until it is reloaded.
 */
export type ListChecks = Beats<{ reload(): void }>;

/** None where there is no other node. */
export function createListChecks(timers: LiveTimers, everyMs: number, hasOthers: boolean): ListChecks {
  if (hasOthers) return createBeats(timers, everyMs, (topic) => topic.reload());
  return { add: nothing, delete: nothing, stop: nothing };
}

const nothing = (): void => {};
