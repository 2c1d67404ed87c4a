import * as z from 'zod/mini';
import { id } from './commands.ts';
import { publicResult } from './results.ts';
import { statuses } from '../domain/model/ruling.ts';
import { newsKinds } from '../domain/results/news.ts';
import { text } from './text.ts';

export const MAX_WEBHOOK_URL = 500;

export const newWebhook = z.object({
  url: text(MAX_WEBHOOK_URL).check(z.trim(), z.minLength(1)),
  kinds: z.array(z.enum(newsKinds)).check(z.minLength(1), z.maxLength(newsKinds.length)),
});
export const webhookChoice = z.object({ id });

/** The body of a message. `webhook-id` in its headers stays the same however often the message is sent. */
export const webhookMessage = z.object({
  type: z.enum([...newsKinds, 'test']),
  /** When the message was made, in ISO 8601. */
  timestamp: z.string(),
  data: z.object({
    eventId: z.nullable(z.string()),
    eventName: z.nullable(z.string()),
    /** The number of the last change in this message: of two messages about a racer, the greater number is newer. */
    seq: z.int(),
    racerId: z.nullable(z.string()),
    attempt: z.int(),
    /** The result as viewers see it. Null: the racer was taken out of the event. */
    result: z.nullable(publicResult),
    /** Status and time before the change. Null: there was no result. */
    before: z.nullable(z.object({ status: z.enum(statuses), publishedMs: z.nullable(z.int()) })),
  }),
});
export type WebhookMessage = z.infer<typeof webhookMessage>;

export const webhookHeaders = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

export interface ListedWebhook {
  readonly id: string;
  readonly url: string;
  readonly kinds: readonly string[];
  readonly createdAt: number;
  /** Messages that wait to be delivered. */
  readonly waiting: number;
  readonly failingSince: number | null;
  readonly disabledAt: number | null;
  /** The newest first. */
  readonly deliveries: readonly ListedDelivery[];
}

export interface ListedDelivery {
  readonly id: string;
  readonly kind: string;
  readonly createdAt: number;
  readonly attempts: number;
  readonly attemptedAt: number | null;
  readonly doneAt: number | null;
  /** 'ok', 'status 500', or why there was no answer; null before the first attempt. */
  readonly outcome: string | null;
}

export interface WebhookList {
  readonly webhooks: readonly ListedWebhook[];
}
/** The only answer that holds the secret. */
export interface MadeWebhook extends WebhookList {
  readonly secret: string;
}
/** Outcome of a test message, with the list of webhooks. */
export interface TestedWebhook extends WebhookList {
  readonly outcome: string;
}
