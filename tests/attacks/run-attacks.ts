import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../../src/server/storage/database.ts';
import type { AttackCase, Finding } from './case.ts';
import { allCases } from './cases.ts';
import { startTarget } from './target.ts';
import { buildTarget, type TargetBuild } from './target-build.ts';

export interface AttackOptions {
  /** The checkout that is built and attacked; this one unless another is named. */
  readonly root?: string;
  readonly chosen?: (attack: AttackCase) => boolean;
  /** Two nodes of one PostgreSQL instead of one node on SQLite. */
  readonly onNodes?: boolean;
  readonly onResult?: (result: AttackResult) => void;
}

export interface AttackResult extends Finding {
  readonly attack: AttackCase;
  readonly seconds: number;
}

/** An attack that is still going on then has won: the server was to be quick. */
const PATIENCE_MS = 60_000;

export async function runAttacks(options: AttackOptions = {}): Promise<AttackResult[]> {
  const { chosen = () => true, onNodes = false } = options;
  const cases = allCases.filter((attack) => chosen(attack) && (!onNodes || attack.onNodes === true));
  const build = await buildTarget(options.root);
  const results: AttackResult[] = [];
  try {
    // One after the other: they measure the processor.
    for (const attack of cases) {
      const result = await runOne(build, attack, onNodes);
      results.push(result);
      options.onResult?.(result);
    }
  } finally {
    await build.remove();
  }
  return results;
}

/** Each on a server of its own, so that no limit that one has used up stands in the way of the next. */
async function runOne(build: TargetBuild, attack: AttackCase, onNodes: boolean): Promise<AttackResult> {
  const began = performance.now();
  const engine: Engine = onNodes ? 'postgres' : 'sqlite';
  const target = await startTarget(build, { engine, nodes: onNodes ? 2 : 1, env: attack.env ?? {} });
  const abort = new AbortController();
  let finding: Finding;
  try {
    const late = sleep(PATIENCE_MS, undefined, { signal: abort.signal }).then((): Finding => {
      return { isOpen: true, figure: `not over after ${PATIENCE_MS / 1000} s` };
    });
    finding = await Promise.race([attack.run(target), late]);
  } catch (error) {
    finding = { isOpen: true, figure: `could not be tried: ${error instanceof Error ? error.message : String(error)}` };
  } finally {
    abort.abort();
    await target.stop();
  }
  return { attack, ...finding, seconds: (performance.now() - began) / 1000 };
}
