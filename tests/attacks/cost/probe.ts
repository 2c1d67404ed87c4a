import { measurePage, MOST_TIMES_PLAIN } from '../plain.ts';
import type { Target } from '../target.ts';

/** One input, sent often enough to measure its cost. */
export interface Probe {
  readonly name: string;
  /** Why the input may cost more, and what bounds its number. */
  readonly dear?: string;
  /** A variation of a request that is measured by itself as well; variations may be sent side by side. */
  readonly isOdd?: boolean;
  /** The number of inputs in one sending; default: one. */
  readonly count?: number;
  send(): Promise<unknown>;
}

export interface Cost {
  readonly name: string;
  /** The cost as a multiple of a plain request. */
  readonly times: number;
  readonly dear?: string;
}

/**
 * Garbage of one request may be collected during another, work of the one before may still go on, and a busy machine
 * makes everything dearer for a while: the least of several tries is the input's own cost, the later ones on an idle
 * server and against a plain page of the same moment.
 */
const TRIES = 3;
/** Sent one after the other, each request would wait for the machine. */
const SIDE_BY_SIDE = 8;

/** Finds the expensive inputs. Inputs that are cheap all together are cheap each. */
export async function measureCosts(target: Target, plainMs: number, probes: readonly Probe[]): Promise<Cost[]> {
  const cheap = probes.filter(({ dear }) => dear === undefined);
  const odd = cheap.filter(({ isOdd }) => isOdd === true);
  const together = await target.costMs(async () => {
    for (const { send, isOdd } of cheap) if (isOdd !== true) await send();
    for (let from = 0; from < odd.length; from += SIDE_BY_SIDE) {
      await Promise.all(odd.slice(from, from + SIDE_BY_SIDE).map(({ send }) => send()));
    }
  });
  const costs: Cost[] = [];
  const isCheap = together < MOST_TIMES_PLAIN * plainMs;
  for (const { name, dear, count = 1, send } of isCheap ? probes.filter(({ dear }) => dear !== undefined) : probes) {
    let times = Number.POSITIVE_INFINITY;
    for (let round = 0; round < TRIES && times > MOST_TIMES_PLAIN; round += 1) {
      if (round > 0) await target.quiet();
      const besideMs = round === 0 ? plainMs : await measurePage(target);
      times = Math.min(times, (await target.costMs(send)) / count / besideMs);
      if (dear !== undefined) break;
    }
    costs.push({ name, times, ...(dear !== undefined && { dear }) });
  }
  return costs;
}
