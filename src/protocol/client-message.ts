import * as z from 'zod/mini';
import { sights } from '../domain/sights/views.ts';
import { id } from './commands.ts';
import { MAX_GUEST_KEY_LENGTH } from './limits.ts';
import { text } from './text.ts';

const after = z.nullable(z.int().check(z.gte(0)));

/** Schemas stand apart from the message types: only the server checks messages, and a viewer's page must stay small. */
export const clientMessage = z.discriminatedUnion('type', [
  /**
   * `after`: the number of the client's last change; null asks for the whole event. `sights`: those in which the client
   * has the event; absent from a page of the release before.
   */
  z.object({
    type: z.literal('follow-event'),
    eventId: id,
    after,
    key: z.optional(text(MAX_GUEST_KEY_LENGTH)),
    sights: z.optional(z.readonly(z.array(z.enum(sights)).check(z.maxLength(sights.length)))),
  }),
  z.object({ type: z.literal('follow-account') }),
  z.object({ type: z.literal('follow-group'), groupId: text(64) }),
  z.object({ type: z.literal('unfollow'), topic: text(100) }),
  /** One half of a clock exchange; the answer returns the number in `exchange`. */
  z.object({ type: z.literal('clock'), exchange: z.int() }),
  z.object({ type: z.literal('alive') }),
]);
export type ClientMessage = z.infer<typeof clientMessage>;
