import { createFairTurns, NoTurnError, type TurnLimits } from './fair-turns.ts';
import type { Log } from './log.ts';

/** Something in the database with work to do: a webhook, a follower. */
export interface Job {
  readonly id: string;
  /** The account that its turns are counted for. */
  readonly from: string;
}

export interface WorkLoopParts<Work extends Job> {
  /** For the log: what could not be worked on. */
  readonly name: string;
  readonly log: Log;
  readonly limits: TurnLimits;
  /** Pause before a look: news that come close together are looked at once. */
  readonly gatherMs: number;
  /** Pause between two looks for work of which this node was not told. Without it the loop looks only when woken. */
  readonly pollMs?: number;
  /** Jobs with something to do, those that were served longest ago first. */
  find(most: number): Promise<readonly Work[]>;
  /**
   * One turn: one message. True while there may be more, which waits for its next turn. The job is claimed in the
   * database at the beginning of the turn: until then other nodes may take it. `stop` ends what is under way.
   */
  takeTurn(job: Work, stop: AbortSignal): Promise<boolean>;
}

export interface WorkLoop {
  /** Says that there is something to do. */
  wake(): void;
  /** Resolves when what is due now is done. */
  workOff(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Works on jobs in fair turns of their accounts. A turn is one message, so that an account whose receivers are slow, or
 * which has much to send, holds up nobody else.
 */
export function startWorkLoop<Work extends Job>(parts: WorkLoopParts<Work>): WorkLoop {
  const { name, log, limits, gatherMs, pollMs, find, takeTurn } = parts;
  const turns = createFairTurns(limits);
  const stopping = new AbortController();
  const { signal } = stopping;
  /** Jobs that wait for a turn or have one. One job never has two turns at once, which keeps its messages in order. */
  const known = new Map<string, Promise<void>>();
  const settled = () => Promise.all(known.values());
  let looking: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  async function work(job: Work): Promise<void> {
    try {
      while (await turns.run({ from: job.from, gone: signal }, () => takeTurn(job, signal)));
    } catch (error) {
      if (error instanceof NoTurnError) return;
      return log.error(`${name}: a turn failed; it is tried again`, { job: job.id, error });
    } finally {
      known.delete(job.id);
    }
    // There may be more: of this job, which a look passes over while it is known, or of one that found no room.
    wake();
  }
  async function look(): Promise<void> {
    if (signal.aborted) return;
    try {
      const found = await find(limits.most);
      for (const job of found) if (!known.has(job.id)) known.set(job.id, work(job));
    } catch (error) {
      log.error(`${name}: work could not be looked for; it is tried again`, { error });
    }
  }
  /** Looks follow one another: two at once would find the same jobs. */
  const lookNow = (): Promise<void> => (looking = looking.then(look));
  function wake(): void {
    if (signal.aborted) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      void lookNow();
    }, gatherMs).unref();
  }
  const poll = pollMs === undefined ? undefined : setInterval(wake, pollMs).unref();
  wake();
  return {
    wake,
    async workOff() {
      await settled();
      await lookNow();
      await settled();
    },
    async stop() {
      stopping.abort();
      clearInterval(poll);
      clearTimeout(timer);
      await looking;
      await settled();
    },
  };
}
