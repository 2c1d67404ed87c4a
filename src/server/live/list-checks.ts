import { type Beats, createBeats } from './beats.ts';
import type { LiveTimers } from './timers.ts';

/**
 * Reads every open list of events anew from time to time. News of a node that was killed after its commit, or could not
 * send, never comes: without this an open page would show old credits until it is reloaded.
 */
export type ListChecks = Beats<{ reload(): void }>;

/** No checks where there is no other node. */
export function createListChecks(timers: LiveTimers, everyMs: number, hasOthers: boolean): ListChecks {
  if (hasOthers) return createBeats(timers, everyMs, (topic) => topic.reload());
  return { add: nothing, delete: nothing, stop: nothing };
}

const nothing = (): void => {};
