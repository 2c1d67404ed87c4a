import type { Change } from '../../domain/events/changes.ts';
import type { Log } from '../log.ts';
import type { LiveTimers } from './timers.ts';

const RETRY_MS = 2000;

export interface GapRepairParts {
  readonly log: Log;
  readonly timers: LiveTimers;
  /** The last number that is known here, or null while nothing is. */
  known(): number | null;
  read(after: number): Promise<readonly Change[]>;
  append(changes: readonly Change[]): void;
}

/** News may be late, doubled or lost on the way from another node; the log in storage has everything. */
export interface GapRepair {
  /** The log has come this far, somebody says: what is missing here is read, soon. */
  want(seq: number): void;
  /** The same, and resolves when it has been read. */
  reach(seq: number): Promise<void>;
  stop(): void;
}

export function createGapRepair({ log, timers, known, read, append }: GapRepairParts): GapRepair {
  let wanted = 0;
  let repairing: Promise<void> | undefined;
  let hasStopped = false;

  function isBehind(): boolean {
    const seq = known();
    return seq !== null && seq < wanted && !hasStopped;
  }
  async function readMissing(): Promise<void> {
    while (isBehind()) {
      const before = known()!;
      append(await read(before));
      // Nothing more is stored: whoever spoke of more was wrong.
      if (known() === before) wanted = before;
    }
  }
  function repair(): Promise<void> {
    repairing ??= readMissing().finally(() => {
      repairing = undefined;
    });
    return repairing;
  }
  function repairSoon(): void {
    if (!isBehind()) return;
    repair().then(repairSoon, (error: unknown) => {
      log.error('Missing changes could not be read; they are read again', { error });
      timers.after(RETRY_MS, repairSoon);
    });
  }
  return {
    want(seq) {
      wanted = Math.max(wanted, seq);
      repairSoon();
    },
    async reach(seq) {
      wanted = Math.max(wanted, seq);
      if (isBehind()) await repair();
    },
    stop() {
      hasStopped = true;
    },
  };
}
