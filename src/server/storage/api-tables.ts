/** A token of a program. The token itself is not stored. */
export interface ApiTokenTable {
  id: string;
  userId: string;
  name: string;
  /** The first characters of the token, by which its owner tells it from others. */
  prefix: string;
  hash: string;
  /** JSON: a list of scopes. */
  scopes: string;
  createdAt: number;
  expiresAt: number;
  /** Written once an hour at most. */
  lastUsedAt: number | null;
}

/** A webhook. Its secret is derived from the server's, and not stored. */
export interface WebhookTable {
  id: string;
  userId: string;
  url: string;
  /** JSON: a list of kinds of messages. */
  kinds: string;
  createdAt: number;
  /** Failed attempts since the last message that arrived. */
  failures: number;
  failingSince: number | null;
  /** No turn before this time. After a turn that went well it is the time of that turn: the longest ago goes first. */
  nextAttemptAt: number;
  disabledAt: number | null;
  /** Until this time the webhook belongs to the node that claimed it: two nodes would send each message twice. */
  claimedUntil: number;
}

/** Up to `seq`, the messages of an event are queued for a webhook. */
export interface WebhookCursorTable {
  webhookId: string;
  eventId: string;
  seq: number;
}

/** A message: waiting until `doneAt`, then a line of the log of deliveries. */
export interface WebhookDeliveryTable {
  id: string;
  webhookId: string;
  /** Null for a test message. */
  eventId: string | null;
  kind: string;
  /** Empty once the message is done: it holds names. */
  body: string;
  createdAt: number;
  /** The order of the messages of a webhook. */
  position: number;
  attempts: number;
  attemptedAt: number | null;
  doneAt: number | null;
  /** Outcome of the last attempt: 'ok', 'status 500', or the reason why there was no answer. */
  outcome: string | null;
}
