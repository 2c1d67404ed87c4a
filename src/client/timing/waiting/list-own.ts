import type { Line } from '../../../domain/model/lines.ts';
import type { Tap } from '../../../domain/model/state.ts';
import { byTime } from '../../../domain/results/likely.ts';
import type { OpenEvent } from '../../event/event-context.ts';

/** Times that this phone has taken at a line and not thrown away, the oldest first. */
export function listOwn({ event, sync }: OpenEvent, line: Line): Tap[] {
  const deviceId = sync.deviceId();
  return Object.values(event.taps)
    .filter((tap) => tap.line === line && tap.by.deviceId === deviceId && !tap.undone)
    .toSorted(byTime);
}
