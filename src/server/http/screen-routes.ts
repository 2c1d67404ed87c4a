import { Hono } from 'hono';
import { can } from '../../domain/access/can.ts';
import { ok, refuse, type Result } from '../../domain/result.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import { api } from '../../protocol/routes.ts';
import { type EventScreens, newScreen } from '../../protocol/screens.ts';
import { createScreenKey } from '../access/guest-keys.ts';
import type { AccountParts } from '../accounts/account-parts.ts';
import type { KeyGuesses } from '../guesses/key-guesses.ts';
import type { Limit } from '../limits/limiter.ts';
import { addScreen, listScreens, removeScreen } from '../storage/screen-keys.ts';
import { refuseWith } from './answers.ts';
import { readBody } from './body.ts';
import { type App, type AppContext, type AppEnv } from './context.ts';
import { createEventLook, type SeenEvent } from './look-at-event.ts';
import { idIn } from './path-id.ts';

/** Each withdrawal makes every node judge the event's followers again: a program that does nothing else is slowed down. */
const CHANGES: Limit = { burst: 60, refillMs: 10_000 };

/** The screens of an event: made and withdrawn by its admins, apart from the log, because no reader needs their history. */
export function createScreenRoutes(parts: AccountParts, keyGuesses: KeyGuesses): App {
  const app = new Hono<AppEnv>();
  const { db } = parts.storage;
  const changes = parts.limits.limiter('screens', CHANGES);
  const look = createEventLook(parts, keyGuesses);

  async function lookAsAdmin(c: AppContext): Promise<Result<SeenEvent, ErrorCode>> {
    const seen = await look(c);
    if (!seen.ok) return seen;
    const { door, actor } = seen.value;
    if (!can(actor, 'manageScreens', door)) return refuse('permission-denied');
    return door.deletedAt === null ? ok(seen.value) : refuse('event-deleted');
  }

  app.get(api.screens, async (c) => {
    const seen = await lookAsAdmin(c);
    if (!seen.ok) return refuseWith(c, seen.error);
    const answer: EventScreens = { screens: await listScreens(db, seen.value.door.id) };
    return c.json(answer);
  });

  app.post(api.screens, async (c) => {
    const body = await readBody(c, newScreen);
    if (!body.ok) return refuseWith(c, body.error);
    const seen = await lookAsAdmin(c);
    if (!seen.ok) return refuseWith(c, seen.error);
    const { door, sender } = seen.value;
    const wait = changes.take(sender.userId);
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    const screen = await addScreen(db, door.id, {
      ...body.value,
      key: createScreenKey(),
      createdAt: parts.clock.now(),
    });
    if (screen === 'too-many') return refuseWith(c, 'too-many-screens');
    if (screen === 'of-another-event') return refuseWith(c, 'invalid-argument');
    // A node that has read the keys must let the new screen in.
    parts.onScreensChanged([door.id]);
    return c.json(screen);
  });

  app.delete(api.screen, async (c) => {
    const seen = await lookAsAdmin(c);
    if (!seen.ok) return refuseWith(c, seen.error);
    const screenId = idIn(c, 'screenId');
    if (screenId === '') return refuseWith(c, 'not-found');
    const { door, sender } = seen.value;
    const wait = changes.take(sender.userId);
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    await removeScreen(db, door.id, screenId);
    parts.onScreensChanged([door.id]);
    const answer: EventScreens = { screens: await listScreens(db, door.id) };
    return c.json(answer);
  });
  return app;
}
