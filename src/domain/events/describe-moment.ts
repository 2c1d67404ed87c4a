import { createZonedFormatter } from '../timing/zoned-formatter.ts';
import type { EpochMs } from '../units.ts';

const formatterOf = createZonedFormatter({ month: 'short', day: 'numeric' });

/** For example 'Jun 2, 2026, 18:31:00', in the event's own time zone. */
export function describeMoment(at: EpochMs, timeZone: string): string {
  return formatterOf(timeZone).format(at);
}
