import { ok, refuse, type Result } from '../result.ts';
import { type DurationMs, durationMs, type EpochMs, epochMs } from '../units.ts';
import { type Starter, startGroup, type TeamOf } from './order.ts';

export interface StartPlan {
  readonly first: EpochMs;
  readonly interval: DurationMs;
  /** Added where the next racer starts with another group: room for racers who sign on late. */
  readonly gap: DurationMs;
}

const MAX_INTERVAL_MS = durationMs(30 * 60_000);
const MAX_GAP_MS = durationMs(3 * 3_600_000);

/** `interval-too-short`: two racers at one second are a mass start, which has a button of its own. */
export type PlanProblem = 'interval-too-short' | 'interval-too-long' | 'gap-not-possible';

export function checkPlan({ interval, gap }: Omit<StartPlan, 'first'>): PlanProblem | null {
  if (!(interval >= 1000)) return 'interval-too-short';
  if (interval > MAX_INTERVAL_MS) return 'interval-too-long';
  return gap >= 0 && gap <= MAX_GAP_MS ? null : 'gap-not-possible';
}

/**
 * A start for each racer, in the order of the list. A first start in the past is allowed: the list may be typed late.
 * `teamOf`: racers of one team who stand together in the list get one start.
 */
export function spreadStarts(
  starters: readonly Starter[],
  plan: StartPlan,
  teamOf: TeamOf = () => null,
): Result<EpochMs[], PlanProblem> {
  const problem = checkPlan(plan);
  if (problem !== null) return refuse(problem);
  let at: number = plan.first;
  return ok(
    starters.map((starter, index) => {
      const before = starters[index - 1];
      const team = teamOf(starter);
      if (before !== undefined && (team === null || teamOf(before) !== team))
        at += plan.interval + (startGroup(before) === startGroup(starter) ? 0 : plan.gap);
      return epochMs(at);
    }),
  );
}

/** The interval that most neighbours in the list have, the shorter one of two that are as frequent. Null without any. */
export function usualInterval(starters: readonly Starter[]): DurationMs | null {
  const times = starters.flatMap(({ at }) => at ?? []).toSorted((one, other) => one - other);
  const counts = new Map<number, number>();
  for (const [index, at] of times.entries()) {
    const step = at - (times[index - 1] ?? at);
    if (step > 0) counts.set(step, (counts.get(step) ?? 0) + 1);
  }
  const [usual] = [...counts].toSorted(([one, often], [other, oftener]) => oftener - often || one - other);
  return usual === undefined ? null : durationMs(usual[0]);
}

/** `30`, `1:30` or `0:01:30`: seconds, minutes and seconds, or hours too. Null for anything else. */
export function readInterval(text: string): DurationMs | null {
  if (!/^\d{1,4}(:\d{1,2}){0,2}$/.test(text.trim())) return null;
  const figures = text.trim().split(':').map(Number);
  if (figures.slice(1).some((figure) => figure > 59)) return null;
  return durationMs(figures.reduce((sum, figure) => sum * 60 + figure, 0) * 1000);
}
