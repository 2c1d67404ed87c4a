import { UNMEASURED } from '../../../src/domain/timing/place-reading.ts';
import { EPOCH } from '../device-clock.ts';
import type { World } from '../world.ts';

/** Nodes are within a few milliseconds of each other, and a reading is rounded. */
const NODE_ERROR_MS = 8;

/**
 * The stated uncertainty rests on the two ways of an exchange being alike (K4), which those of this network are not: one
 * takes up to 60 times as long as the other. Without that, a time is still within twice the stated uncertainty, because
 * no way takes less than no time. What is stated on networks as they are: `clock-bounds.test.ts`.
 */
const UNEVEN_WAYS = 2;

/** A time placed by measurement, on a device whose clock only drifts, is as near to the truth as stated. */
export function checkClocks({ journal, database }: World, report: (what: string) => void): void {
  for (const log of database.tables.changes.values()) {
    for (const change of log) {
      if (change.type !== 'tap-recorded') continue;
      const made = journal.recorded.get(change.tapId);
      if (made === undefined || !made.isSteady || change.placed.uncertainty >= UNMEASURED) continue;
      const off = Math.abs(change.placed.at - (EPOCH + made.trueTime));
      if (off > UNEVEN_WAYS * change.placed.uncertainty + NODE_ERROR_MS) {
        report(`clock: ${change.tapId} is off by ${Math.round(off)} ms, not ${change.placed.uncertainty}`);
      }
    }
  }
}
