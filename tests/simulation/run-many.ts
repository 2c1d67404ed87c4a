import { mistakes } from './planted/mistakes.ts';
import { runSeed, type SeedOptions, type SeedResult } from './run-seed.ts';

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

/** Worlds share nothing, so many take turns in one process: one turn of the event loop serves them all. */
const AT_ONCE = 4;

export async function runSeeds(from: number, count: number, options: SeedOptions = {}): Promise<Summary> {
  const failures: Failure[] = [];
  let [operations, kills, steps, next] = [0, 0, 0, from];
  const take = async (): Promise<void> => {
    while (next < from + count) {
      const result: SeedResult = await runSeed(next++, options);
      operations += result.operations;
      kills += result.kills;
      steps += result.steps;
      if (result.violations.length > 0) failures.push({ seed: result.seed, violations: result.violations });
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, take));
  failures.sort((one, other) => one.seed - other.seed);
  return { seeds: count, operations, kills, steps, failures };
}

export interface Caught {
  readonly name: string;
  /** How many seeds it took; null when none of them caught it. */
  readonly seeds: number | null;
  readonly by: string;
}

/** Seed after seed with one known mistake, until a check notices. One inside the hub is in the bundle already. */
export async function catchMistake(name: string, most: number, mistake = mistakes[name]): Promise<Caught> {
  if (mistake === undefined) throw new Error(`There is no mistake named ${name}`);
  for (let from = 1; from <= most; from += AT_ONCE) {
    const { failures } = await runSeeds(from, Math.min(AT_ONCE, most - from + 1), { mistake });
    const first = failures[0];
    if (first !== undefined) return { name, seeds: first.seed, by: first.violations[0]! };
  }
  return { name, seeds: null, by: '' };
}
