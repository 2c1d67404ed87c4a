import { UnknownChange } from '../../domain/events/unknown-change.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import { type ClientMessage, eventTopic } from '../../protocol/live.ts';
import type { Sender } from '../access/sender.ts';
import type { KeyGuess, KeyGuesses } from '../guesses/key-guesses.ts';
import type { Committed } from '../journal/workspace.ts';
import { beginSubscription, type Connection, endSubscription } from './connection.ts';
import { createEventTopic, type EventTopic } from './event-topic.ts';
import { type EventSubscription, NOWHERE } from './followers.ts';
import { createRestingTopics } from './resting-topics.ts';
import type { TopicParts } from './topic-parts.ts';
import { forEachInTurns } from './turns.ts';

const TRY_AGAIN_LATER = 1013;

export interface EventTopics {
  follow(connection: Connection, message: ClientMessage & { readonly type: 'follow-event' }): void;
  publish(committed: readonly Committed[]): void;
  hint(eventId: string, seq: number, rewrites?: number): void;
  /** The stored logs of these events were rewritten, or the events are gone. */
  rewritten(eventIds: readonly string[]): void;
  /** Events that are kept up to date here. */
  readonly open: readonly string[];
  countFollowers(eventId: string): number;
  /** Number of events with followers. */
  readonly followed: number;
  /** The keys of these events' screens were changed. */
  screensChanged(eventIds: readonly string[]): void;
  /** The same for every event that a screen follows: news of it may have been lost, and the log does not show it. */
  recheckScreens(): void;
  /** Judges the followers of these events anew. */
  recheck(topics: Iterable<string>): void;
  stop(): void;
}

export interface EventTopicsParts extends Omit<TopicParts, 'address' | 'onIdle'> {
  readonly keyGuesses: KeyGuesses;
}

interface Following extends EventSubscription {
  /** Null until the reader is known to have access. */
  followed: EventTopic | null;
}

export function createEventTopics(parts: EventTopicsParts): EventTopics {
  const { keyGuesses } = parts;
  const topics = new Map<string, EventTopic>();
  const questions = new Map<string, Promise<boolean>>();
  const resting = createRestingTopics(parts.timers, (eventId, topic) => {
    topic.stop();
    if (topics.get(eventId) === topic) topics.delete(eventId);
  });

  function openTopic(eventId: string, address: string): EventTopic {
    const known = topics.get(eventId);
    resting.wake(eventId);
    if (known !== undefined) return known;
    const opened = createEventTopic(eventId, {
      ...parts,
      address,
      onUnreadable(error) {
        // The next reader reads the log anew: a node that knows more may have been started in place of this one.
        if (topics.get(eventId) === opened) topics.delete(eventId);
        resting.wake(eventId);
        parts.onUnreadable?.(error);
      },
      onIdle() {
        // A replaced topic must not rest in the place of its successor.
        if (topics.get(eventId) === opened) resting.rest(eventId, opened);
        else opened.stop();
      },
    });
    topics.set(eventId, opened);
    return opened;
  }

  /** A crowd that comes back to a node that has just started asks the same: one query serves all. */
  function askOnce(eventId: string, sender: Sender | null, key: string | undefined): Promise<boolean> {
    const name = JSON.stringify([eventId, key, sender?.userId, sender?.verifiedEmail]);
    const asked =
      questions.get(name) ?? parts.reader.isOpenTo(eventId, sender, key).finally(() => questions.delete(name));
    questions.set(name, asked);
    return asked;
  }

  /** A reader without access has the event neither read nor opened: that would cost as much as the event is long. */
  async function knock(subscription: Following, eventId: string, after: number | null): Promise<ErrorCode | null> {
    const { connection, key } = subscription;
    if (!topics.has(eventId)) {
      const isOpen = await askOnce(eventId, connection.sender, key);
      if (subscription.hasEnded) return null;
      if (!isOpen) {
        endSubscription(subscription, 'event-not-found');
        return 'event-not-found';
      }
    }
    subscription.followed = openTopic(eventId, connection.address);
    return subscription.followed.follow(subscription, after);
  }

  async function join(subscription: Following, eventId: string, after: number | null, guess?: KeyGuess): Promise<void> {
    try {
      const refusal = await knock(subscription, eventId, after);
      // A follower who has left meanwhile was not judged.
      if (refusal === 'event-not-found') guess?.judged(false);
      else if (refusal === null && !subscription.hasEnded) guess?.judged(true);
    } catch (error) {
      if (error instanceof UnknownChange) {
        parts.onUnreadable?.(error);
        return endSubscription(subscription, 'unavailable');
      }
      parts.log.error('An event could not be read for a follower', { error, eventId });
      subscription.connection.close(TRY_AGAIN_LATER, 'try again later');
    } finally {
      guess?.end();
    }
  }

  function begin(
    connection: Connection,
    eventId: string,
    after: number | null,
    { key, sights }: Pick<EventSubscription, 'key' | 'sights'>,
    guess?: KeyGuess,
  ): void {
    const subscription: Following = {
      connection,
      topic: eventTopic(eventId),
      key,
      sights,
      hasEnded: false,
      index: NOWHERE,
      followed: null,
      leave: () => subscription.followed?.leave(subscription),
    };
    void join(subscription, eventId, after, guess);
    // The former subscription ends after this one is counted in its topic: it may be the last that held the topic open.
    beginSubscription(subscription);
  }

  /**
   * Followers move to a topic that reads the event anew, and get the whole there; the old topic ends with its last
   * follower.
   */
  function replace(eventId: string, former: EventTopic): void {
    topics.delete(eventId);
    if (resting.has(eventId)) return resting.end(eventId, former);
    void forEachInTurns(parts.turns, former.subscriptions, ({ connection, key, hasEnded }) => {
      if (!hasEnded) begin(connection, eventId, null, { key });
    });
  }

  function rewritten(eventIds: readonly string[]): void {
    for (const eventId of eventIds) {
      const former = topics.get(eventId);
      if (former !== undefined) replace(eventId, former);
    }
  }

  return {
    follow(connection, { eventId, after, key, sights }) {
      const guess = key === undefined ? undefined : keyGuesses.begin(connection.address, eventId, key);
      if (guess === null) {
        return connection.send({ type: 'gone', topic: eventTopic(eventId), code: 'too-many-requests' });
      }
      begin(connection, eventId, after, { key, sights }, guess);
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
    screensChanged(eventIds) {
      for (const eventId of eventIds) topics.get(eventId)?.screensChanged();
    },
    recheckScreens() {
      for (const topic of topics.values()) if (topic.hasScreens) topic.screensChanged();
    },
    get open() {
      return [...topics.keys()];
    },
    countFollowers: (eventId) => topics.get(eventId)?.size ?? 0,
    get followed() {
      return topics.size - resting.size;
    },
    recheck(names) {
      for (const name of names) topics.get(name.slice(eventTopic('').length))?.recheck();
    },
    stop() {
      resting.stop();
      for (const topic of topics.values()) topic.stop();
      topics.clear();
    },
  };
}
