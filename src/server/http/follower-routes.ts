import { Hono } from 'hono';
import { hasAccount, roleOf } from '../../domain/access/can.ts';
import {
  type ConfirmFollowAnswer,
  type FollowAnswer,
  followerToken,
  followRequest,
  type PushKeyAnswer,
} from '../../protocol/followers.ts';
import { api } from '../../protocol/routes.ts';
import { matchingKey } from '../access/guest-keys.ts';
import type { ServerContext } from '../server-context.ts';
import type { Followers } from '../followers/followers.ts';
import type { KeyGuesses } from '../guesses/key-guesses.ts';
import { createFollowerLimits } from '../limits/follower-limits.ts';
import { refuseWith } from './answers.ts';
import { readBody } from './body.ts';
import type { ClientFiles } from './client-files.ts';
import type { App, AppEnv } from './context.ts';
import { callersLanguageOf } from './language.ts';
import { createEventLook } from './look-at-event.ts';
import { readerOf } from './reader.ts';

/** Following an event, for every reader of it, with an account or without. A follower is known by a token alone. */
export function createFollowerRoutes(
  parts: ServerContext,
  keyGuesses: KeyGuesses,
  followers: Followers,
  files: ClientFiles,
): App {
  const app = new Hono<AppEnv>();
  const look = createEventLook(parts, keyGuesses);
  const limits = createFollowerLimits(parts.limits);

  app.get(api.pushKey, (c) => c.json({ key: followers.pushKey } satisfies PushKeyAnswer));

  app.post(api.followers, async (c) => {
    const body = await readBody(c, followRequest);
    if (!body.ok) return refuseWith(c, body.error);
    const seen = await look(c);
    if (!seen.ok) return refuseWith(c, seen.error);
    const { door, actor, sender } = seen.value;
    if (door.deletedAt !== null) return refuseWith(c, 'event-deleted');
    // A message holds the viewer link: one who came by the key of a screen must not be given it.
    const isByLink = matchingKey(c.req.query('key') ?? '', door.keys) !== null;
    if (roleOf(actor, door) === 'viewer' && !isByLink) return refuseWith(c, 'permission-denied');
    const { by } = body.value;
    const wait = limits.follow(c.get('address'));
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    const mail = by.kind === 'mail' ? limits.mail(c.get('address'), by.email, door.id) : null;
    if (mail !== null && mail.wait > 0) return refuseWith(c, 'too-many-requests', mail.wait);
    const language = callersLanguageOf(c, files.pages, hasAccount(sender));
    const followed = await followers.follow(
      { id: door.id, seq: door.seq, rewrites: door.rewrites, viewerKey: door.keys.viewer, ownerId: door.ownerId },
      body.value,
      { reader: readerOf(c), language, mayMail: mail?.mayMail ?? false },
    );
    if (!followed.ok) return refuseWith(c, followed.error);
    return c.json({ token: followed.value } satisfies FollowAnswer);
  });

  app.post(api.confirmFollow, async (c) => {
    const body = await readBody(c, followerToken);
    if (!body.ok) return refuseWith(c, body.error);
    const board = await followers.confirm(body.value.token);
    return board === null ? refuseWith(c, 'link-expired') : c.json({ board } satisfies ConfirmFollowAnswer);
  });

  app.post(api.unfollow, async (c) => {
    const body = await readBody(c, followerToken);
    if (!body.ok) return refuseWith(c, body.error);
    return (await followers.stop(body.value.token)) ? c.json({ stopped: true }) : refuseWith(c, 'link-expired');
  });

  // A mail program posts to the link itself (RFC 8058). The body says nothing that the link does not, and is not read.
  app.post(api.unfollowAtOnce, async (c) => {
    const isOurs = await followers.stop(c.req.query('token') ?? '');
    return isOurs ? c.json({ stopped: true }) : refuseWith(c, 'link-expired');
  });

  return app;
}
