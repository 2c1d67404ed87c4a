import { keptFor } from '../../protocol/retention.ts';
import type { Database } from '../storage/engine.ts';
import { deleteQuietFollowed, deleteUnconfirmed } from '../storage/followers.ts';
import { closeEvent, findGoneEvent, listDeadEvents, removeEventStep } from '../storage/remove-event.ts';
import {
  deleteExpired,
  deleteFinishedMail,
  deleteGuests,
  deleteInvitations,
  deleteReceipts,
  ROWS_AT_ONCE,
} from '../storage/retention.ts';
import type { Job } from './upkeep.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface RetentionParts {
  readonly db: Database;
  /** Tells the nodes and pages that show these events that the events are gone. */
  onEventsRewritten(eventIds: readonly string[]): void;
}

/** Rows that are stored for a time only, one job for each kind. The times stand in `protocol/retention.ts`. */
export function retentionJobs({ db, onEventsRewritten }: RetentionParts): readonly Job[] {
  return [
    {
      name: 'deleted events',
      everyMs: HOUR_MS,
      async step(_cursor, now) {
        const gone = await findGoneEvent(db);
        if (gone !== undefined) {
          await removeEventStep(db, gone);
          return 'more';
        }
        const deletedBefore = now - keptFor.deletedEvents;
        const [dead] = await listDeadEvents(db, deletedBefore, 1);
        if (dead === undefined) return undefined;
        if (await closeEvent(db, dead, now, deletedBefore)) onEventsRewritten([dead]);
        return 'more';
      },
    },
    untilFewer('sessions', (now) => deleteExpired(db, 'session', now)),
    untilFewer('verifications', (now) => deleteExpired(db, 'verification', now)),
    untilFewer('finished mail', (now) => deleteFinishedMail(db, now - keptFor.finishedMail)),
    untilFewer('invitations', (now) => deleteInvitations(db, 'invitations', now - keptFor.invitations)),
    untilFewer('invitation mails', (now) => deleteInvitations(db, 'invitationMails', now - keptFor.invitations)),
    untilFewer('followers', (now) => deleteQuietFollowed(db, now - keptFor.followers)),
    untilFewer('unconfirmed followers', (now) => deleteUnconfirmed(db, now - keptFor.unconfirmedFollowers)),
    { name: 'guests', everyMs: DAY_MS, step: (cursor, now) => deleteGuests(db, cursor, now, now - keptFor.guests) },
    { name: 'receipts', everyMs: DAY_MS, step: (cursor, now) => deleteReceipts(db, cursor, now - keptFor.receipts) },
  ];
}

/** Deletes as many rows at a time as one statement may, until fewer are left. */
function untilFewer(name: string, deleteSome: (now: number) => Promise<number>): Job {
  return {
    name,
    everyMs: HOUR_MS,
    step: async (_cursor, now) => ((await deleteSome(now)) === ROWS_AT_ONCE ? 'more' : undefined),
  };
}
