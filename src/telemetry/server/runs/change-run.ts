import { ok, refuse, type Result } from '../../../domain/result.ts';
import type { ErrorCode } from '../../../protocol/errors.ts';
import type { RunChange, RunDetails } from '../../protocol/runs.ts';
import type { Sender } from '../../../server/access/sender.ts';
import type { Database } from '../../../server/storage/engine.ts';
import { lockRunLibrary } from '../../../server/storage/room.ts';
import { findRun, insertRun, measureRuns, type RunRow, updateRun } from '../storage/runs.ts';
import { dropSources, removeBodies } from '../storage/samples.ts';
import { dropUploads } from '../storage/videos.ts';
import { runQuotaOf, type StorageRoom } from './storage-room.ts';
import { MAX_RUNS } from '../../../protocol/limits.ts';

export interface ChangeParts {
  readonly db: Database;
  readonly now: number;
  readonly runQuota: number;
  readonly room: Pick<StorageRoom, 'refuse'>;
}

/** `current` is the version that the change should have been made on. */
export type ChangeRefusal = { readonly code: ErrorCode; readonly current?: RunRow };

/** Creates a run, or changes it if the change was made on its newest version. A change sent twice does no harm. */
export async function changeRun(
  parts: ChangeParts,
  owner: Pick<Sender, 'userId' | 'verifiedEmail'>,
  runId: string,
  change: RunChange,
): Promise<Result<RunRow, ChangeRefusal>> {
  const ownerId = owner.userId;
  const quota = runQuotaOf(owner, parts.runQuota);
  // The run is checked before anything is locked: a refused change leaves nothing behind.
  if (!isTheirs(await findRun(parts.db, runId), ownerId, change)) return refuse({ code: 'run-not-found' });
  // An owner over the limit must still be able to delete.
  const refusal = change.isDeleted
    ? null
    : await parts.room.refuse('runs', owner, Buffer.byteLength(JSON.stringify(change.details)));
  if (refusal !== null) return refuse({ code: refusal });
  const loose: string[] = [];
  const changed = await parts.db.transaction().execute(async (trx): Promise<Result<RunRow, ChangeRefusal>> => {
    await lockRunLibrary(trx, ownerId);
    const run = await findRun(trx, runId);
    if (!isTheirs(run, ownerId, change)) return refuse({ code: 'run-not-found' });
    if (run !== undefined && isSame(run, change)) return ok(run);
    if (run !== undefined && run.version !== change.basedOn) return refuse({ code: 'run-changed', current: run });
    const held = await measureRuns(trx, ownerId);
    const isNew = run === undefined;
    if (!change.isDeleted && held.bytes > quota.bytes) return refuse({ code: quota.refusal });
    if (!change.isDeleted && isNew && held.count >= MAX_RUNS) return refuse({ code: 'too-many-runs' });
    const deletedAt = change.isDeleted ? (run?.deletedAt ?? parts.now) : null;
    const content = { details: change.details, deletedAt };
    if (isNew) await insertRun(trx, { id: runId, ownerId, createdAt: parts.now }, content);
    else {
      await updateRun(trx, runId, content);
      const kept = change.details.sources.map(({ id }) => id);
      loose.push(...(await dropSources(trx, runId, kept)));
      await dropUploads(trx, runId, uploadsLost(run.details, change.details), parts.now);
    }
    return ok((await findRun(trx, runId))!);
  });
  await removeBodies(parts.db, loose);
  return changed;
}

function isTheirs(run: RunRow | undefined, ownerId: string, { basedOn }: RunChange): boolean {
  return run === undefined ? basedOn === null : run.ownerId === ownerId;
}

/** Equal runs are equal as text: the schema puts the fields in its own order. */
function isSame({ details, deletedAt }: RunRow, change: RunChange): boolean {
  return (deletedAt !== null) === change.isDeleted && JSON.stringify(details) === JSON.stringify(change.details);
}

const uploadsOf = ({ videos }: RunDetails): string[] => videos.flatMap(({ uploadIds }) => uploadIds);

/** Taking an uploaded video out of a run deletes it. An upload that was never named is still under way. */
function uploadsLost(before: RunDetails, after: RunDetails): string[] {
  const kept = new Set(uploadsOf(after));
  return uploadsOf(before).filter((uploadId) => !kept.has(uploadId));
}
