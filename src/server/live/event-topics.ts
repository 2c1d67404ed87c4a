import { type ClientMessage, eventTopic } from '../../protocol/live.ts';
import type { Committed } from '../commands/command-queue.ts';
import type { KeyGuess, KeyGuesses } from '../http/key-guesses.ts';
import { beginSubscription, type Connection } from './connection.ts';
import { createEventTopic, type EventTopic, type TopicParts } from './event-topic.ts';
import { type EventSubscription, NOWHERE } from './followers.ts';
import { forEachInTurns } from './turns.ts';

const TRY_AGAIN_LATER = 1013;

export interface EventTopics {
  follow(connection: Connection, message: ClientMessage & { readonly type: 'follow-event' }): void;
  publish(committed: readonly Committed[]): void;
  hint(eventId: string, seq: number, rewrites?: number): void;
  /** What is remembered of these is no longer what is stored, or they are gone. */
  rewritten(eventIds: readonly string[]): void;
  /** Those that somebody follows here. */
  readonly open: readonly string[];
  /** Judges the followers of these events anew. */
  recheck(topics: Iterable<string>): void;
  stop(): void;
}

export interface EventTopicsParts extends Omit<TopicParts, 'onIdle'> {
  readonly keyGuesses: KeyGuesses;
}

export function createEventTopics(parts: EventTopicsParts): EventTopics {
  const { keyGuesses } = parts;
  const topics = new Map<string, EventTopic>();

  function openTopic(eventId: string): EventTopic {
    const known = topics.get(eventId);
    if (known !== undefined) return known;
    const opened = createEventTopic(eventId, {
      ...parts,
      onIdle() {
        opened.stop();
        if (topics.get(eventId) === opened) topics.delete(eventId);
      },
    });
    topics.set(eventId, opened);
    return opened;
  }

  async function join(subscription: EventSubscription, topic: EventTopic, after: number | null, guess?: KeyGuess) {
    try {
      const refusal = await topic.follow(subscription, after);
      if (refusal === 'event-not-found') guess?.failed();
    } catch (error) {
      parts.log.error('An event could not be read for a follower', { error, topic: subscription.topic });
      subscription.connection.close(TRY_AGAIN_LATER, 'try again later');
    } finally {
      guess?.end();
    }
  }

  function begin(
    connection: Connection,
    eventId: string,
    after: number | null,
    key: string | undefined,
    guess?: KeyGuess,
  ): void {
    const topic = openTopic(eventId);
    const subscription: EventSubscription = {
      connection,
      topic: eventTopic(eventId),
      key,
      hasEnded: false,
      place: NOWHERE,
      leave: () => topic.leave(subscription),
    };
    void join(subscription, topic, after, guess);
    // After it is counted in its topic: what it replaces may be the last that held the topic open.
    beginSubscription(subscription);
  }

  /** Everybody moves to a topic that reads the event anew, and is given the whole there; the old one ends with the last. */
  function replace(eventId: string, former: EventTopic): void {
    topics.delete(eventId);
    void forEachInTurns(parts.turns, former.subscriptions, ({ connection, key, hasEnded }) => {
      if (!hasEnded) begin(connection, eventId, null, key);
    });
  }

  function rewritten(eventIds: readonly string[]): void {
    for (const eventId of eventIds) {
      const former = topics.get(eventId);
      if (former !== undefined) replace(eventId, former);
    }
  }

  return {
    follow(connection, { eventId, after, key }) {
      const guess = key === undefined ? undefined : keyGuesses.begin(connection.address, eventId, key);
      if (guess === null) {
        return connection.send({ type: 'gone', topic: eventTopic(eventId), code: 'too-many-requests' });
      }
      begin(connection, eventId, after, key, guess);
    },
    publish(committed) {
      for (const { event, changes } of committed) topics.get(event.id)?.take(changes);
    },
    hint(eventId, seq, rewrites) {
      const topic = topics.get(eventId);
      const known = topic?.rewrites;
      if (rewrites !== undefined && known !== undefined && known !== rewrites) rewritten([eventId]);
      else topic?.hint(seq);
    },
    rewritten,
    get open() {
      return [...topics.keys()];
    },
    recheck(names) {
      for (const name of names) topics.get(name.slice(eventTopic('').length))?.recheck();
    },
    stop() {
      for (const topic of topics.values()) topic.stop();
      topics.clear();
    },
  };
}
