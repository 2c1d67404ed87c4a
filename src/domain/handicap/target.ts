/** Rules by which earlier results make a target. */
const targetRules = ['mean', 'best'] as const;
export type TargetRule = (typeof targetRules)[number];

export interface Target {
  readonly ms: number;
  /** The number of results that it is made of. */
  readonly races: number;
}

const HUNDREDTH = 10;

/** `races`: the times of each earlier race, by racer. The mean is at hundredths. Racers without a result have no target. */
export function readTargets(
  races: readonly ReadonlyMap<string, number>[],
  rule: TargetRule,
): ReadonlyMap<string, Target> {
  const times = new Map<string, number[]>();
  for (const race of races) {
    for (const [racerId, ms] of race) times.set(racerId, [...(times.get(racerId) ?? []), ms]);
  }
  return new Map(
    [...times].map(([racerId, own]) => [
      racerId,
      { ms: rule === 'best' ? Math.min(...own) : meanOf(own), races: own.length },
    ]),
  );
}

const meanOf = (times: readonly number[]): number =>
  Math.round(times.reduce((sum, ms) => sum + ms, 0) / times.length / HUNDREDTH) * HUNDREDTH;
