import { parentPort } from 'node:worker_threads';
import { mistakes } from './planted/mistakes.ts';
import { type Caught, catchMistake, runSeeds, type Summary } from './run-many.ts';
import { runSeed } from './run-seed.ts';

/** The tasks that `scripts/simulate.mjs` gives a thread. */
export type Task =
  | { readonly kind: 'seeds'; readonly from: number; readonly count: number }
  | { readonly kind: 'mistake'; readonly name: string; readonly isInHub: boolean; readonly most: number }
  | { readonly kind: 'names' }
  | { readonly kind: 'trace'; readonly seed: number; readonly mistake: string | null };

/** The answer to a task of each kind. */
export interface Answers {
  readonly seeds: Summary;
  readonly mistake: Caught;
  readonly names: readonly string[];
  readonly trace: Awaited<ReturnType<typeof runSeed>>;
}

async function perform(task: Task): Promise<Answers[Task['kind']]> {
  switch (task.kind) {
    case 'seeds':
      return runSeeds(task.from, task.count);
    case 'mistake':
      return catchMistake(task.name, task.most, task.isInHub ? {} : mistakes[task.name]);
    case 'names':
      return Object.keys(mistakes);
    case 'trace': {
      const mistake = task.mistake === null ? undefined : mistakes[task.mistake];
      return runSeed(task.seed, { keepTrace: true, ...(mistake && { mistake }) });
    }
  }
}

// An unhandled rejection counts as a violation; the trace shows the seed.
const strays: string[] = [];
process.on('unhandledRejection', (error) => {
  strays.push(`stray: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
});

parentPort?.on('message', async (task: Task) => {
  try {
    const value = await perform(task);
    parentPort!.postMessage({ value, strays: strays.splice(0) });
  } catch (error) {
    parentPort!.postMessage({ error: error instanceof Error ? error.stack : String(error), strays: strays.splice(0) });
  }
});
