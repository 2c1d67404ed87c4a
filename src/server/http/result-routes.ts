import { Hono } from 'hono';
import { viewOf } from '../../domain/sights/views.ts';
import { api } from '../../protocol/routes.ts';
import type { ServerContext } from '../server-context.ts';
import type { KeyGuesses } from '../guesses/key-guesses.ts';
import type { EventAnswer, PublicResultsShelf } from '../results/public-results.ts';
import { refuseWith } from './answers.ts';
import type { App, AppContext, AppEnv } from './context.ts';
import { createEventLook } from './look-at-event.ts';
import { readerOf } from './reader.ts';
import { sendKept } from './send-kept.ts';

/** A reader who finds the rows behind the log asks again after this time. */
const RETRY_S = 5;

/** Results for programs: from the stored rows, never from the log. A poll reads one row of the event and no more. */
export function createResultRoutes(parts: ServerContext, keyGuesses: KeyGuesses, shelf: PublicResultsShelf): App {
  const app = new Hono<AppEnv>();
  const look = createEventLook(parts, keyGuesses);

  async function answer(
    c: AppContext,
    which: keyof Pick<EventAnswer, 'json' | 'boardCsv'>,
    type: string,
  ): Promise<Response> {
    const seen = await look(c);
    if (!seen.ok) return refuseWith(c, seen.error);
    const { door, actor, sight } = seen.value;
    const found = await shelf.get(door, viewOf(sight), readerOf(c));
    if (found === null) return refuseWith(c, 'unavailable', RETRY_S);
    const { answer: results, age } = found;
    if (results.seq > door.seq) {
      // Rights may have changed since the first look.
      const again = await look(c);
      if (!again.ok) return refuseWith(c, again.error);
      if (again.value.sight !== sight) return answer(c, which, type);
    }
    // Every holder of the key may read on any site. Without credentials: an answer to a session stays with this site.
    if (actor.key === 'viewer' && sight === 'viewer') c.header('Access-Control-Allow-Origin', '*');
    c.header('Access-Control-Expose-Headers', 'Age');
    return sendKept(c, { answer: results[which](), age }, type);
  }

  app.get(api.results, (c) => answer(c, 'json', 'application/json'));
  app.get(api.boardCsv, (c) => answer(c, 'boardCsv', 'text/csv; charset=utf-8'));
  return app;
}
