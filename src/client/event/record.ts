import type { EventCommandBody } from '../../domain/events/commands.ts';
import type { RaceFormat } from '../../domain/model/race-format.ts';
import { showUndo } from '../ui/undo-bar.tsx';
import type { OpenEvent } from './event-context.ts';

type Steps = EventCommandBody | readonly EventCommandBody[];
type Recording = Pick<OpenEvent, 'sync' | 'eventId'>;

/** Recorded in this order, without waiting for an answer. */
export function record({ sync, eventId }: Recording, steps: Steps): void {
  for (const body of [steps].flat()) void sync.recordForEvent(eventId, body);
}

/** Recorded at once, and offered to be taken back. */
export function recordWithUndo(open: Recording, message: string, steps: Steps, back: Steps): void {
  record(open, steps);
  showUndo({ message, undo: () => record(open, back) });
}

/** Taking it back brings what it replaces, and leaves alone what others have set beside it. */
export function setFormat(open: OpenEvent, message: string, format: Partial<RaceFormat>): void {
  const before = pick(open.event.format, format);
  recordWithUndo(open, message, { type: 'format.set', format }, { type: 'format.set', format: before });
}

/** Present values of the fields that `change` has. */
export function pick<Values extends object>(now: Values, change: Partial<Values>): Partial<Values> {
  const names = Object.keys(change) as (keyof Values)[];
  return Object.fromEntries(names.map((name) => [name, now[name]])) as Partial<Values>;
}
