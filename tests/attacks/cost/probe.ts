import { MOST_TIMES_PLAIN } from '../plain.ts';
import type { Target } from '../target.ts';

/** One input, sent as often as it takes to see what it costs. */
export interface Probe {
  readonly name: string;
  /** Why it may cost more, and what bounds how much of it there is. */
  readonly dear?: string;
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

/** What is dear, of some inputs. Those that are cheap all together are cheap each. */
export async function measureCosts(target: Target, plainMs: number, probes: readonly Probe[]): Promise<Cost[]> {
  const cheap = probes.filter(({ dear }) => dear === undefined);
  const together = await target.costMs(async () => {
    for (const { send } of cheap) await send();
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
