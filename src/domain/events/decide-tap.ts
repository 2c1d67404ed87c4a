import { ok, refuse } from '../result.ts';
import type { Placed } from '../timing/clock.ts';
import type { EpochMs } from '../units.ts';
import type { EventCommand } from './commands.ts';
import { type Decision, type DecisionContext, isPlausible } from './decision.ts';
import { attemptOf, type EventState, type Line, slotOf, type TapNote } from './state.ts';

export type TapCommand = Extract<EventCommand, { readonly type: `tap.${string}` }>;

const LATE_MS = 60_000;
const AHEAD_MS = 2_000;

/**
 * A tap of an admin is always kept: beside another tap for the same racer, for a racer who was removed meanwhile,
 * before its start has arrived, however old. Whether a tap counts is decided here and can be decided again later.
 */
export function decideTap(event: EventState, command: TapCommand, context: DecisionContext): Decision {
  if (command.type === 'tap.record') return decideRecord(event, command, context);
  const tap = event.taps[command.tapId];
  if (tap === undefined) return refuse('tap-not-found');
  switch (command.type) {
    case 'tap.undo':
      return tap.undone ? ok([]) : ok([{ type: 'tap-undone', tapId: tap.id }]);
    case 'tap.redo':
      return tap.undone
        ? ok([{ type: 'tap-restored', tapId: tap.id, counts: isFree(event, tap.racerId, tap.line, tap.attempt) }])
        : ok([]);
    case 'tap.correct':
      return tap.corrected === command.to ? ok([]) : ok([{ type: 'tap-corrected', tapId: tap.id, to: command.to }]);
    case 'tap.choose':
      if (tap.racerId === null) return refuse('tap-has-no-racer');
      if (event.counting[slotOf(tap.racerId, tap.line, tap.attempt)] === tap.id) return ok([]);
      return ok([
        ...(tap.undone ? [{ type: 'tap-restored', tapId: tap.id, counts: false } as const] : []),
        { type: 'tap-chosen', tapId: tap.id },
      ]);
    case 'tap.assign': {
      const { racerId } = command;
      if (racerId !== null && event.entries[racerId] === undefined) return refuse('racer-not-in-event');
      if (racerId === tap.racerId) return ok([]);
      const counts = !tap.undone && isFree(event, racerId, tap.line, tap.attempt);
      return ok([{ type: 'tap-assigned', tapId: tap.id, racerId, counts }]);
    }
  }
}

type RecordCommand = TapCommand & { readonly type: 'tap.record' };

function decideRecord(event: EventState, command: RecordCommand, { now, placed }: DecisionContext): Decision {
  const { id: tapId, line, run: attempt, racerId, captured } = command;
  if (racerId !== null && event.entries[racerId] === undefined) return refuse('racer-not-in-event');
  if (event.taps[tapId] !== undefined) return ok([]);
  if (!isPlausible(placed)) return refuse('time-not-plausible');
  const counts = isFree(event, racerId, line, attempt);
  return ok([
    {
      type: 'tap-recorded',
      tapId,
      line,
      ...attemptOf({ attempt }),
      racerId,
      captured,
      placed,
      counts,
      note: noteOf(placed, now),
    },
  ]);
}

function isFree(event: EventState, racerId: string | null, line: Line, attempt: number): boolean {
  return racerId !== null && event.counting[slotOf(racerId, line, attempt)] === undefined;
}

/** The note stands beside the time and never replaces it. */
function noteOf(placed: Placed, now: EpochMs): TapNote | null {
  if (placed.at > now + AHEAD_MS) return 'ahead';
  return now - placed.at > LATE_MS ? 'late' : null;
}
