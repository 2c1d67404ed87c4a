/** A fault and its time. */
export interface Fault {
  readonly kind: FaultKind;
  /**
   * The time after which an answer shows recovery: the kill, or the end of a lasting fault. On the machine's own clock.
   */
  readonly at: number;
}

export type FaultKind =
  | 'node killed'
  | 'node frozen'
  | 'nodes restarted'
  | 'database killed'
  | 'disk full'
  | 'clocks moved'
  | 'phone killed'
  | 'browser killed';

export interface FaultsLog {
  readonly faults: readonly Fault[];
  note(kind: FaultKind): void;
}

export const machineNow = (): number => performance.timeOrigin + performance.now();

export function createFaultsLog(log: (line: string) => void): FaultsLog {
  const faults: Fault[] = [];
  return {
    faults,
    note(kind) {
      const fault = { kind, at: machineNow() };
      faults.push(fault);
      log(`${new Date(fault.at).toISOString().slice(11, 23)} ${kind}`);
    },
  };
}

export function countBy<Key extends string>(keys: readonly Key[]): Partial<Record<Key, number>> {
  const counts: Partial<Record<Key, number>> = {};
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}
