import type { Line } from '../../../../domain/model/lines.ts';
import { type EventState, type Tap, timeOf } from '../../../../domain/model/state.ts';
import type { OpenEvent } from '../../../event/event-context.ts';
import { listOwn } from '../../../timing/waiting/list-own.ts';

export interface NamedLine {
  readonly line: Line;
  readonly name: string;
}

/** The lines where times are taken without a racer: all but the start. */
export function linesOf({ race }: EventState): readonly NamedLine[] {
  return [...race.points, { line: 'finish', name: 'Finish line' }];
}

/** A slip is noticed within minutes; older times were taken where the phone stood. */
const SLIP_MS = 120_000;

export function listRecent(open: OpenEvent, line: Line): Tap[] {
  const since = open.sync.clock.now() - SLIP_MS;
  return listOwn(open, line).filter((tap) => timeOf(tap) >= since);
}
