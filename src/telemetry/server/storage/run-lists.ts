import { type OwnRunSummary, RUNS_A_PAGE, type SharedRunSummary } from '../../protocol/runs.ts';
import type { Cursor } from '../../../server/storage/cursor.ts';
import type { Database } from '../../../server/storage/engine.ts';
import { nameOwner, writeOthersRevision } from './runs.ts';
import type { ShareState } from '../../../server/storage/run-tables.ts';
import { MAX_KEPT_RUNS, MAX_OFFERS } from '../../../protocol/limits.ts';

/**
 * Lists of runs. Each reads small rows along an index, one page and no more: rows that do not belong on a page (deleted
 * runs, say) are left out after reading, because a filter in the statement would go on through thousands of them.
 */

export interface Page<Summary> {
  readonly runs: readonly Summary[];
  readonly next: Cursor | null;
}

/** A page of the owner's runs, with those that were deleted after a moment. */
export async function listRunPage(
  db: Database,
  ownerId: string,
  after: Cursor | null,
  deletedAfter: number,
): Promise<Page<OwnRunSummary>> {
  const rows = await db
    .selectFrom('runSummaries')
    .select(['runId', 'revision', 'name', 'timestamp', 'duration', 'distance', 'createdAt', 'deletedAt'])
    .where('ownerId', '=', ownerId)
    .$if(after !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('createdAt', 'runId'), '<', tuple(after!.createdAt, after!.id)),
      ),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('runId', 'desc')
    .limit(RUNS_A_PAGE)
    .execute();
  return {
    runs: rows
      .filter(({ deletedAt }) => deletedAt === null || deletedAt > deletedAfter)
      .map(({ runId, revision, ...row }) => ({ id: runId, revision: String(revision), ...row })),
    next: nextOf(rows),
  };
}

/**
 * Version that differs whenever the list of the owner's runs does: a new run is the newest, a run that is gone lowers
 * the count, and every other change raises a revision.
 */
export async function readListVersion(db: Database, ownerId: string): Promise<string> {
  const { count, revisions, newest } = await db
    .selectFrom('runSummaries')
    .select((column) => [
      column.fn.countAll().as('count'),
      column.fn.sum('revision').as('revisions'),
      column.fn.max('createdAt').as('newest'),
    ])
    .where('ownerId', '=', ownerId)
    .executeTakeFirstOrThrow();
  return [count, revisions ?? 0, newest ?? 0].map(Number).join('.');
}

/** Person with whom runs are shared. */
export interface Recipient {
  readonly userId: string;
  readonly email: string;
}

export async function listKeptPage(
  db: Database,
  recipient: Recipient,
  after: Cursor | null,
): Promise<Page<SharedRunSummary>> {
  const rows = await listSharePage(db, recipient, 'kept', after, RUNS_A_PAGE);
  return { runs: rows.flatMap((row) => toSummary(row, recipient)), next: nextOf(rows) };
}

/**
 * Shares of deleted runs that are passed over: a sender could hide offers behind them, and a recipient could not block
 * that sender.
 */
const MOST_PASSED = 1_000;

export async function listOffers(db: Database, recipient: Recipient): Promise<SharedRunSummary[]> {
  const offers: SharedRunSummary[] = [];
  let after: Cursor | null = null;
  for (let passed = 0; passed < MOST_PASSED && offers.length < MAX_OFFERS; passed += 2 * MAX_OFFERS) {
    const rows: ShareRow[] = await listSharePage(db, recipient, 'offered', after, 2 * MAX_OFFERS);
    offers.push(...rows.flatMap((row) => toSummary(row, recipient)));
    if (rows.length < 2 * MAX_OFFERS) break;
    after = cursorOf(rows.at(-1)!);
  }
  return offers.slice(0, MAX_OFFERS);
}

function listSharePage(db: Database, { email }: Recipient, state: ShareState, after: Cursor | null, most: number) {
  const shares = db
    .selectFrom('runShares')
    .select(['runId', 'createdAt'])
    .where('email', '=', email)
    .where('state', '=', state)
    .$if(after !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('createdAt', 'runId'), '<', tuple(after!.createdAt, after!.id)),
      ),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('runId', 'desc')
    .limit(most);
  return db
    .selectFrom(shares.as('share'))
    .innerJoin('runSummaries as run', 'run.runId', 'share.runId')
    .leftJoin('profiles', 'profiles.userId', 'run.ownerId')
    .leftJoin('runLibraries', 'runLibraries.userId', 'run.ownerId')
    .select([
      'share.runId',
      'share.createdAt',
      'run.ownerId',
      'run.version',
      'run.deletedAt',
      'run.name',
      'run.timestamp',
      'run.duration',
      'profiles.username',
      'runLibraries.zonesVersion',
    ])
    .orderBy('share.createdAt', 'desc')
    .orderBy('share.runId', 'desc')
    .execute();
}

type ShareRow = Awaited<ReturnType<typeof listSharePage>>[number];

/** Empty for a deleted run, or one that an owner shares with themselves. */
function toSummary(row: ShareRow, { userId }: Recipient): SharedRunSummary[] {
  const { runId, createdAt, deletedAt, ownerId, version, name, timestamp, duration, username, zonesVersion } = row;
  if (deletedAt !== null || ownerId === userId) return [];
  const revision = writeOthersRevision({ version, zonesVersion: zonesVersion ?? 0 });
  return [
    { id: runId, revision, name, timestamp, duration, ownerId, ownerName: nameOwner(username), sharedAt: createdAt },
  ];
}

/** Size of these runs if they were sent whole. */
export async function weighRuns(
  db: Database,
  runIds: readonly string[],
): Promise<{ readonly bytes: number; readonly shares: number }> {
  if (runIds.length === 0) return { bytes: 0, shares: 0 };
  const { bytes } = await db
    .selectFrom('runSummaries')
    .select((column) => column.fn.sum('bytes').as('bytes'))
    .where('runId', 'in', runIds)
    .executeTakeFirstOrThrow();
  const { shares } = await db
    .selectFrom('runShares')
    .select((column) => column.fn.countAll().as('shares'))
    .where('runId', 'in', runIds)
    .executeTakeFirstOrThrow();
  return { bytes: Number(bytes ?? 0), shares: Number(shares) };
}

function nextOf(rows: readonly { readonly createdAt: number; readonly runId: string }[]): Cursor | null {
  const last = rows.length < RUNS_A_PAGE ? undefined : rows.at(-1);
  return last === undefined ? null : cursorOf(last);
}

const cursorOf = ({ createdAt, runId }: { readonly createdAt: number; readonly runId: string }): Cursor => ({
  createdAt,
  id: runId,
});

/** Runs of a race that this person may see: their own, and those shared with them that they keep. */
export async function listRunsOfEvent(
  db: Database,
  eventId: string,
  { userId, verifiedEmail }: { readonly userId: string; readonly verifiedEmail: string | null },
): Promise<{ readonly runId: string; readonly racerId: string; readonly name: string }[]> {
  const ofEvent = db
    .selectFrom('runSummaries as run')
    .select(['run.runId', 'run.racerId', 'run.name', 'run.createdAt'])
    .where('run.eventId', '=', eventId)
    .where('run.deletedAt', 'is', null)
    .orderBy('run.createdAt')
    .limit(RUNS_A_PAGE);
  const kept = db
    .selectFrom('runShares')
    .select('runId')
    .where('email', '=', verifiedEmail ?? '')
    .where('state', '=', 'kept')
    .limit(MAX_KEPT_RUNS);
  const own = await ofEvent.where('run.ownerId', '=', userId).execute();
  const others =
    verifiedEmail === null
      ? []
      : await ofEvent
          .innerJoin(kept.as('kept'), 'kept.runId', 'run.runId')
          .where('run.ownerId', '!=', userId)
          .execute();
  return [...own, ...others]
    .toSorted((one, other) => one.createdAt - other.createdAt)
    .flatMap(({ runId, racerId, name }) => (racerId === null ? [] : [{ runId, racerId, name }]));
}
