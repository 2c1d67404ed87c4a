import { Hono } from 'hono';
import { toListedEvents, toStartList } from '../../protocol/api-reads.ts';
import { MAX_LISTED_EVENTS } from '../../protocol/limits.ts';
import { api } from '../../protocol/routes.ts';
import { judgeReader } from '../access/judge-reader.ts';
import type { ServerContext } from '../server-context.ts';
import type { KeyGuesses } from '../guesses/key-guesses.ts';
import type { KnownEvents } from '../reads/known-events.ts';
import type { Lane } from '../reads/lane.ts';
import { createKeptAnswers } from '../results/kept-answers.ts';
import { keepText, type KeptText } from '../results/kept-text.ts';
import { listEventPage } from '../storage/event-reads.ts';
import { refuseParameter, refuseWith } from './answers.ts';
import type { App, AppEnv } from './context.ts';
import { findSender } from './find-sender.ts';
import { readCursor, writeCursor } from './list-cursor.ts';
import { createEventLook } from './look-at-event.ts';
import { readerOf } from './reader.ts';
import { sendKept } from './send-kept.ts';

const MOST_KEPT = 200;
const MOST_BYTES = 32 * 1024 * 1024;
/** Racers of an event whose start list may be late by a second: making that of fewer takes a few plain pages. */
const MANY_RACERS = 400;

/** Reads in shapes that stay: for programs of others, which are not updated with this server. */
export function createApiReadRoutes(parts: ServerContext, keyGuesses: KeyGuesses, known: KnownEvents, lane: Lane): App {
  const app = new Hono<AppEnv>();
  const look = createEventLook(parts, keyGuesses);
  const startLists = createKeptAnswers<KeptText>({
    most: MOST_KEPT,
    mostBytes: MOST_BYTES,
    // The text and its compressed copy.
    bytesOf: ({ bytes }) => 1.5 * bytes.length,
  });

  app.get(api.eventList, async (c) => {
    const sender = await findSender(parts, c);
    if (sender === null) return refuseWith(c, 'unauthenticated');
    const after = readCursor(c);
    if (!after.ok) return refuseWith(c, after.error);
    const limit = c.req.query('limit') ?? String(MAX_LISTED_EVENTS);
    if (!/^[1-9]\d{0,3}$/.test(limit) || Number(limit) > MAX_LISTED_EVENTS) {
      return refuseParameter(c, 'limit', `must be a number from 1 to ${MAX_LISTED_EVENTS}`);
    }
    const page = { after: after.value, limit: Number(limit) };
    const { events, next } = await listEventPage(parts.storage.db, sender, page);
    return c.json(toListedEvents(events, { userId: sender.userId, next: writeCursor(next) }));
  });

  app.get(api.startList, async (c) => {
    const seen = await look(c);
    if (!seen.ok) return refuseWith(c, seen.error);
    const { door, actor, sight } = seen.value;
    const reader = readerOf(c);
    const event = await known.read(door, reader);
    // The reader may have waited between the first judgement and the read.
    if (event === null || !judgeReader(actor, event).ok) return refuseWith(c, 'event-not-found');
    const state = {
      seq: `${door.rewrites} ${event.seq}`,
      // Names that were hidden or erased make another answer at once: a kept one would show them for another second.
      shown: `${door.rewrites} ${event.initialsOnly} ${event.format.shows.join()}`,
      isLarge: Object.keys(event.entries).length > MANY_RACERS,
    };
    const make = () => keepText(JSON.stringify(toStartList(event, sight)));
    const kept = await startLists.get(`${event.id} ${sight}`, state, reader, async (all) =>
      state.isLarge ? lane.run(all, make) : make(),
    );
    return sendKept(c, kept, 'application/json');
  });
  return app;
}
