import type { Log } from '../log.ts';
import { catchUpResults, findBehind } from '../storage/catch-up-results.ts';
import type { Storage } from '../storage/engine.ts';
import type { Job } from './upkeep.ts';

const EVERY_MS = 10 * 60_000;
const EVENTS_AT_ONCE = 500;

/** Brings stored results up to date for events that a release without stored results made or changed. */
export const resultsJob = (storage: Storage, log: Log): Job => ({
  name: 'results',
  everyMs: EVERY_MS,
  // Two nodes at one event do no harm: the second stops.
  onEveryNode: true,
  async step(after) {
    const { behind, last } = await findBehind(storage, after, EVENTS_AT_ONCE);
    const [eventId] = behind;
    if (eventId === undefined) return last ?? undefined;
    try {
      await catchUpResults(storage, eventId);
    } catch (error) {
      log.error('The results of an event could not be brought up to date; it is tried again', { error, eventId });
    }
    return eventId;
  },
});
