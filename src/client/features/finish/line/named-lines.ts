import type { Line } from '../../../../domain/model/lines.ts';
import { type EventState, type Tap, timeOf } from '../../../../domain/model/state.ts';
import { byTime } from '../../../../domain/results/likely.ts';
import type { OpenEvent } from '../../../event/event-context.ts';

export interface NamedLine {
  readonly line: Line;
  readonly name: string;
}

/** The lines where times are taken without a racer: all but the start. */
export function linesOf({ race }: EventState): readonly NamedLine[] {
  return [...race.points, { line: 'finish', name: 'Finish line' }];
}

/** Times that this phone has taken at a line and not thrown away, the oldest first. */
export function listOwn({ event, sync }: OpenEvent, line: Line): Tap[] {
  const deviceId = sync.deviceId();
  return Object.values(event.taps)
    .filter((tap) => tap.line === line && tap.by.deviceId === deviceId && !tap.undone)
    .toSorted(byTime);
}

/** A slip is noticed within minutes; older times were taken where the phone stood. */
const SLIP_MS = 120_000;

export function listRecent(open: OpenEvent, line: Line): Tap[] {
  const since = open.sync.clock.now() - SLIP_MS;
  return listOwn(open, line).filter((tap) => timeOf(tap) >= since);
}
