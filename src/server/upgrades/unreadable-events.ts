import type { UnknownChange } from '../../domain/events/unknown-change.ts';
import type { Log } from '../log.ts';

/** Limit on remembered events; above it a count says nothing more. */
const MOST_KNOWN = 10_000;

/**
 * Events whose logs hold a kind of change that this release does not know. This node serves no view of them: without that
 * change, a disqualified winner would stay the winner.
 */
export interface UnreadableEvents {
  /** Logs the event, once. */
  note(error: UnknownChange): void;
  readonly count: number;
}

export function createUnreadableEvents(log: Log): UnreadableEvents {
  const known = new Set<string>();
  return {
    note({ eventId, kind }) {
      if (known.has(eventId) || known.size >= MOST_KNOWN) return;
      known.add(eventId);
      log.error('An event has a change of a kind that this release does not know; it is not served here', {
        eventId,
        kind,
      });
    },
    get count() {
      return known.size;
    },
  };
}
