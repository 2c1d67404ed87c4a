import * as z from 'zod/mini';
import { id } from './commands.ts';
import { MAX_GUEST_KEY_LENGTH } from './limits.ts';
import { text } from './text.ts';

const after = z.nullable(z.int().check(z.gte(0)));

/** Apart from the words themselves: only the server checks them, and a viewer's page has no room for schemas. */
export const clientMessage = z.discriminatedUnion('type', [
  /** `after`: the last number that the client has; null asks for the whole. */
  z.object({ type: z.literal('follow-event'), eventId: id, after, key: z.optional(text(MAX_GUEST_KEY_LENGTH)) }),
  z.object({ type: z.literal('follow-account') }),
  z.object({ type: z.literal('follow-group'), groupId: text(64) }),
  z.object({ type: z.literal('unfollow'), topic: text(100) }),
  /** One half of a clock exchange; the answer carries the number back. */
  z.object({ type: z.literal('clock'), exchange: z.int() }),
  z.object({ type: z.literal('alive') }),
]);
export type ClientMessage = z.infer<typeof clientMessage>;
