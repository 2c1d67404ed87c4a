import type { Generated } from 'kysely';

/** A follower of one racer, or of an event's results, without an account. */
export interface FollowerTable {
  id: string;
  eventId: string;
  /** Empty: the results of the whole event. */
  racerId: string;
  channel: 'push' | 'mail';
  /** The endpoint of a push subscription, or an email address. */
  target: string;
  /** Keys of the subscription, base64url. Null for mail. */
  p256dh: string | null;
  auth: string | null;
  /** The email address as a keyed hash, by which a mailbox is closed. Null for push. */
  recipient: string | null;
  /** The viewer key of the event when the follower came: with another key the follower is gone. */
  viewerKey: string;
  /** Null: the address has not been confirmed, and nothing is sent to it. */
  confirmedAt: number | null;
  createdAt: number;
  /** Language of the page on which they asked. Null: a follower of an earlier release. */
  language: Generated<string | null>;
  /** Count of messages that were queued. */
  messages: Generated<number>;
  /** The network that asked, as a keyed hash. Null: a follower of an earlier release. */
  place: string | null;
  /** The host of a push subscription that is no known push service's. */
  host: string | null;
  /** Time at which the push service first took a message; null for mail. */
  answeredAt: number | null;
}

/** One row for each event with followers: the seq up to which its results were told. */
export interface FollowedEventTable {
  eventId: string;
  seq: number;
  /** Time of the last follower or message. */
  activeAt: number;
}

/** The last news of a followed racer as JSON; with an empty `racerId`, that of the whole event. */
export interface FollowedRacerTable {
  eventId: string;
  racerId: string;
  told: string;
}

/** The outbox. The id is made of follower, kind and seq: the same message is never queued twice. */
export interface FollowerMessageTable {
  id: string;
  followerId: string;
  /** Title and body are emptied once the message is sent or given up. */
  title: string;
  body: string;
  createdAt: number;
  /** A later message would be of no use. */
  expiresAt: number;
  attempts: Generated<number>;
  nextAttemptAt: number;
  doneAt: number | null;
}
