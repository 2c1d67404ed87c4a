import type { CommandAnswer } from '../../protocol/commands.ts';
import { callStatusOf } from '../../protocol/error-entry.ts';
import { errors } from '../../protocol/errors.ts';
import type { Clock } from '../clock.ts';
import type { Histogram, Registry } from './registry.ts';
import type { SlowLog } from './slow-log.ts';

/** Meter that is told once for each batch of commands. */
export interface CommandMeter {
  committed(batch: CommittedBatch): void;
  /** A batch of which nothing was stored; the devices keep its commands. */
  failed(commands: number): void;
}

interface CommittedBatch {
  readonly answers: readonly CommandAnswer[];
  /** Commands that had been answered before, by id. */
  readonly known: ReadonlyMap<string, unknown>;
  /** Time for which the batch's first request waited for the batch before it. */
  readonly waitedMs: number;
  readonly ms: number;
}

/** The commands that are not answered yet. */
export interface Backlog {
  readonly commands: number;
  /** Age of the oldest waiting request. */
  readonly ageMs: number;
}

const OUTCOMES = ['stored', 'repeated', 'later'] as const;
const REASONS = [
  'invalid-argument',
  'permission-denied',
  'not-found',
  'aborted',
  'resource-exhausted',
  'other',
] as const;

const COMMIT_BOUNDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
/** Ages from a tap that went straight through to one of a phone that was off for a day. */
const AGE_BOUNDS = [50, 100, 200, 500, 1000, 2000, 5000, 15_000, 60_000, 300_000, 1_800_000, 7_200_000, 86_400_000];

export interface CommandFigures {
  readonly meter: CommandMeter;
  readonly commit: Histogram;
  readonly tapAge: Histogram;
  handled(): number;
  refused(): number;
}

export function createCommandFigures(registry: Registry, slow: SlowLog, clock: Clock): CommandFigures {
  const help = 'Commands by what became of them.';
  const outcomes = registry.counters('pushoff_commands_total', help, 'outcome', OUTCOMES);
  const refusals = registry.counters(
    'pushoff_commands_refused_total',
    'Commands that were refused, by why.',
    'reason',
    REASONS,
  );
  const commit = registry.histogram('pushoff_commit_seconds', 'One transaction of commands, until it is durable.', {
    bounds: COMMIT_BOUNDS,
    unit: 1000,
  });
  const wait = registry.histogram('pushoff_commit_wait_seconds', 'How long commands waited for their transaction.', {
    bounds: COMMIT_BOUNDS,
    unit: 1000,
  });
  const size = registry.histogram('pushoff_commit_commands', 'Commands in one transaction.', {
    bounds: [1, 2, 5, 10, 20, 50, 100, 200],
  });
  const tapAge = registry.histogram(
    'pushoff_tap_age_seconds',
    'How long taps had waited on their devices when they arrived.',
    { bounds: AGE_BOUNDS, unit: 1000 },
  );
  const tapToCommit = registry.histogram('pushoff_tap_to_commit_seconds', 'From the finger to the durable commit.', {
    bounds: AGE_BOUNDS,
    unit: 1000,
  });

  function count(answer: CommandAnswer, { known, waitedMs, ms }: CommittedBatch, now: number): void {
    if (answer.status === 'later') return outcomes.later.add();
    if (known.has(answer.id)) return outcomes.repeated.add();
    if (answer.status === 'refused') return refusals[reasonOf(answer)].add();
    outcomes.stored.add();
    for (const change of answer.changes) {
      if (change.type !== 'tap-recorded') continue;
      const sinceTap = Math.max(0, now - change.placed.at);
      tapToCommit.observe(sinceTap);
      tapAge.observe(Math.max(0, sinceTap - waitedMs - ms));
    }
  }
  return {
    commit,
    tapAge,
    handled: () => outcomes.stored.value + outcomes.repeated.value + refused(),
    refused,
    meter: {
      committed(batch) {
        commit.observe(batch.ms);
        wait.observe(batch.waitedMs);
        size.observe(batch.answers.length);
        const now = clock.now();
        for (const answer of batch.answers) count(answer, batch, now);
        if (batch.ms > slow.limits.commit) {
          slow.note('commit', batch.ms, { commands: batch.answers.length, waitedMs: Math.round(batch.waitedMs) });
        }
      },
      failed: (commands) => outcomes.later.add(commands),
    },
  };
  function refused(): number {
    return REASONS.reduce((sum, reason) => sum + refusals[reason].value, 0);
  }
}

function reasonOf({ code }: CommandAnswer & { status: 'refused' }): (typeof REASONS)[number] {
  const status = callStatusOf(errors[code].http);
  return REASONS.find((reason) => reason === status) ?? 'other';
}
