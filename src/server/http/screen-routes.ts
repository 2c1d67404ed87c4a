import { Hono } from 'hono';
import type { Actor } from '../../domain/access/actor.ts';
import { can, type Guarded, isByLink } from '../../domain/access/can.ts';
import { ok, refuse, type Result } from '../../domain/result.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import { api } from '../../protocol/routes.ts';
import { type EventScreen, type EventScreens, newScreen } from '../../protocol/screens.ts';
import { createScreenKey } from '../access/guest-keys.ts';
import type { ServerContext } from '../server-context.ts';
import type { KeyGuesses } from '../guesses/key-guesses.ts';
import type { Limit } from '../limits/limiter.ts';
import type { KnownEvents } from '../reads/known-events.ts';
import { type KnownPerson, readPeople } from '../storage/event-people.ts';
import { addScreen, listScreens, removeScreen, type StoredScreen } from '../storage/screen-keys.ts';
import { refuseWith } from './answers.ts';
import { readBody } from './body.ts';
import { type App, type AppContext, type AppEnv } from './context.ts';
import { createEventLook, type SeenEvent } from './look-at-event.ts';
import { idIn } from './path-id.ts';
import { readerOf } from './reader.ts';

/** Each withdrawal makes every node judge the event's followers again: a program that does nothing else is slowed down. */
const CHANGES: Limit = { burst: 60, refillMs: 10_000 };

interface SeenScreens extends SeenEvent {
  /** The part of the event that says who came by the link. */
  readonly guarded: Guarded;
  /** Guests see and withdraw what they made: everybody with the link is a guest. */
  readonly isGuest: boolean;
}

/** The screens of an event: made and withdrawn by its admins, apart from the log, because no reader needs their history. */
export function createScreenRoutes(parts: ServerContext, keyGuesses: KeyGuesses, known: KnownEvents): App {
  const app = new Hono<AppEnv>();
  const { db } = parts.storage;
  const changes = parts.limits.limiter('screens', CHANGES);
  const look = createEventLook(parts, keyGuesses);

  async function lookAsAdmin(c: AppContext): Promise<Result<SeenScreens, ErrorCode>> {
    const seen = await look(c);
    if (!seen.ok) return seen;
    const { door, actor } = seen.value;
    if (!can(actor, 'manageScreens', door)) return refuse('permission-denied');
    if (door.deletedAt !== null) return refuse('event-deleted');
    const event = await known.read(door, readerOf(c));
    if (event === null || !can(actor, 'manageScreens', event)) return refuse('event-not-found');
    const { ownerId, admins } = event;
    return ok({ ...seen.value, guarded: { ownerId, admins }, isGuest: isByLink(actor, event) });
  }

  async function answerScreens({ door, actor, guarded, isGuest }: SeenScreens): Promise<EventScreens> {
    const screens = (await listScreens(db, door.id)).filter(({ createdBy }) => !isGuest || createdBy === actor.userId);
    const makers = await readPeople(
      db,
      screens.flatMap(({ createdBy }) => createdBy ?? []),
    );
    return { screens: screens.map((screen) => showScreen(screen, actor, guarded, makers)) };
  }

  app.get(api.screens, async (c) => {
    const seen = await lookAsAdmin(c);
    if (!seen.ok) return refuseWith(c, seen.error);
    return c.json(await answerScreens(seen.value));
  });

  app.post(api.screens, async (c) => {
    const body = await readBody(c, newScreen);
    if (!body.ok) return refuseWith(c, body.error);
    const seen = await lookAsAdmin(c);
    if (!seen.ok) return refuseWith(c, seen.error);
    const { door, actor, sender, guarded } = seen.value;
    const wait = changes.take(sender.userId);
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    const { id, name, kind = null } = body.value;
    const screen = { id, name, kind, key: createScreenKey(), createdAt: parts.clock.now() };
    const added = await addScreen(parts.storage, door.id, screen, sender);
    if (!added.ok) return refuseWith(c, added.error);
    // A node that has read the keys must let the new screen in.
    parts.onScreensChanged([door.id]);
    return c.json(showScreen(added.value, actor, guarded, await readPeople(db, [sender.userId])));
  });

  app.delete(api.screen, async (c) => {
    const seen = await lookAsAdmin(c);
    if (!seen.ok) return refuseWith(c, seen.error);
    const screenId = idIn(c, 'screenId');
    if (screenId === '') return refuseWith(c, 'not-found');
    const { door, sender, isGuest } = seen.value;
    const wait = changes.take(sender.userId);
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    await removeScreen(db, door.id, screenId, isGuest ? sender.userId : null);
    parts.onScreensChanged([door.id]);
    return c.json(await answerScreens(seen.value));
  });
  return app;
}

function showScreen(
  { createdBy, ...screen }: StoredScreen,
  { userId }: Actor,
  event: Guarded,
  makers: ReadonlyMap<string, KnownPerson>,
): EventScreen {
  if (createdBy === null) return { ...screen, maker: null };
  const known = makers.get(createdBy);
  const verifiedEmail = known?.isConfirmed === true ? known.email : null;
  const isGuest = isByLink({ userId: createdBy, verifiedEmail }, event);
  const name = known === undefined || known.isAnonymous ? null : known.name;
  return { ...screen, maker: { isYou: createdBy === userId, isGuest, name } };
}
