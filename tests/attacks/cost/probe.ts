import { MOST_TIMES_PLAIN } from '../plain.ts';
import type { Target } from '../target.ts';

/** One input, sent as often as it takes to see what it costs. */
export interface Probe {
  readonly name: string;
  /** Why it may cost more, and what bounds how much of it there is. */
  readonly dear?: string;
  /** Something odd about a request that is measured by itself as well; such ones may go side by side. */
  readonly isOdd?: boolean;
  /** How many inputs go in one sending; one unless it is said. */
  readonly count?: number;
  send(): Promise<unknown>;
}

export interface Cost {
  readonly name: string;
  /** How many times as much as a plain request. */
  readonly times: number;
  readonly dear?: string;
}

/** Garbage is collected in one request's time and made in another's: the least of some tries is the input's own. */
const TRIES = 3;
/** One after the other, each would wait for its turn on the machine. */
const SIDE_BY_SIDE = 8;

/** What is dear, of some inputs. Those that are cheap all together are cheap each. */
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
      times = Math.min(times, (await target.costMs(send)) / count / plainMs);
      if (dear !== undefined) break;
    }
    costs.push({ name, times, ...(dear !== undefined && { dear }) });
  }
  return costs;
}
