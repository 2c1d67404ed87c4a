import { Hono } from 'hono';
import type { EventRuns } from '../../../protocol/event-reads.ts';
import { RUN_KEPT_MS } from '../../../protocol/limits.ts';
import { api } from '../../../protocol/routes.ts';
import { runOwnerBlock, type RunPage, runPaths, sharedRunAnswer, type SharedRunPage } from '../../protocol/runs.ts';
import type { KeyGuesses } from '../../../server/guesses/key-guesses.ts';
import type { Limit } from '../../../server/limits/limiter.ts';
import type { RunParts } from '../runs/run-parts.ts';
import { answerShare, blockOwner, listBlocked, unblockOwner } from '../storage/run-answers.ts';
import {
  listKeptPage,
  listOffers,
  listRunPage,
  readListVersion,
  listRunsOfEvent,
  type Recipient,
} from '../storage/run-lists.ts';
import { refuseWith } from '../../../server/http/answers.ts';
import { readBody } from '../../../server/http/body.ts';
import type { App, AppContext, AppEnv } from '../../../server/http/context.ts';
import { accountOf, forAccounts } from '../../../server/http/find-account.ts';
import { readCursor, writeCursor } from '../../../server/http/list-cursor.ts';
import { createEventLook } from '../../../server/http/look-at-event.ts';
import { idIn } from '../../../server/http/path-id.ts';

/** A viewer may answer a season of offers in one evening. */
const ANSWERS: Limit = { burst: 2_000, refillMs: 500 };

/** Lists of runs, in pages of small summaries, and the answers of recipients to runs shared with them. */
export function createRunListRoutes(parts: RunParts, keyGuesses: KeyGuesses): App {
  const app = new Hono<AppEnv>();
  const { clock, limits, storage } = parts.accounts;
  const { db } = storage;
  const answers = limits.limiter('run-answers', ANSWERS);
  const lookAtEvent = createEventLook(parts.accounts, keyGuesses);
  const owners = forAccounts(parts.accounts);

  app.get(runPaths.list, owners, async (c) => {
    const after = readCursor(c);
    if (!after.ok) return refuseWith(c, after.error);
    const { userId } = accountOf(c);
    // The version is read before the page: a change in between makes the next answer another one, and is not missed.
    const version = after.value === null ? await readListVersion(db, userId) : undefined;
    if (version !== undefined && version === c.req.query('known')) {
      return c.json<RunPage>({ runs: [], next: null, version, isSame: true });
    }
    const { runs, next } = await listRunPage(db, userId, after.value, clock.now() - RUN_KEPT_MS);
    return c.json<RunPage>({ runs, next: writeCursor(next), ...(version !== undefined && { version }) });
  });

  app.get(runPaths.shared, owners, async (c) => {
    const after = readCursor(c);
    if (!after.ok) return refuseWith(c, after.error);
    const { userId, verifiedEmail: email } = accountOf(c);
    if (email === null) return c.json<SharedRunPage>({ runs: [], next: null, offers: [], blocked: [] });
    const { runs, next } = await listKeptPage(db, { userId, email }, after.value);
    const page: SharedRunPage = { runs, next: writeCursor(next) };
    if (after.value !== null) return c.json(page);
    const offers = await listOffers(db, { userId, email });
    return c.json<SharedRunPage>({ ...page, offers, blocked: await listBlocked(db, userId) });
  });

  app.post(runPaths.sharedRun, owners, async (c) => {
    const wait = answers.take(accountOf(c).userId);
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    const recipient = recipientIn(c);
    const body = await readBody(c, sharedRunAnswer);
    if (!body.ok) return refuseWith(c, body.error);
    const runId = idIn(c, 'runId');
    if (recipient === null || runId === '') return refuseWith(c, 'run-not-found');
    const answered = await answerShare(db, recipient, runId, body.value.answer);
    return answered.ok ? c.json({}) : refuseWith(c, answered.error);
  });

  app.post(runPaths.owners, owners, async (c) => {
    const wait = answers.take(accountOf(c).userId);
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    const recipient = recipientIn(c);
    const body = await readBody(c, runOwnerBlock);
    if (!body.ok) return refuseWith(c, body.error);
    const { ownerId, isBlocked } = body.value;
    if (recipient !== null) {
      if (isBlocked) await blockOwner(db, recipient, ownerId, clock.now());
      else await unblockOwner(db, recipient, ownerId);
    }
    return c.json({});
  });

  app.get(api.eventRuns, async (c) => {
    const seen = await lookAtEvent(c);
    if (!seen.ok) return refuseWith(c, seen.error);
    const { door, sender } = seen.value;
    const runs = sender.userId === '' ? [] : await listRunsOfEvent(db, door.id, sender);
    return c.json<EventRuns>({ runs });
  });

  /** Null for an account whose address is not confirmed: nothing is shared with it yet. */
  function recipientIn(c: AppContext): Recipient | null {
    const { userId, verifiedEmail: email } = accountOf(c);
    return email === null ? null : { userId, email };
  }

  return app;
}
