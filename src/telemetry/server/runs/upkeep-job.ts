import { keptFor } from '../../../protocol/retention.ts';
import type { Database } from '../../../server/storage/engine.ts';
import { deleteRun, listDeadRuns } from '../storage/runs.ts';
import { listBodiesOf, listLooseBodies, removeBodies } from '../storage/samples.ts';
import { deleteUpload, knowsUpload, listDeadUploads } from '../storage/videos.ts';
import type { Job } from '../../../server/upkeep/upkeep.ts';
import type { VideoStore } from './video-store.ts';

const EVERY_MS = 10 * 60_000;
/** Samples and uploads younger than this may belong to a request under way: it is longer than any request. */
const LOOSE_MS = 3_600_000;

/** Cursor: the next stage, and the position in it. */
const SAMPLES = 'samples:';
const UPLOADS = 'uploads';
const STRAYS = 'strays';

/** Removes deleted data for good: runs after their thirty days, and samples and videos that nothing refers to. */
export function runsJob({ db, videos }: { readonly db: Database; readonly videos: VideoStore }): Job {
  return {
    name: 'runs',
    everyMs: EVERY_MS,
    // Files of videos may lie in a folder of this node.
    onEveryNode: true,
    async step(cursor, now) {
      if (cursor.startsWith(SAMPLES)) {
        const next = await removeLooseSamples(db, cursor.slice(SAMPLES.length), now);
        return next === undefined ? UPLOADS : SAMPLES + next;
      }
      if (cursor === UPLOADS) {
        const [uploadId] = await listDeadUploads(db, now - keptFor.unfinishedUploads, 1);
        if (uploadId === undefined) return STRAYS;
        await videos.remove(uploadId);
        // The row is deleted last: a file that is not removed is found again.
        await deleteUpload(db, uploadId);
        return UPLOADS;
      }
      if (cursor === STRAYS) {
        // Stray files are kept for a while: the database may be an older one that was restored by mistake.
        const strays = await videos.listStrays(now - keptFor.deletedRuns, (uploadId) => knowsUpload(db, uploadId));
        for (const uploadId of strays) await videos.remove(uploadId);
        return undefined;
      }
      const [runId] = await listDeadRuns(db, now - keptFor.deletedRuns, 1);
      if (runId === undefined) return SAMPLES;
      const bodies = await listBodiesOf(db, { runId });
      await deleteRun(db, runId);
      await removeBodies(db, bodies);
      return '';
    },
  };
}

/**
 * Removes one part of the samples that no run holds, or that never came to belong to one, and answers where to go on.
 */
export async function removeLooseSamples(db: Database, after: string, now: number): Promise<string | undefined> {
  const { loose, next } = await listLooseBodies(db, after, now - LOOSE_MS);
  await removeBodies(db, loose);
  return next;
}
