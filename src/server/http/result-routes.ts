import { Hono } from 'hono';
import { viewOf } from '../../domain/access/views.ts';
import { boardLines } from '../../domain/exports/board-lines.ts';
import { writeBoardCsv } from '../../domain/exports/board-csv.ts';
import { toPublicResults } from '../../protocol/results.ts';
import { api } from '../../protocol/routes.ts';
import type { AccountParts } from '../accounts/account-parts.ts';
import type { KeyGuesses } from '../guesses/key-guesses.ts';
import { readWholeResults } from '../storage/catch-up-results.ts';
import { refuseWith } from './answers.ts';
import type { App, AppContext, AppEnv } from './context.ts';
import { createResultsShelf, keepText, type KeptText, type ResultsShelf } from '../results/kept-results.ts';
import { createEventLook } from './look-at-event.ts';
import { sendKept } from './send-kept.ts';

/** A reader who finds the rows behind the log asks again after this time. */
const RETRY_S = 5;

const createShelf = ({ storage }: AccountParts): ResultsShelf =>
  createResultsShelf(async ({ id }, view) => {
    const found = await readWholeResults(storage, id);
    if (found === null) return null;
    const results = toPublicResults({ id, ...found }, found.rows, view, found.teamRules);
    return {
      seq: found.seq,
      json: keepText(JSON.stringify(results)),
      boardCsv: keepText(writeBoardCsv(boardLines(results))),
    };
  });

/** Results for programs: from the stored rows, never from the log. A poll reads one row of the event and no more. */
export function createResultRoutes(parts: AccountParts, keyGuesses: KeyGuesses): App {
  const app = new Hono<AppEnv>();
  const shelf = createShelf(parts);
  const look = createEventLook(parts, keyGuesses);

  async function answer(c: AppContext, which: 'json' | 'boardCsv', type: string): Promise<Response> {
    const seen = await look(c);
    if (!seen.ok) return refuseWith(c, seen.error);
    const { door, actor, sight } = seen.value;
    const results = await shelf.get(door, viewOf(sight));
    if (results === null) return refuseWith(c, 'unavailable', RETRY_S);
    if (results.seq !== door.seq) {
      // Rights may have changed since the first look.
      const again = await look(c);
      if (!again.ok) return refuseWith(c, again.error);
      if (again.value.sight !== sight) return answer(c, which, type);
    }
    // Every holder of the key may read on any site. Without credentials: an answer to a session stays with this site.
    if (actor.key === 'viewer' && sight === 'viewer') c.header('Access-Control-Allow-Origin', '*');
    const text: KeptText = results[which];
    return sendKept(c, text, type);
  }

  app.get(api.results, (c) => answer(c, 'json', 'application/json'));
  app.get(api.boardCsv, (c) => answer(c, 'boardCsv', 'text/csv; charset=utf-8'));
  return app;
}
