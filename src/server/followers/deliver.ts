import { createHash } from 'node:crypto';
import { guestPath, unfollowPath } from '../../protocol/routes.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Database } from '../storage/engine.ts';
import {
  type Channel,
  claimMessage,
  countWaitingMail,
  type DueMessage,
  endMessage,
  findWaitingFollowers,
  handToMail,
  postponeMessage,
} from '../storage/follower-messages.ts';
import { deleteEndpoint, noteAnswer } from '../storage/followers.ts';
import { isSeriesLinked } from '../storage/series.ts';
import { wordsIn } from '../words/in-language.ts';
import type { Job } from '../work-loop.ts';
import type { PushTransport } from './push-transport.ts';
import { findSeriesIn } from './series-news.ts';
import { createToken } from './tokens.ts';

export interface DeliveryParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly publicUrl: string;
  readonly secret: string;
  readonly push: PushTransport;
  onMailQueued(): void;
}

/** Longer than a push service may take to answer, so that no other node sends the message meanwhile. */
const LEASE_MS = 20_000;
/** Messages under way, of all and for the events of one owner: strangers choose the addresses, and may make them slow. */
const PUSH_TURNS = { atOnce: 16, atOnceEach: 4, mostEach: 250, most: 1000 };
/** Mails are handed over one at a time, so that no more than `MOST_WAITING_MAILS` wait. */
const MAIL_TURNS = { atOnce: 1, mostEach: 250, most: 1000 };
/** Mails of followers wait in our own outbox behind so many others: a password reset never waits behind a thousand. */
const MOST_WAITING_MAILS = 20;
const MOST_ATTEMPTS = 8;
const FIRST_DELAY_MS = 5000;
const LONGEST_DELAY_MS = 15 * 60_000;

/** Senders of messages that are due, for one work loop each: a job is a follower, whose messages stay in order. */
export function createSenders(parts: DeliveryParts) {
  const { db, clock } = parts;
  const claim = (channel: Channel, followerId: string) => {
    const now = clock.now();
    return claimMessage(db, channel, followerId, now, now + LEASE_MS);
  };
  const countRoom = async () => MOST_WAITING_MAILS - (await countWaitingMail(db, MOST_WAITING_MAILS));
  return {
    push: {
      name: 'Push messages',
      limits: PUSH_TURNS,
      find: (most: number) => findWaitingFollowers(db, 'push', clock.now(), most),
      async takeTurn({ id }: Job, stop: AbortSignal) {
        const message = await claim('push', id);
        if (message !== undefined) await deliverPush(parts, message, stop);
        return message !== undefined;
      },
    },
    mail: {
      name: 'Mails to followers',
      limits: MAIL_TURNS,
      find: async () => findWaitingFollowers(db, 'mail', clock.now(), await countRoom()),
      async takeTurn({ id }: Job) {
        const message = (await countRoom()) > 0 ? await claim('mail', id) : undefined;
        if (message !== undefined) await deliverMail(parts, message);
        return message !== undefined;
      },
    },
  };
}

function delayAfter(attempts: number): number {
  return Math.min(FIRST_DELAY_MS * 4 ** (attempts - 1), LONGEST_DELAY_MS);
}

interface Links {
  readonly board: string;
  readonly stop: string;
}

function linksOf({ publicUrl, secret }: DeliveryParts, message: DueMessage): Links {
  return {
    board: publicUrl + guestPath(message.eventId, 'viewer', message.viewerKey),
    stop: publicUrl + unfollowPath(createToken(secret, 'stop', message.followerId)),
  };
}

/**
 * A declarative push message (https://www.w3.org/TR/push-api/): Safari shows it without a service worker, and ours
 * reads the same shape. The tag is the message's own: where a message comes twice, the phone shows it once.
 */
function payloadOf({ title, body, language }: DueMessage, tag: string, { board, stop }: Links): string {
  const actions = [{ action: 'stop', title: wordsIn(language).nameStop(), navigate: stop }];
  return JSON.stringify({ web_push: 8030, notification: { title, body, navigate: board, tag, actions } });
}

const topicOf = (messageId: string): string => createHash('sha256').update(messageId).digest('base64url').slice(0, 32);

async function deliverPush(parts: DeliveryParts, message: DueMessage, stop: AbortSignal): Promise<void> {
  const { db, clock, log, push } = parts;
  const { id, target, attempts, expiresAt } = message;
  const fields = { messageId: id, attempts };
  if (expiresAt <= clock.now() || (await isWithdrawn(db, message))) return endMessage(db, id, clock.now());
  const topic = topicOf(id);
  const sent = {
    endpoint: target,
    p256dh: message.p256dh ?? '',
    auth: message.auth ?? '',
    payload: payloadOf(message, topic, linksOf(parts, message)),
    topic,
    ttlSeconds: Math.ceil((expiresAt - clock.now()) / 1000),
  };
  const outcome = await push.send(sent, stop);
  // An attempt that this node's stop has cut off says nothing of the service: another node may try at once.
  if (outcome.kind === 'later' && stop.aborted) return postponeMessage(db, id, clock.now());
  switch (outcome.kind) {
    case 'sent':
      await noteAnswer(db, message.followerId, clock.now());
      return endMessage(db, id, clock.now());
    case 'gone':
      log.info('A push subscription has ended', fields);
      return deleteEndpoint(db, target);
    case 'refused':
      log.warn('A push service refused a message', { ...fields, reason: outcome.reason });
      return endMessage(db, id, clock.now());
    case 'later': {
      const next = clock.now() + Math.max(delayAfter(attempts), Math.min(outcome.afterMs ?? 0, LONGEST_DELAY_MS));
      const isOver = attempts >= MOST_ATTEMPTS || next >= expiresAt;
      log.info('A message to a follower could not be sent', { ...fields, reason: outcome.reason, isOver });
      return isOver ? endMessage(db, id, clock.now()) : postponeMessage(db, id, next);
    }
  }
}

async function deliverMail(parts: DeliveryParts, message: DueMessage): Promise<void> {
  const { db, clock } = parts;
  const now = clock.now();
  if (message.expiresAt <= now || (await isWithdrawn(db, message))) return endMessage(db, message.id, now);
  await handToMail(db, message, wordsIn(message.language).newsMail(message, linksOf(parts, message)), now);
  parts.onMailQueued();
}

/** Whether a message is about a series whose link was withdrawn while the message waited. */
async function isWithdrawn(db: Database, { id }: DueMessage): Promise<boolean> {
  const seriesId = findSeriesIn(id);
  return seriesId !== undefined && !(await isSeriesLinked(db, seriesId));
}
