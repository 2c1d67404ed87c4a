import { epochMs } from '../../src/domain/units.ts';
import type { Job } from '../../src/server/upkeep/upkeep.ts';

/** One pass of a job at a given time, without pauses. Returns the number of steps. */
export async function passOnce(job: Job, now: number): Promise<number> {
  let steps = 0;
  for (let cursor: string | undefined = ''; cursor !== undefined; steps += 1) {
    cursor = await job.step(cursor, epochMs(now), () => false);
  }
  return steps;
}
