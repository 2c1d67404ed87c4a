import { sql } from 'kysely';
import type { RunDetails } from '../../protocol/runs.ts';
import type { Database } from '../../../server/storage/engine.ts';

export interface RunRow {
  readonly id: string;
  readonly ownerId: string;
  /** Name of the owner, never an address. */
  readonly ownerName: string;
  readonly version: number;
  /** Revision of the owner's view; the view of others changes with `version` and `zonesVersion`. */
  readonly revision: number;
  readonly zonesVersion: number;
  readonly createdAt: number;
  readonly deletedAt: number | null;
  readonly details: RunDetails;
  readonly linkKey: string | null;
}

function selectRuns(db: Database) {
  return db
    .selectFrom('runs')
    .innerJoin('runSummaries', 'runSummaries.runId', 'runs.id')
    .leftJoin('profiles', 'profiles.userId', 'runs.ownerId')
    .leftJoin('runLibraries', 'runLibraries.userId', 'runs.ownerId')
    .select([
      'runs.id',
      'runs.ownerId',
      'runs.version',
      'runs.createdAt',
      'runs.deletedAt',
      'runs.details',
      'runs.linkKey',
      'profiles.username',
      'runSummaries.revision',
      'runLibraries.zonesVersion',
    ]);
}

type SelectedRun = Omit<RunRow, 'details' | 'ownerName' | 'zonesVersion'> & {
  readonly details: string;
  readonly username: string | null;
  readonly zonesVersion: number | null;
};

function toRun({ details, username, zonesVersion, ...row }: SelectedRun): RunRow {
  const parsed = JSON.parse(details) as RunDetails;
  return { ...row, ownerName: nameOwner(username), zonesVersion: zonesVersion ?? 0, details: parsed };
}

/** Empty where the owner has set no name: the page then says the sentence without one. */
export const nameOwner = (username: string | null): string => username?.trim() ?? '';

/** Zones count for runs that were shared before, too. */
export const writeOthersRevision = (run: Pick<RunRow, 'version' | 'zonesVersion'>): string =>
  `${run.version}.${run.zonesVersion}`;

export async function findRun(db: Database, runId: string): Promise<RunRow | undefined> {
  const row = await selectRuns(db).where('runs.id', '=', runId).executeTakeFirst();
  return row && toRun(row);
}

/** Whole runs, for pages of the release before: see `MAX_WHOLE`. */
export async function listRunsById(db: Database, runIds: readonly string[]): Promise<RunRow[]> {
  if (runIds.length === 0) return [];
  return (await selectRuns(db).where('runs.id', 'in', runIds).execute()).map(toRun);
}

/** Count and bytes of all runs of an account, including those that wait to be deleted for good. */
export async function measureRuns(db: Database, userId: string): Promise<{ count: number; bytes: number }> {
  const runs = await db
    .selectFrom('runSummaries')
    .select((column) => [column.fn.countAll().as('count'), column.fn.sum('bytes').as('bytes')])
    .where('ownerId', '=', userId)
    .executeTakeFirstOrThrow();
  const samples = await db
    .selectFrom('runSources')
    .innerJoin('runSummaries', 'runSummaries.runId', 'runSources.runId')
    .select((column) => column.fn.sum('runSources.bytes').as('bytes'))
    .where('runSummaries.ownerId', '=', userId)
    .executeTakeFirstOrThrow();
  return { count: Number(runs.count), bytes: Number(runs.bytes ?? 0) + Number(samples.bytes ?? 0) };
}

export interface NewRun {
  readonly id: string;
  readonly ownerId: string;
  readonly createdAt: number;
}

interface RunContent {
  readonly details: RunDetails;
  readonly deletedAt: number | null;
}

export async function insertRun(db: Database, run: NewRun, content: RunContent): Promise<void> {
  await db
    .insertInto('runs')
    .values({ ...run, ...columnsOf(content), version: 1, linkKey: null })
    .execute();
}

export async function updateRun(db: Database, runId: string, content: RunContent): Promise<void> {
  await db
    .updateTable('runs')
    .set({ ...columnsOf(content), version: sql<number>`version + 1` })
    .where('id', '=', runId)
    .execute();
}

function columnsOf({ details, deletedAt }: RunContent) {
  const text = JSON.stringify(details);
  return { details: text, bytes: Buffer.byteLength(text), deletedAt, eventId: details.race?.eventId ?? null };
}

export async function setLinkKey(db: Database, runId: string, linkKey: string | null): Promise<void> {
  await db.updateTable('runs').set({ linkKey }).where('id', '=', runId).execute();
}

/** Deleted runs whose time to be brought back is over. */
export async function listDeadRuns(db: Database, deletedBefore: number, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('runs')
    .select('id')
    .where('deletedAt', 'is not', null)
    .where('deletedAt', '<=', deletedBefore)
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteRun(db: Database, runId: string): Promise<void> {
  await db.deleteFrom('runs').where('id', '=', runId).execute();
}
