import { Hono } from 'hono';
import { toListedEvents, toStartList } from '../../protocol/api-reads.ts';
import { api } from '../../protocol/routes.ts';
import { judgeReader } from '../access/judge-reader.ts';
import type { AccountParts } from '../accounts/account-parts.ts';
import type { KeyGuesses } from '../guesses/key-guesses.ts';
import type { KnownEvents } from '../reads/known-events.ts';
import { listEvents } from '../storage/event-reads.ts';
import { refuseWith } from './answers.ts';
import type { App, AppEnv } from './context.ts';
import { findSender } from './find-sender.ts';
import { createEventLook } from './look-at-event.ts';
import { readerOf } from './reader.ts';

/** Reads in shapes that stay: for programs of others, which are not updated with this server. */
export function createApiReadRoutes(parts: AccountParts, keyGuesses: KeyGuesses, known: KnownEvents): App {
  const app = new Hono<AppEnv>();
  const look = createEventLook(parts, keyGuesses);

  app.get(api.eventList, async (c) => {
    const sender = await findSender(parts, c);
    if (sender === null) return refuseWith(c, 'unauthenticated');
    return c.json(toListedEvents(await listEvents(parts.storage.db, sender)));
  });

  app.get(api.startList, async (c) => {
    const seen = await look(c);
    if (!seen.ok) return refuseWith(c, seen.error);
    const { door, actor, sight } = seen.value;
    const event = await known.read(door, readerOf(c));
    // The reader may have waited between the first judgement and the read.
    if (event === null || !judgeReader(actor, event).ok) return refuseWith(c, 'event-not-found');
    return c.json(toStartList(event, sight));
  });
  return app;
}
