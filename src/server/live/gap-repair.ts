import type { Change } from '../../domain/model/changes.ts';
import type { Log } from '../log.ts';
import type { LiveTimers } from './timers.ts';

const RETRY_MS = 2000;

export interface GapRepairParts {
  readonly log: Log;
  readonly timers: LiveTimers;
  /** The last known seq, or null while nothing is known. */
  known(): number | null;
  read(after: number): Promise<readonly Change[]>;
  append(changes: readonly Change[]): void;
}

/** Reads missing changes: news of another node may be late, doubled or lost; the log in storage has everything. */
export interface GapRepair {
  /** News that the log has come to this seq: missing changes are read soon. */
  want(seq: number): void;
  /** Like `want`, and resolves when the changes have been read. */
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
      // Nothing more is stored: the news was wrong.
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
