import { touches } from '../../domain/events/change-kinds.ts';
import { groupTopic, type SharedGroup } from '../../protocol/live.ts';
import type { EventNews } from '../bus/news.ts';
import type { Committed } from '../journal/workspace.ts';
import { beginSubscription, type Connection, type Subscription } from './connection.ts';
import type { Frame, FrameBuilder } from './frame.ts';
import type { ListChecks } from './list-checks.ts';
import { createPacer, type PacerParts } from './pacer.ts';
import { forEachInTurns, type Turns } from './turns.ts';

const PACE_MS = 250;

export interface GroupTopicsParts extends PacerParts {
  readonly frames: FrameBuilder;
  readonly checks: ListChecks;
  readonly turns: Turns;
  loadGroup(groupId: string): Promise<SharedGroup>;
}

export interface GroupTopics {
  /** Share groups are public: every viewer with the address may look. */
  follow(connection: Connection, groupId: string): void;
  publish(committed: readonly Committed[]): void;
  hint(news: EventNews): void;
  /** These events were rewritten, or are gone. */
  rewritten(eventIds: readonly string[]): void;
  reloadAll(): void;
  stop(): void;
}

interface GroupTopic {
  follow(subscription: Subscription): void;
  leave(subscription: Subscription): void;
  reload(): void;
  lists(eventId: string): boolean;
  readonly isIdle: boolean;
  stop(): void;
}

export function createGroupTopics(parts: GroupTopicsParts): GroupTopics {
  const topics = new Map<string, GroupTopic>();

  function reloadWhere(isConcerned: (groupId: string, topic: GroupTopic) => boolean): void {
    for (const [groupId, topic] of topics) if (isConcerned(groupId, topic)) topic.reload();
  }
  function open(groupId: string): GroupTopic {
    const topic = createGroupTopic(groupId, parts);
    topics.set(groupId, topic);
    parts.checks.add(topic);
    return topic;
  }
  return {
    follow(connection, groupId) {
      const topic = topics.get(groupId) ?? open(groupId);
      const subscription: Subscription = {
        connection,
        topic: groupTopic(groupId),
        hasEnded: false,
        leave() {
          topic.leave(subscription);
          if (!topic.isIdle) return;
          topic.stop();
          topics.delete(groupId);
          parts.checks.delete(topic);
        },
      };
      topic.follow(subscription);
      beginSubscription(subscription);
    },
    publish(committed) {
      for (const { event, changes } of committed) {
        if (topics.size === 0 || !changes.some((change) => touches(change, 'groups'))) continue;
        // A withdrawn event no longer names its group: the lists themselves say where it was.
        reloadWhere((groupId, topic) => event.sharedGroup?.id === groupId || topic.lists(event.id));
      }
    },
    hint(news) {
      if (news.groups === false) return;
      reloadWhere((groupId, topic) => groupId === news.groupId || topic.lists(news.id));
    },
    rewritten: (eventIds) => reloadWhere((_groupId, topic) => eventIds.some(topic.lists)),
    reloadAll: () => reloadWhere(() => true),
    stop() {
      for (const topic of topics.values()) topic.stop();
      topics.clear();
    },
  };
}

function createGroupTopic(groupId: string, parts: GroupTopicsParts): GroupTopic {
  const { frames, turns, loadGroup } = parts;
  /** Followers, with the frame that each was sent last. */
  const followers = new Map<Subscription, Frame | null>();
  const pacer = createPacer(tellFollowers, PACE_MS, parts);
  let known: SharedGroup | undefined;
  let frame: Frame | undefined;

  async function tellFollowers(): Promise<void> {
    const group = await loadGroup(groupId);
    if (frame === undefined || JSON.stringify(known) !== JSON.stringify(group)) {
      frame = frames.build({ type: 'group', group });
    }
    known = group;
    const newest = frame;
    await forEachInTurns(turns, followers.keys(), (subscription) => {
      if (subscription.hasEnded || followers.get(subscription) === newest) return;
      subscription.connection.write(newest);
      followers.set(subscription, newest);
    });
  }
  return {
    follow(subscription) {
      followers.set(subscription, null);
      pacer.wake();
    },
    leave(subscription) {
      followers.delete(subscription);
    },
    reload: () => pacer.wake(),
    lists: (eventId) => known?.events.some(({ id }) => id === eventId) === true,
    get isIdle() {
      return followers.size === 0;
    },
    stop: () => pacer.stop(),
  };
}
