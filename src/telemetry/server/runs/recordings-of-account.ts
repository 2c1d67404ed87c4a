import { setImmediate as nextRound } from 'node:timers/promises';
import type { OwnedBesides } from '../../../server/accounts/account-parts.ts';
import { eachOwnRun, eachRemovedRun, eachSharedRun, eachUpload } from '../storage/personal-runs.ts';
import { listBlocked } from '../storage/run-answers.ts';
import { readZones, removeSharesWith } from '../storage/run-sharing.ts';
import { deleteRun } from '../storage/runs.ts';
import { listBodiesOf, removeBodies } from '../storage/samples.ts';

/** Recordings in the download of a person's data and in the deletion of an account. */
export const recordingsOfAccount: OwnedBesides = {
  collect: (db, userId, verifiedEmail) => ({
    runs: eachOwnRun(db, userId),
    runsSharedWithMe: eachSharedRun(db, userId, verifiedEmail),
    runsTakenOffMyList: eachRemovedRun(db, userId),
    blockedRunOwners: () => listBlocked(db, userId),
    privacyZones: () => readZones(db, userId),
    uploadedVideos: eachUpload(db, userId),
  }),
  forgetAddress: removeSharesWith,
  async remove(db, userId) {
    const runs = await db.selectFrom('runs').select('id').where('ownerId', '=', userId).execute();
    for (const { id } of runs) {
      const bodies = await listBodiesOf(db, { runId: id });
      await deleteRun(db, id);
      await removeBodies(db, bodies);
      await nextRound();
    }
  },
};
