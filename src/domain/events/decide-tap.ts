import { ok, refuse } from '../result.ts';
import type { Placed } from '../timing/clock.ts';
import type { EpochMs } from '../units.ts';
import { sinceOf } from '../model/changes.ts';
import { type CommandOf, type Decision, type DecisionContext, inParts, isPlausible } from './decision.ts';
import { type Line, ZERO_LINE } from '../model/lines.ts';
import { attemptOf, type Author, type EventState, slotOf, type Tap, type TapNote } from '../model/state.ts';
import { MAX_SPLITS } from '../limits.ts';

const LATE_MS = 60_000;
const AHEAD_MS = 2_000;

type OnTap = CommandOf<'tap.undo' | 'tap.redo' | 'tap.correct' | 'tap.fill' | 'tap.see' | 'tap.choose' | 'tap.assign'>;
type DecideTap<Command> = (tap: Tap, command: Command, event: EventState) => Decision;

/** A tap of a rehearsal was wiped with it: what a phone without a signal did with the tap is wiped too. */
function onTap<Command extends OnTap>(decideOn: DecideTap<Command>) {
  return (event: EventState, command: Command, { placed }: DecisionContext): Decision => {
    const tap = event.taps[command.tapId];
    if (tap === undefined) return wasRehearsal(event, placed) ? ok([]) : refuse('tap-not-found');
    return decideOn(tap, command, event);
  };
}

export const undoTap = onTap<CommandOf<'tap.undo'>>(({ id: tapId, undone }) =>
  ok(undone ? [] : [{ type: 'tap-undone', tapId }]),
);

export const redoTap = onTap<CommandOf<'tap.redo'>>((tap, _command, event) =>
  ok(tap.undone ? [{ type: 'tap-restored', tapId: tap.id, counts: mayCount(event, tap) }] : []),
);

export const correctTap = onTap<CommandOf<'tap.correct'>>(({ id: tapId, corrected }, { to }) =>
  ok(corrected === to ? [] : [{ type: 'tap-corrected', tapId, to }]),
);

export const fillTap = onTap<CommandOf<'tap.fill'>>(({ id: tapId, corrected }, { to, correction, of }) =>
  ok(corrected === to ? [] : [{ type: 'tap-filled', tapId, to, correction, of }]),
);

export const seeTap = onTap<CommandOf<'tap.see'>>(({ id: tapId, seen }, { uncertainty }) =>
  ok(seen === uncertainty ? [] : [{ type: 'tap-seen', tapId, uncertainty }]),
);

export const chooseTap = onTap<CommandOf<'tap.choose'>>((tap, _command, event) => {
  const { id: tapId, racerId, line, attempt, undone } = tap;
  if (racerId === null) return refuse('tap-has-no-racer');
  if (event.counting[slotOf(racerId, line, attempt)] === tapId) return ok([]);
  return ok([
    ...(undone ? [{ type: 'tap-restored', tapId, counts: false } as const] : []),
    { type: 'tap-chosen', tapId },
  ]);
});

export const assignTap = onTap<CommandOf<'tap.assign'>>((tap, { racerId, attempt = tap.attempt }, event) => {
  if (racerId !== null && event.entries[racerId] === undefined) return refuse('racer-not-in-event');
  const isMoved = attempt !== tap.attempt;
  // A release before schema 5 would pass over the attempt in the change: it must not be able to read the event.
  const isReadByAll = event.needs < sinceOf('format-set');
  if (isMoved && (isReadByAll || attempt > event.format.attempts.count)) return refuse('attempt-not-in-event');
  if (racerId === tap.racerId && !isMoved) return ok([]);
  const counts = !tap.undone && mayCount(event, { ...tap, racerId, attempt });
  return ok([{ type: 'tap-assigned', tapId: tap.id, racerId, ...(isMoved && { attempt }), counts }]);
});

/**
 * A tap of an admin is always kept: beside another tap for the same racer, for a racer who was removed meanwhile,
 * before its start has arrived, however old. Whether a tap counts is decided here and can be decided again later.
 */
export function recordTap(event: EventState, command: CommandOf<'tap.record'>, context: DecisionContext): Decision {
  const { now, placed } = context;
  const { id: tapId, line, run: attempt, racerId, captured, via, deviceId } = command;
  const isOfRehearsal = wasRehearsal(event, placed);
  if (racerId !== null && event.entries[racerId] === undefined) {
    return isOfRehearsal ? ok([]) : refuse('racer-not-in-event');
  }
  if (event.taps[tapId] !== undefined) return ok([]);
  if (!isPlausible(placed)) return refuse('time-not-plausible');
  if (isTooManySplits(event, line)) return refuse('too-many-splits');
  const counts = !isOfRehearsal && mayCount(event, { line, attempt, racerId, by: { deviceId } });
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
      ...(via !== undefined && { via }),
    },
    // A tap of the rehearsal that arrives after it: kept in the history, and in no result.
    ...(isOfRehearsal ? [{ type: 'tap-undone', tapId } as const] : []),
  ]);
}

function wasRehearsal({ rehearsed }: EventState, { at }: Placed): boolean {
  return rehearsed.some(({ from, to }) => at >= from && at < to);
}

function isTooManySplits({ splits }: EventState, ...lines: readonly Line[]): boolean {
  const known = ['start', 'finish', ZERO_LINE, ...splits];
  const added = new Set(lines.filter((line) => !known.includes(line)));
  return added.size > 0 && splits.length + added.size > MAX_SPLITS;
}

type Candidate = Pick<Tap, 'line' | 'attempt' | 'racerId'> & { readonly by: Pick<Author, 'deviceId'> };

/**
 * A tap counts where none does yet. A tap of the device whose readings count takes the place of another device's, which
 * stays beside it; of a time that a person has set only where that time filled in for the missing tap.
 */
function mayCount(event: EventState, { line, attempt, racerId, by }: Candidate): boolean {
  if (racerId === null) return false;
  const counting = event.taps[event.counting[slotOf(racerId, line, attempt)] ?? ''];
  if (counting === undefined) return isFree(event, racerId, line, attempt);
  const { readings, mainDevice } = event.race;
  if (readings !== 'device' || by.deviceId !== mainDevice || counting.by.deviceId === mainDevice) return false;
  return counting.corrected === null || counting.filled !== undefined;
}

export function enterTap(event: EventState, command: CommandOf<'tap.enter'>): Decision {
  const { id: tapId, line, racerId, to, captured, attempt = 1 } = command;
  if (racerId !== null && event.entries[racerId] === undefined) return refuse('racer-not-in-event');
  if (event.taps[tapId] !== undefined) return ok([]);
  if (isTooManySplits(event, line)) return refuse('too-many-splits');
  const counts = isFree(event, racerId, line, attempt);
  return ok([{ type: 'tap-entered', tapId, line, attempt, racerId, captured, to, counts }]);
}

export function undoShift(event: EventState, { shiftId }: CommandOf<'shift.undo'>): Decision {
  const shift = event.shifts[shiftId];
  if (shift === undefined) return ok([]);
  return ok(inParts(shift.tapIds, (tapIds) => ({ type: 'shift-undone', shiftId, tapIds, ms: shift.ms })));
}

/** Taps that were wiped with a rehearsal meanwhile are left out. */
export function shiftTaps(event: EventState, command: CommandOf<'taps.shift'>): Decision {
  const { id: shiftId, ms } = command;
  if (event.shifts[shiftId] !== undefined) return ok([]);
  const tapIds = [...new Set(command.tapIds)].filter((tapId) => event.taps[tapId] !== undefined);
  if (tapIds.length === 0) return refuse('tap-not-found');
  const reason = command.reason.trim();
  return ok(inParts(tapIds, (part) => ({ type: 'taps-shifted', shiftId, tapIds: part, ms, reason })));
}

/**
 * A moved tap counts at its new line where none does, and takes no other tap's place: moving it back leaves every other
 * tap as it was. Those that counted go first, so that of two readings of a racer the same one counts again. Taps that were
 * wiped with a rehearsal meanwhile are left out, and so are those that compare clocks.
 */
export function moveTaps(event: EventState, { taps }: CommandOf<'taps.move'>): Decision {
  const counting = { ...event.counting };
  const moves = [...new Map(taps.map((move) => [move.tapId, move])).values()].flatMap(({ tapId, line, beside }) => {
    const tap = event.taps[tapId];
    if (tap === undefined || tap.line === line || [tap.line, line].includes(ZERO_LINE)) return [];
    const slot = slotOf(tap.racerId ?? '', tap.line, tap.attempt);
    const counted = counting[slot] === tapId;
    if (counted) delete counting[slot];
    return [{ tap, line, beside, counted }];
  });
  if (isTooManySplits(event, ...moves.map(({ line }) => line))) return refuse('too-many-splits');
  moves.sort((one, other) => Number(other.counted) - Number(one.counted));
  const moved = moves.map(({ tap, line, beside, counted }) => {
    const { id: tapId, racerId, line: from, assignedSeq, undone } = tap;
    const slot = slotOf(racerId ?? '', line, tap.attempt);
    // A tap from before its racer was added anew belongs to the racer's earlier entry.
    const isOfEntry = assignedSeq > (event.entries[racerId ?? '']?.addedSeq ?? Infinity);
    const counts = counting[slot] === undefined && isOfEntry && !undone && !beside;
    if (counts) counting[slot] = tapId;
    return { tapId, from, counted, line, counts };
  });
  return ok(inParts(moved, (part) => ({ type: 'taps-moved', taps: part })));
}

function isFree(event: EventState, racerId: string | null, line: Line, attempt: number): boolean {
  return racerId !== null && event.counting[slotOf(racerId, line, attempt)] === undefined;
}

/** The note stands beside the time and never replaces it. */
function noteOf(placed: Placed, now: EpochMs): TapNote | null {
  if (placed.at > now + AHEAD_MS) return 'ahead';
  return now - placed.at > LATE_MS ? 'late' : null;
}
