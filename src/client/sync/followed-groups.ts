import { groupTopic, type ServerMessage, type SharedGroup } from '../../protocol/live.ts';
import type { LiveLink } from './live-link.ts';
import { createObserved, type Observable, type Observed } from './observable.ts';
import type { Transport } from './ports.ts';

export interface FollowedGroups {
  /** Null until the server has answered. */
  read(groupId: string): Observable<SharedGroup | null>;
  /** Counted: a group is followed until every returned function was called. */
  follow(groupId: string): () => void;
  followAll(): void;
  /** True when the message was about a group. */
  hear(message: ServerMessage): boolean;
  refillAll(): Promise<void>;
}

/** The share groups that the page shows. A group is small, so it always comes whole. */
export function createFollowedGroups(
  transport: Pick<Transport, 'fetchGroup'>,
  link: Pick<LiveLink, 'isOpen' | 'send'>,
): FollowedGroups {
  const groups = new Map<string, Observed<SharedGroup | null>>();
  const counts = new Map<string, number>();

  function groupOf(groupId: string): Observed<SharedGroup | null> {
    const known = groups.get(groupId) ?? createObserved<SharedGroup | null>(null);
    groups.set(groupId, known);
    return known;
  }

  async function refill(groupId: string): Promise<void> {
    const answer = await transport.fetchGroup(groupId);
    // Once the socket is open, its messages are newer than any answer, whichever comes first.
    if (answer.ok && !link.isOpen()) groupOf(groupId).set(answer.value);
  }

  function ask(groupId: string): void {
    if (link.isOpen()) link.send({ type: 'follow-group', groupId });
    else void refill(groupId);
  }

  return {
    read: groupOf,
    follow(groupId) {
      const count = (counts.get(groupId) ?? 0) + 1;
      counts.set(groupId, count);
      if (count === 1) ask(groupId);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        const left = (counts.get(groupId) ?? 1) - 1;
        if (left > 0) return void counts.set(groupId, left);
        counts.delete(groupId);
        link.send({ type: 'unfollow', topic: groupTopic(groupId) });
      };
    },
    followAll() {
      for (const groupId of counts.keys()) ask(groupId);
    },
    hear(message) {
      if (message.type !== 'group') return false;
      groupOf(message.group.id).set(message.group);
      return true;
    },
    async refillAll() {
      await Promise.all([...counts.keys()].map(refill));
    },
  };
}
