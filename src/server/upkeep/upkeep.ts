import { setTimeout as sleep } from 'node:timers/promises';
import type { EpochMs } from '../../domain/units.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { startRounds } from '../rounds.ts';
import type { Database } from '../storage/engine.ts';
import { claimJob, noteJob } from '../storage/upkeep.ts';

/** Pause between two checks whether a job is due. */
const LOOK_MS = 60_000;
/** The lease is longer than the time between two notes of a job's progress, so that two nodes never do the same job. */
const LEASE_MS = 5 * 60_000;
const NOTE_EVERY_MS = 60_000;
/** Rest after a step, as a multiple of its time: upkeep takes a fifth of the time at most, and taps have the rest. */
const REST = 4;
const LONGEST_REST_MS = 250;

export interface Job {
  readonly name: string;
  readonly everyMs: number;
  /** Set for a job that has work on each node, or that itself keeps two nodes from meeting. */
  readonly onEveryNode?: true;
  /**
   * One small step: a bounded number of rows. Gets '' or the answer of the step before; answers undefined when the pass
   * is over. A step done twice must do no harm, because a node may be killed after any step.
   */
  step(cursor: string, now: EpochMs, isStopped: () => boolean): Promise<string | undefined>;
}

/** Jobs that remove or repair stored data in the background. */
export interface Upkeep {
  /** Says that the job has work now. */
  wake(job: string): void;
  /** Resolves when nothing is due any more, of this job or of all. */
  workOff(job?: string): Promise<void>;
  stop(): Promise<void>;
}

export interface UpkeepParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
}

export function startUpkeep(parts: UpkeepParts, jobs: readonly Job[]): Upkeep {
  const rounds = jobs.map((job) => {
    const passes = startRounds({
      everyMs: job.onEveryNode === true ? job.everyMs : LOOK_MS,
      onFailure: (error) => parts.log.error('The upkeep failed; it is tried again', { job: job.name, error }),
      round: (stop) => passOnce(parts, job, stop),
    });
    return { name: job.name, ...passes };
  });
  return {
    wake: (job) => rounds.find(({ name }) => name === job)?.wake(),
    async workOff(job) {
      const wanted = rounds.filter(({ name }) => job === undefined || job === name);
      await Promise.all(wanted.map(({ workOff }) => workOff()));
    },
    async stop() {
      await Promise.all(rounds.map(({ stop }) => stop()));
    },
  };
}

async function passOnce(parts: UpkeepParts, job: Job, signal: AbortSignal): Promise<void> {
  const { db, clock } = parts;
  if (job.onEveryNode === true) {
    await takeSteps(parts, job, '', signal);
    return;
  }
  const cursor = await claimJob(db, job.name, clock.now(), clock.now() + LEASE_MS);
  if (cursor === undefined) return;
  const left = await takeSteps(parts, job, cursor, signal);
  const dueAt = left === undefined ? clock.now() + job.everyMs : clock.now();
  await noteJob(db, job.name, { cursor: left ?? '', dueAt });
}

/** Answers the cursor to go on from when it was stopped in the middle. */
async function takeSteps(
  { db, clock }: UpkeepParts,
  job: Job,
  from: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  let notedAt = performance.now();
  for (let cursor = from; ;) {
    const startedAt = performance.now();
    const next = await job.step(cursor, clock.now(), () => signal.aborted);
    if (next === undefined || signal.aborted) return next;
    cursor = next;
    const endedAt = performance.now();
    if (job.onEveryNode !== true && endedAt - notedAt > NOTE_EVERY_MS) {
      await noteJob(db, job.name, { cursor, dueAt: clock.now() + LEASE_MS });
      notedAt = endedAt;
    }
    const restMs = Math.min(LONGEST_REST_MS, REST * (endedAt - startedAt));
    await sleep(restMs, undefined, { signal }).catch(() => undefined);
  }
}
