import { mistakes } from './planted/mistakes.ts';
import { runSeed, type SeedOptions } from './run-seed.ts';

export interface Failure {
  readonly seed: number;
  readonly violations: readonly string[];
}

export interface Summary {
  readonly seeds: number;
  readonly operations: number;
  readonly kills: number;
  readonly steps: number;
  readonly failures: readonly Failure[];
}

export async function runSeeds(from: number, count: number, options: SeedOptions = {}): Promise<Summary> {
  const failures: Failure[] = [];
  let [operations, kills, steps] = [0, 0, 0];
  for (let seed = from; seed < from + count; seed += 1) {
    const result = await runSeed(seed, options);
    operations += result.operations;
    kills += result.kills;
    steps += result.steps;
    if (result.violations.length > 0) failures.push({ seed, violations: result.violations });
  }
  return { seeds: count, operations, kills, steps, failures };
}

export interface Caught {
  readonly name: string;
  /** The number of seeds until the mistake was caught; null when none of them caught it. */
  readonly seeds: number | null;
  readonly by: string;
}

/** Seed after seed with one known mistake, until a check notices. A mistake inside the hub is in the bundle already. */
export async function catchMistake(name: string, most: number, mistake = mistakes[name]): Promise<Caught> {
  if (mistake === undefined) throw new Error(`There is no mistake named ${name}`);
  for (let seed = 1; seed <= most; seed += 1) {
    const [violation] = (await runSeed(seed, { mistake })).violations;
    if (violation !== undefined) return { name, seeds: seed, by: violation };
  }
  return { name, seeds: null, by: '' };
}
