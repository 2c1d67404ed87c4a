import * as z from 'zod/mini';
import { type ClientMessage, clientMessage } from '../../protocol/client-message.ts';
import { ACCOUNT_TOPIC, eventTopic, groupTopic } from '../../protocol/live.ts';
import { parseStrictJson } from '../json/strict-json.ts';
import type { AccountTopics } from './account-topics.ts';
import { type Connection, endSubscription } from './connection.ts';
import type { EventTopics } from './event-topics.ts';
import type { GroupTopics } from './group-topics.ts';

const NOT_TEXT = 1003;
const NOT_UNDERSTOOD = 1008;

export interface MessageParts {
  readonly events: EventTopics;
  readonly accounts: AccountTopics;
  readonly groups: GroupTopics;
  readonly clock: { now(): number };
  readonly mostSubscriptions: number;
}

export function receiveMessage(parts: MessageParts, connection: Connection, data: Buffer, isBinary: boolean): void {
  const received = parts.clock.now();
  if (isBinary) return connection.close(NOT_TEXT, 'text only');
  const message = parseMessage(data);
  if (message === null) return connection.close(NOT_UNDERSTOOD, 'not understood');
  const topic = topicOf(message);
  const { subscriptions } = connection;
  if (topic !== null && !subscriptions.has(topic) && subscriptions.size >= parts.mostSubscriptions) {
    return connection.send({ type: 'gone', topic, code: 'too-many-requests' });
  }
  switch (message.type) {
    case 'follow-event':
      return parts.events.follow(connection, message);
    case 'follow-account':
      return parts.accounts.follow(connection);
    case 'follow-group':
      return parts.groups.follow(connection, message.groupId);
    case 'unfollow': {
      const subscription = subscriptions.get(message.topic);
      if (subscription !== undefined) endSubscription(subscription);
      return;
    }
    case 'clock':
      return connection.send({ type: 'clock', exchange: message.exchange, received, sent: parts.clock.now() });
    case 'alive':
      return;
  }
}

function parseMessage(data: Buffer): ClientMessage | null {
  const json = parseStrictJson(data.toString());
  const parsed = json.ok ? z.safeParse(clientMessage, json.value) : undefined;
  return parsed?.success === true ? parsed.data : null;
}

/** Topic that a message asks to follow. */
function topicOf(message: ClientMessage): string | null {
  switch (message.type) {
    case 'follow-event':
      return eventTopic(message.eventId);
    case 'follow-group':
      return groupTopic(message.groupId);
    case 'follow-account':
      return ACCOUNT_TOPIC;
    default:
      return null;
  }
}
