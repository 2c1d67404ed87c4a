import { LARGE } from '../reads/known-events.ts';
import type { EventTopic } from './event-topic.ts';
import type { LiveTimers } from './timers.ts';

const REST_MS = 60_000;
/** Limit on the changes of all resting topics together: as many as five full events have. */
const MOST_CHANGES = 100_000;

/**
 * Topics of large events without followers for the moment: opening one takes longer than anything else that a message
 * can ask for, so that following and leaving in turn would keep the server busy with nothing else.
 */
export interface RestingTopics {
  readonly size: number;
  has(eventId: string): boolean;
  /** The event is followed again. */
  wake(eventId: string): void;
  /** The last follower has left; the topic is closed at once if opening it again costs little. */
  rest(eventId: string, topic: EventTopic): void;
  /** Closes a resting topic. */
  end(eventId: string, topic: EventTopic): void;
  stop(): void;
}

export function createRestingTopics(
  timers: LiveTimers,
  close: (eventId: string, topic: EventTopic) => void,
): RestingTopics {
  /** Resting topics, the one that came last at the end. */
  const resting = new Map<string, { readonly topic: EventTopic; readonly cancel: () => void }>();

  function wake(eventId: string): void {
    resting.get(eventId)?.cancel();
    resting.delete(eventId);
  }
  function end(eventId: string, topic: EventTopic): void {
    wake(eventId);
    close(eventId, topic);
  }
  return {
    get size() {
      return resting.size;
    },
    has: (eventId) => resting.has(eventId),
    wake,
    end,
    rest(eventId, topic) {
      if (topic.length <= LARGE) return end(eventId, topic);
      wake(eventId);
      resting.set(eventId, { topic, cancel: timers.after(REST_MS, () => end(eventId, topic)) });
      let changes = 0;
      for (const { topic: each } of resting.values()) changes += each.length;
      for (const [oldest, { topic: each }] of resting) {
        if (changes <= MOST_CHANGES) break;
        changes -= each.length;
        end(oldest, each);
      }
    },
    stop() {
      for (const eventId of resting.keys()) wake(eventId);
    },
  };
}
