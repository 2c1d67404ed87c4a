import { setMaxListeners } from 'node:events';
import { createFairTurns, NoTurnError, type TurnLimits } from './fair-turns.ts';
import type { Log } from './log.ts';
import { type Rounds, startRounds } from './rounds.ts';

/** Something in the database with work to do: a webhook, a follower. */
export interface Job {
  readonly id: string;
  /** The account whose turns the work takes. */
  readonly from: string;
}

export interface WorkLoopParts<Work extends Job> {
  /** For the log: what could not be worked on. */
  readonly name: string;
  readonly log: Log;
  readonly limits: TurnLimits;
  /** Pause before a search for work: notices that come close together cause one search. */
  readonly gatherMs: number;
  /** Pause between two searches, for work that this node had no notice of. Without it the loop searches only when woken. */
  readonly pollMs?: number;
  /** Jobs with something to do, those that were served longest ago first. */
  find(most: number): Promise<readonly Work[]>;
  /**
   * One turn: one message. True while there may be more, which waits for its next turn. The job is claimed in the
   * database at the beginning of the turn: until then other nodes may take it. `stop` ends what is under way.
   */
  takeTurn(job: Work, stop: AbortSignal): Promise<boolean>;
}

/**
 * Works on jobs in fair turns of their accounts. A turn is one message, so that an account whose receivers are slow, or
 * which has much to send, holds up nobody else.
 */
export function startWorkLoop<Work extends Job>(parts: WorkLoopParts<Work>): Rounds {
  const { name, log, limits, gatherMs, pollMs, find, takeTurn } = parts;
  const turns = createFairTurns(limits);
  const stopping = new AbortController();
  const stop = stopping.signal;
  // Each job that waits or works listens for the stop. Beyond ten Node warns of a leak, in the operator's log.
  setMaxListeners(2 * (limits.most + limits.atOnce), stop);
  /** Jobs that wait for a turn or have one. One job never has two turns at once, which keeps its messages in order. */
  const known = new Map<string, Promise<void>>();
  const settled = () => Promise.all(known.values());

  async function work(job: Work): Promise<void> {
    try {
      while (await turns.run({ from: job.from, gone: stop }, () => takeTurn(job, stop)));
    } catch (error) {
      if (error instanceof NoTurnError) return;
      return log.error(`${name}: a turn failed; it is tried again`, { job: job.id, error });
    } finally {
      known.delete(job.id);
    }
    // More work may wait: of this job, which a search leaves out while it is known, or of a job that found no room.
    looks.wake();
  }
  const looks = startRounds({
    gatherMs,
    ...(pollMs !== undefined && { everyMs: pollMs }),
    onFailure: (error) => log.error(`${name}: work could not be looked for; it is tried again`, { error }),
    async round() {
      const found = await find(limits.most);
      for (const job of found) if (!known.has(job.id)) known.set(job.id, work(job));
    },
  });
  looks.wake();
  return {
    wake: looks.wake,
    async workOff() {
      await settled();
      await looks.workOff();
      await settled();
    },
    async stop() {
      stopping.abort();
      await looks.stop();
      await settled();
    },
  };
}
