import { UNMEASURED } from '../../../src/domain/timing/place-reading.ts';
import { EPOCH } from '../device-clock.ts';
import type { World } from '../world.ts';

/** Nodes are within a few milliseconds of each other, and a reading is rounded. */
const NODE_ERROR_MS = 8;

/** A time placed by measurement, on a device whose clock only drifts, is within its stated uncertainty. */
export function checkClocks({ journal, database }: World, report: (what: string) => void): void {
  for (const log of database.tables.changes.values()) {
    for (const change of log) {
      if (change.type !== 'tap-recorded') continue;
      const made = journal.recorded.get(change.tapId);
      if (made === undefined || !made.isSteady || change.placed.uncertainty >= UNMEASURED) continue;
      const off = Math.abs(change.placed.at - (EPOCH + made.trueTime));
      if (off > change.placed.uncertainty + NODE_ERROR_MS) {
        report(`clock: ${change.tapId} is off by ${Math.round(off)} ms, not ${change.placed.uncertainty}`);
      }
    }
  }
}
