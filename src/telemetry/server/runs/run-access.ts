import { refuse, ok, type Result } from '../../../domain/result.ts';
import { id } from '../../../protocol/commands.ts';
import type { RunRole } from '../../protocol/runs.ts';
import { opensLink } from '../../../server/access/link-keys.ts';
import type { Sender } from '../../../server/access/sender.ts';
import type { Database } from '../../../server/storage/engine.ts';
import { isSharedWith } from '../storage/run-sharing.ts';
import { findRun, type RunRow } from '../storage/runs.ts';

export interface SeenRun {
  readonly run: RunRow;
  readonly role: RunRole;
}

/** A run is private until shared: a missing run and a hidden run look alike. */
export async function lookAtRun(
  db: Database,
  sender: Pick<Sender, 'userId' | 'verifiedEmail'>,
  runId: string,
  opensByKey: (run: RunRow) => boolean,
): Promise<Result<SeenRun, 'run-not-found'>> {
  const run = id.safeParse(runId).success ? await findRun(db, runId) : undefined;
  if (run === undefined) return refuse('run-not-found');
  if (run.ownerId === sender.userId) return ok({ run, role: 'owner' });
  if (run.deletedAt !== null) return refuse('run-not-found');
  const { verifiedEmail } = sender;
  if (verifiedEmail !== null && (await isSharedWith(db, runId, verifiedEmail))) return ok({ run, role: 'shared' });
  return opensByKey(run) ? ok({ run, role: 'link' }) : refuse('run-not-found');
}

export const byLinkKey = (given: string | undefined) => (run: RunRow) => opensLink(given, run.linkKey);
