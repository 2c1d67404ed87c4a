import { RUN_KEPT_MS } from '../../protocol/runs.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Database } from '../storage/database.ts';
import { deleteRun, listDeadRuns } from '../storage/runs.ts';
import { listBodiesOf, listLooseBodies, removeBodies } from '../storage/samples.ts';
import { deleteUpload, knowsUpload, listDeadUploads } from '../storage/videos.ts';
import type { VideoStore } from './video-store.ts';

const EVERY_MS = 10 * 60_000;
/** Whoever pauses an upload goes on within a week, or begins anew. */
const UNFINISHED_MS = 7 * 24 * 3_600_000;
/** Longer than any request: what is younger may be on its way. */
const LOOSE_MS = 3_600_000;
const MOST_AT_ONCE = 100;

export interface UpkeepParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly videos: VideoStore;
}

/** Takes away for good what was deleted: runs after their thirty days, samples and videos that nothing points at. */
export interface RunUpkeep {
  /** There is something to do now. */
  wake(): void;
  stop(): Promise<void>;
}

export function startRunUpkeep(parts: UpkeepParts): RunUpkeep {
  const { log } = parts;
  let isStopped = false;
  let passing = Promise.resolve();

  function wake(): void {
    passing = passing.then(async () => {
      if (isStopped) return;
      try {
        await passOnce(parts, () => isStopped);
      } catch (error) {
        log.error('The upkeep of runs failed', { error });
      }
    });
  }
  const timer = setInterval(wake, EVERY_MS);
  timer.unref();
  return {
    wake,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await passing;
    },
  };
}

export async function passOnce({ db, clock, videos }: UpkeepParts, isStopped = () => false): Promise<void> {
  const now = clock.now();
  for (const runId of await listDeadRuns(db, now - RUN_KEPT_MS, MOST_AT_ONCE)) {
    if (isStopped()) return;
    const bodies = await listBodiesOf(db, { runId });
    await deleteRun(db, runId);
    await removeBodies(db, bodies);
  }
  await removeBodies(db, await listLooseBodies(db, now - LOOSE_MS, MOST_AT_ONCE));
  for (const uploadId of await listDeadUploads(db, now - UNFINISHED_MS, MOST_AT_ONCE)) {
    if (isStopped()) return;
    await videos.remove(uploadId);
    // Last: what is not removed is found again.
    await deleteUpload(db, uploadId);
  }
  // Not at once: the database may be an older one that was restored by mistake.
  const strays = await videos.listStrays(now - RUN_KEPT_MS, (uploadId) => knowsUpload(db, uploadId));
  for (const uploadId of strays) await videos.remove(uploadId);
}
