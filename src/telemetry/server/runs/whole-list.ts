import { MAX_WHOLE, type Run } from '../../protocol/runs.ts';
import type { Database } from '../../../server/storage/engine.ts';
import { listKeptPage, listRunPage, weighRuns } from '../storage/run-lists.ts';
import { listShares, readZones } from '../storage/run-sharing.ts';
import { listRunsById } from '../storage/runs.ts';
import { byNewest, viewOthersRun, viewOwnRun } from './view-run.ts';

/**
 * All runs of an account, whole, for pages of the release before; null if that would be too much. Nothing is cut off:
 * such a page takes a run that is missing in this list for deleted, and drops its copy with the samples.
 */
export async function readWholeList(
  db: Database,
  { userId, verifiedEmail }: { readonly userId: string; readonly verifiedEmail: string | null },
  deletedAfter: number,
): Promise<Run[] | null> {
  const own = await listRunPage(db, userId, null, deletedAfter);
  const kept =
    verifiedEmail === null ? { runs: [], next: null } : await listKeptPage(db, { userId, email: verifiedEmail }, null);
  if (own.next !== null || kept.next !== null) return null;
  const ids = [...own.runs, ...kept.runs].map(({ id }) => id);
  const { bytes, shares } = await weighRuns(db, ids);
  if (bytes > MAX_WHOLE.bytes || shares > MAX_WHOLE.shares) return null;
  const emails = await listShares(db, ids);
  const viewed: Run[] = [];
  for (const run of await listRunsById(db, ids)) {
    viewed.push(
      run.ownerId === userId
        ? viewOwnRun(run, emails.get(run.id) ?? [])
        : viewOthersRun({ run, role: 'shared' }, await readZones(db, run.ownerId)),
    );
  }
  return viewed.toSorted(byNewest);
}
