import * as z from 'zod/mini';
import { id } from './commands.ts';
import { atMost, code, email, storable } from './text.ts';

/** Most characters of an endpoint; push services have shorter ones. */
const MAX_ENDPOINT_LENGTH = 1000;
/** An https address without a user name: the server itself connects to it. */
const ENDPOINT = /^https:\/\/[a-z0-9.:[\]-]{1,255}\/[!-~]*$/i;

/** Keys as browsers write them: 65 and 16 bytes in base64url, without padding. */
const p256dh = z.string().check(atMost(87, 'invalid-argument'), z.regex(/^[\w-]{87}$/));
const auth = z.string().check(atMost(22, 'invalid-argument'), z.regex(/^[\w-]{22}$/));

const endpoint = z
  .string()
  .check(atMost(MAX_ENDPOINT_LENGTH, 'invalid-argument'), z.regex(ENDPOINT, code('push-address-refused')));

/** Way in which a follower is told: by a browser that has subscribed, or by mail. */
const followChannel = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('push'), endpoint, p256dh, auth }),
  z.object({ kind: z.literal('mail'), email }),
]);

/** Follows one racer; without one, the results of the event. */
export const followRequest = z.object({ racerId: z.nullable(id), by: followChannel });
export type FollowRequest = z.infer<typeof followRequest>;

/** `token` stops what was begun. Null for mail: its reader confirms first, and finds the link to stop in each mail. */
export interface FollowAnswer {
  readonly token: string | null;
}

/** `token` comes from a link in a mail, or from the answer to a follow request. */
export const followerToken = z.object({
  token: z.string().check(z.minLength(1), atMost(200, 'link-expired'), storable),
});

/** `board` is the path of the event that is followed. */
export interface ConfirmFollowAnswer {
  readonly board: string;
}

/** The key that browsers subscribe with. */
export interface PushKeyAnswer {
  readonly key: string;
}
