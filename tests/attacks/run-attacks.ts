import { setTimeout as sleep } from 'node:timers/promises';
import type { AttackCase, Finding } from './case.ts';
import { allCases } from './cases.ts';
import { startTarget, type Target } from './target.ts';
import { buildTarget } from './target-build.ts';

export interface AttackOptions {
  /** Checks out the sources that are built and attacked; default: these. */
  readonly root?: () => string;
  readonly chosen?: (attack: AttackCase) => boolean;
  /** Two nodes of one PostgreSQL instead of one node on SQLite. */
  readonly onNodes?: boolean;
  readonly onResult?: (result: AttackResult) => void;
}

export interface AttackResult extends Finding {
  readonly attack: AttackCase;
  readonly seconds: number;
}

/** An attack that still runs after this time has succeeded: the server is too slow. */
const PATIENCE_MINUTES = 5;
const AT_ONCE = 3;

export async function runAttacks(options: AttackOptions = {}): Promise<AttackResult[]> {
  const { chosen = () => true, onNodes = false, onResult = () => undefined } = options;
  const cases = allCases.filter((attack) => chosen(attack) && (!onNodes || attack.onNodes === true));
  if (cases.length === 0) return [];
  const build = await buildTarget(options.root?.());
  const start = (env = {}) => startTarget(build, onNodes ? { engine: 'postgres', nodes: 2, env } : { env });
  const results: AttackResult[] = [];
  const tell = (result: AttackResult) => {
    results.push(result);
    onResult(result);
  };
  try {
    await runTogether(
      start,
      cases.filter(({ isAlone }) => isAlone !== true),
      tell,
    );
    for (const attack of cases.filter(({ isAlone }) => isAlone === true)) {
      await runTogether(() => start(attack.env), [attack], tell);
    }
  } finally {
    await build.remove();
  }
  return results;
}

/**
 * Runs cases on one server, several at a time: each case uses its own people, so the limits of one do not affect
 * another.
 */
async function runTogether(
  start: () => Promise<Target>,
  cases: readonly AttackCase[],
  tell: (result: AttackResult) => void,
): Promise<void> {
  if (cases.length === 0) return;
  const target = await start();
  const left = [...cases];
  const attackInTurn = async () => {
    for (let attack = left.shift(); attack !== undefined; attack = left.shift()) tell(await runOne(target, attack));
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, attackInTurn));
  } finally {
    await target.stop();
  }
}

async function runOne(target: Target, attack: AttackCase): Promise<AttackResult> {
  const began = performance.now();
  const abort = new AbortController();
  const { minutes = PATIENCE_MINUTES } = attack;
  const late = sleep(minutes * 60_000, undefined, { signal: abort.signal }).then(
    (): Finding => ({ isOpen: true, figure: `not over after ${minutes} minutes` }),
    (): Finding => ({ isOpen: true, figure: '' }),
  );
  const tried = attack.run(target).catch((error: unknown): Finding => ({
    isOpen: true,
    figure: `could not be tried: ${error instanceof Error ? error.message : String(error)}`,
  }));
  const finding = await Promise.race([tried, late]);
  abort.abort();
  return { attack, ...finding, seconds: (performance.now() - began) / 1000 };
}
