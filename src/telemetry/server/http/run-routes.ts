import { Hono } from 'hono';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import type { ErrorCode } from '../../../protocol/errors.ts';
import { RUN_KEPT_MS } from '../../../protocol/limits.ts';
import {
  MAX_RUN_BYTES,
  privacyZones,
  type Run,
  type RunAnswer,
  RUN_KEY_HEADER,
  type RunChange,
  runChange,
  runLink,
  type RunList,
  runPaths,
  runShare,
} from '../../protocol/runs.ts';
import { createLinkKey } from '../../../server/access/link-keys.ts';
import { nobodySends, type Sender } from '../../../server/access/sender.ts';
import type { KeyGuesses } from '../../../server/guesses/key-guesses.ts';
import type { Limit } from '../../../server/limits/limiter.ts';
import type { KnownEvents } from '../../../server/reads/known-events.ts';
import { changeRun } from '../runs/change-run.ts';
import { byLinkKey, lookAtRun, type SeenRun } from '../runs/run-access.ts';
import { createTicket } from '../runs/video-tickets.ts';
import type { RunParts } from '../runs/run-parts.ts';
import { viewOthersRun, viewOwnRun } from '../runs/view-run.ts';
import { readWholeList } from '../runs/whole-list.ts';
import type { Database } from '../../../server/storage/engine.ts';
import { listShares, readZones, removeShare, saveZones, shareRun } from '../storage/run-sharing.ts';
import { findRun, type RunRow, setLinkKey } from '../storage/runs.ts';
import { measureUploads } from '../storage/videos.ts';
import { refuseWith } from '../../../server/http/answers.ts';
import { readBody } from '../../../server/http/body.ts';
import type { App, AppContext, AppEnv } from '../../../server/http/context.ts';
import { accountOf, forAccounts } from '../../../server/http/find-account.ts';
import { findSender } from '../../../server/http/find-sender.ts';
import { createEventLook } from '../../../server/http/look-at-event.ts';
import { idIn } from '../../../server/http/path-id.ts';
import { readerOf } from '../../../server/http/reader.ts';

/** A device that was offline may send a season of runs at once. */
const CHANGES: Limit = { burst: 4_000, refillMs: 200 };

/** A coach shares a season with a squad in one evening; a program that floods strangers is slowed down. */
const SHARES: Limit = { burst: 1_000, refillMs: 10_000 };

/** Runs, with whom they are shared, and the zones that others do not see into. */
export function createRunRoutes(parts: RunParts, keyGuesses: KeyGuesses, knownEvents: KnownEvents): App {
  const app = new Hono<AppEnv>();
  const { accounts } = parts;
  const { clock, secret, storage } = accounts;
  const { db } = storage;
  const changes = accounts.limits.limiter('run-changes', CHANGES);
  const shares = accounts.limits.limiter('run-shares', SHARES);
  const lookAtEvent = createEventLook(accounts, keyGuesses);
  const owners = forAccounts(accounts);

  app.get(runPaths.runs, owners, async (c) => {
    const runs = await readWholeList(db, accountOf(c), clock.now() - RUN_KEPT_MS);
    if (runs === null) return refuseWith(c, 'client-outdated');
    const used = await measureUploads(db, accountOf(c).userId);
    return c.json<RunList>({ runs, videoBytes: { used, limit: parts.videoQuota } });
  });

  app.get(runPaths.run, async (c) => {
    const sender = (await findSender(accounts, c)) ?? nobodySends;
    const seen = await lookAtRun(db, sender, idIn(c, 'runId'), byLinkKey(c.req.header(RUN_KEY_HEADER)));
    return seen.ok ? c.json<RunAnswer>({ run: await view(seen.value) }) : refuseWith(c, seen.error);
  });

  app.put(runPaths.run, owners, async (c) => {
    const body = await readBody(c, runChange, MAX_RUN_BYTES);
    if (!body.ok) return refuseWith(c, body.error);
    const runId = idIn(c, 'runId');
    if (runId === '') return refuseWith(c, 'run-not-found');
    const wait = changes.take(accountOf(c).userId);
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    const attached = await mayAttach(c, accountOf(c), runId, body.value);
    if (!attached.ok) return refuseWith(c, attached.error);
    const { room, runQuota } = parts;
    const changed = await changeRun({ db, now: clock.now(), room, runQuota }, accountOf(c), runId, body.value);
    if (changed.ok) return c.json<RunAnswer>({ run: await view({ run: changed.value, role: 'owner' }) });
    const { code, current } = changed.error;
    if (current === undefined) return refuseWith(c, code);
    return refuseWith(c, code, undefined, { run: await view({ run: current, role: 'owner' }) } satisfies RunAnswer);
  });

  app.post(runPaths.shares, owners, async (c) => {
    const own = await findOwn(c);
    if (!own.ok) return refuseWith(c, own.error);
    const body = await readBody(c, runShare);
    if (!body.ok) return refuseWith(c, body.error);
    const { run } = own.value;
    const wait = shares.take(run.ownerId);
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    const isShared = await shareRun(db, run, body.value.email, clock.now());
    return isShared ? c.json<RunAnswer>({ run: await viewNow(run) }) : refuseWith(c, 'too-many-shares');
  });

  app.post(runPaths.unshare, owners, async (c) => {
    const own = await findOwn(c);
    if (!own.ok) return refuseWith(c, own.error);
    const body = await readBody(c, runShare);
    if (!body.ok) return refuseWith(c, body.error);
    await removeShare(db, own.value.run.id, body.value.email);
    return c.json<RunAnswer>({ run: await viewNow(own.value.run) });
  });

  app.post(runPaths.link, owners, async (c) => {
    const own = await findOwn(c);
    if (!own.ok) return refuseWith(c, own.error);
    const body = await readBody(c, runLink);
    if (!body.ok) return refuseWith(c, body.error);
    const { run } = own.value;
    // A withdrawn link stays withdrawn: the next one has another key.
    if (body.value.isOn !== (run.linkKey !== null)) {
      await setLinkKey(db, run.id, body.value.isOn ? createLinkKey() : null);
    }
    return c.json<RunAnswer>({ run: await viewNow(run) });
  });

  app.get(runPaths.zones, owners, async (c) => {
    return c.json({ zones: await readZones(db, accountOf(c).userId) });
  });

  app.put(runPaths.zones, owners, async (c) => {
    const body = await readBody(c, privacyZones);
    if (!body.ok) return refuseWith(c, body.error);
    await saveZones(db, accountOf(c).userId, body.value.zones);
    return c.json({ zones: body.value.zones });
  });

  async function view(seen: SeenRun): Promise<Run> {
    const { run, role } = seen;
    if (role === 'owner') return viewOwnRun(run, (await listShares(db, [run.id])).get(run.id) ?? []);
    const others = viewOthersRun(seen, await readZones(db, run.ownerId));
    if (role !== 'link' || run.linkKey === null) return others;
    return { ...others, videoTicket: createTicket(secret, run.id, run.linkKey, clock.now()) };
  }

  /** The run as its owner sees it after a change of its sharing. */
  async function viewNow(run: RunRow): Promise<Run> {
    return view({ run: (await findRun(db, run.id)) ?? run, role: 'owner' });
  }

  const findOwn = (c: AppContext) => findOwnRun(db, accountOf(c), idIn(c, 'runId'));

  /** A run is attached by a sender who may see the race: as its admin, or with a key to it (`?key=`). */
  async function mayAttach(
    c: AppContext,
    { userId }: Sender,
    runId: string,
    { details }: RunChange,
  ): Promise<Result<true, ErrorCode>> {
    const { race } = details;
    if (race === null) return ok(true);
    const known = await findRun(db, runId);
    const isStranger = known !== undefined && known.ownerId !== userId;
    const { eventId, racerId } = known?.details.race ?? {};
    // A run that is attached stays so, whatever becomes of the race and its links.
    if (isStranger || (eventId === race.eventId && racerId === race.racerId)) return ok(true);
    const seen = await lookAtEvent(c, race.eventId);
    if (!seen.ok) return seen;
    const event = await knownEvents.read(seen.value.door, readerOf(c));
    return Object.hasOwn(event?.entries ?? {}, race.racerId) ? ok(true) : refuse('racer-not-in-event');
  }

  return app;
}

/** Only the owner may change a run: to changes by others the run does not exist. */
export async function findOwnRun(
  db: Database,
  sender: Sender,
  runId: string,
): Promise<Result<SeenRun, 'run-not-found'>> {
  const seen = await lookAtRun(db, sender, runId, () => false);
  return seen.ok && seen.value.role === 'owner' ? seen : refuse('run-not-found');
}
