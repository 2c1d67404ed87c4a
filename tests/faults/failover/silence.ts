import type { Witness } from '../check-run.ts';
import type { ClusterFault, ClusterFaultKind } from './cluster-faults.ts';

/** The longest times without any answer around faults of one kind. */
export interface Silence {
  readonly kind: ClusterFaultKind;
  readonly ms: readonly number[];
}

/** For each fault the longest time between two answers, of all phones together, that has a part after it began. */
export function measureSilence(faults: readonly ClusterFault[], witnesses: readonly Witness[]): Silence[] {
  const times = witnesses
    .flatMap(({ lines }) => lines.flatMap((line) => (line.kind === 'answered' ? [line] : [])))
    .filter((line) => line.answers.some(({ status }) => status === 'accepted'))
    .map(({ at }) => at)
    .toSorted((one, other) => one - other);
  const byKind = new Map<ClusterFaultKind, number[]>();
  for (const [index, { kind, at }] of faults.entries()) {
    const next = faults[index + 1]?.at ?? Infinity;
    const gaps = times.flatMap((time, place) => {
      const before = times[place - 1];
      return before !== undefined && time > at && before < next ? [time - before] : [];
    });
    byKind.set(kind, [...(byKind.get(kind) ?? []), Math.round(Math.max(0, ...gaps))]);
  }
  return [...byKind].map(([kind, ms]) => ({ kind, ms }));
}
