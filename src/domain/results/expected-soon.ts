import type { Line } from '../model/lines.ts';
import type { EventState } from '../model/state.ts';
import type { EpochMs } from '../units.ts';
import { listToCome } from './likely.ts';
import { listInactive } from './lists.ts';
import { readResults } from './read-results.ts';

/** Rows under a thumb do not move by themselves so shortly before somebody is expected. */
const SOON_MS = 10_000;
/** A racer who is later than this may be out: the rows need not wait for ever. */
const LATE_MS = 60_000;

/** Somebody is expected at one of the lines, by the start list or by the times of the others. */
export function isExpectedSoon(event: EventState, lines: readonly Line[], now: EpochMs): boolean {
  const isSoon = (at: EpochMs | null) => at !== null && at - now <= SOON_MS && now - at <= LATE_MS;
  return lines.some((line) =>
    line === 'start'
      ? listInactive(readResults(event)).some(({ entry }) => isSoon(entry.slot?.at ?? null))
      : listToCome(event, line).some(({ expected, readBy }) => readBy.length === 0 && isSoon(expected)),
  );
}
