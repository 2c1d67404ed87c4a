import { Hono } from 'hono';
import { can } from '../../domain/access/can.ts';
import {
  letterhead,
  letterheadPaths,
  LOGO_BOX,
  MAX_LETTERHEAD_BYTES,
  MAX_LOGO_BYTES,
  PNG_ADDRESS,
} from '../../protocol/letterhead.ts';
import type { ServerContext } from '../server-context.ts';
import type { KeyGuesses } from '../guesses/key-guesses.ts';
import type { Limit } from '../limits/limiter.ts';
import { readLetterhead, writeLetterhead } from '../storage/letterheads.ts';
import { refuseWith } from './answers.ts';
import { readBody } from './body.ts';
import type { App, AppEnv } from './context.ts';
import { createEventLook } from './look-at-event.ts';

const CHANGES: Limit = { burst: 60, refillMs: 10_000 };

/** Line and logo above the certificates of all events of one owner: read by the admins who print them, and by nobody else. */
export function createLetterheadRoutes(parts: ServerContext, keyGuesses: KeyGuesses): App {
  const app = new Hono<AppEnv>();
  const { db } = parts.storage;
  const look = createEventLook(parts, keyGuesses);
  const changes = parts.limits.limiter('letterheads', CHANGES);

  app.get(letterheadPaths.one, async (c) => {
    const seen = await look(c);
    if (!seen.ok) return refuseWith(c, seen.error);
    const { actor, door } = seen.value;
    if (!can(actor, 'time', door)) return refuseWith(c, 'permission-denied');
    return c.json(await readLetterhead(db, door.ownerId));
  });

  app.post(letterheadPaths.one, async (c) => {
    const body = await readBody(c, letterhead, MAX_LETTERHEAD_BYTES);
    if (!body.ok) return refuseWith(c, body.error);
    const seen = await look(c);
    if (!seen.ok) return refuseWith(c, seen.error);
    const { actor, door } = seen.value;
    if (!can(actor, 'configure', door)) return refuseWith(c, 'permission-denied');
    if (door.deletedAt !== null) return refuseWith(c, 'event-deleted');
    const wait = changes.take(door.ownerId);
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    if (body.value.logo !== null && !isLogo(body.value.logo)) return refuseWith(c, 'invalid-argument');
    await writeLetterhead(db, door.ownerId, body.value);
    return c.json(body.value);
  });
  return app;
}

/** A small file can unpack to a picture of gigabytes in the browser of whoever prints: its first block says how large it is. */
function isLogo(address: string): boolean {
  const bytes = Buffer.from(address.slice(PNG_ADDRESS.length), 'base64');
  if (bytes.length < 24 || bytes.length > MAX_LOGO_BYTES) return false;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  return width > 0 && height > 0 && width <= LOGO_BOX.width && height <= LOGO_BOX.height;
}
