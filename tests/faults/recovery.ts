import type { Witness } from './check-run.ts';
import type { Fault, FaultKind } from './faults-log.ts';

/** The time after faults of one kind until a command sent after them was acknowledged. */
export interface Recovery {
  readonly kind: FaultKind;
  readonly count: number;
  readonly medianMs: number;
  readonly worstMs: number;
}

export function measureRecovery(faults: readonly Fault[], witnesses: readonly Witness[]): Recovery[] {
  const answers = witnesses
    .flatMap(({ lines }) => lines.flatMap((line) => (line.kind === 'answered' ? [line] : [])))
    .filter((line) => line.answers.some(({ status }) => status === 'accepted'))
    .toSorted((one, other) => one.at - other.at);
  const byKind = new Map<FaultKind, number[]>();
  for (const { kind, at } of faults) {
    const first = answers.find((answer) => answer.sentAt >= at);
    const times = byKind.get(kind) ?? [];
    byKind.set(kind, times);
    // No answer follows the last fault when nothing was left to send.
    if (first !== undefined) times.push(first.at - at);
  }
  return [...byKind].flatMap(([kind, times]) => {
    const sorted = times.toSorted((one, other) => one - other);
    const [median, worst] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
    if (median === undefined || worst === undefined) return [];
    return [{ kind, count: sorted.length, medianMs: Math.round(median), worstMs: Math.round(worst) }];
  });
}
