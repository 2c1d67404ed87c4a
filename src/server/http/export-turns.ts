import { ok, refuse, type Result } from '../../domain/result.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import type { SharedLimits } from '../limits/shared-limits.ts';

/** An export holds one event or one run in memory at a time: this many take less than the spectators of one page. */
const MOST_AT_ONCE = 8;
const RETRY_S = 30;
const EXPORTS = { burst: 12, refillMs: 5 * 60_000 };

export interface ExportTurns {
  /** The returned function ends the turn; it may be called more than once. */
  begin(userId: string): Result<() => void, { readonly code: ErrorCode; readonly wait: number }>;
}

/** Exports of personal data: one at a time for each account, and a limit for all accounts together. */
export function createExportTurns({ limiter }: SharedLimits): ExportTurns {
  const exports = limiter('account-data', EXPORTS);
  const underWay = new Set<string>();
  return {
    begin(userId) {
      if (underWay.has(userId)) return refuse({ code: 'export-under-way', wait: RETRY_S });
      if (underWay.size >= MOST_AT_ONCE) return refuse({ code: 'exports-busy', wait: RETRY_S });
      const wait = exports.take(userId);
      if (wait > 0) return refuse({ code: 'too-many-requests', wait });
      underWay.add(userId);
      let isOver = false;
      return ok(() => {
        if (!isOver) underWay.delete(userId);
        isOver = true;
      });
    },
  };
}
