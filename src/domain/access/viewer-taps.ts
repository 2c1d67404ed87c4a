import { isOfTapAlone } from '../events/change-kinds.ts';
import type { Change } from '../events/changes.ts';
import { attemptOf, type EventState, slotOf, type Tap, ZERO_LINE } from '../events/state.ts';
import { unread } from './unseen.ts';

/**
 * Viewers get the taps that results are made of, and no others: what a page is sent must not grow with every tap that
 * was taken back, or read twice. Where the mean of the readings counts, all readings of racers are part of the results.
 */
export function isForViewers(event: EventState, { id, racerId, line, attempt, undone }: Tap): boolean {
  if (racerId === null || undone) return false;
  return event.race.readings === 'mean' || event.counting[slotOf(racerId, line, attempt)] === id;
}

export function tapsForViewers(event: EventState): Tap[] {
  // The counting taps are looked up: going through 20,000 taps would make every arrival of a viewer pay for the log.
  return event.race.readings === 'mean'
    ? Object.values(event.taps).filter((tap) => isForViewers(event, tap))
    : Object.values(event.counting).flatMap((tapId) => event.taps[tapId] ?? []);
}

type TapChange = Change & { readonly tapId: string };
type Recorded = Change & { readonly type: 'tap-recorded' };

/** A change that viewers get as a bare number. */
export const WITHHELD = 'withheld';

/**
 * Changes about taps, for pages that have only the taps for viewers: a tap that is chosen or given to a racer may be one
 * that the page has never heard of. The last change about such a tap says how the tap stands now, and earlier ones say
 * nothing. Null where no change can say it: the page needs the whole event.
 *
 * `event`: the state after the last of the changes.
 */
export function followTaps(
  changes: readonly Change[],
  event: EventState,
): ReadonlyMap<number, Recorded | typeof WITHHELD> | null {
  const told = new Map<number, Recorded | typeof WITHHELD>();
  for (const about of groupByTap(changes).values()) {
    const last = about.at(-1)!;
    const tap = event.taps[last.tapId];
    const isShown = tap !== undefined && isForViewers(event, tap);
    // The page has the tap, or gets it with the change that made it.
    if (isShown && about.every((change) => isMaking(change) || isSetting(change))) continue;
    // A correction of official results has the time of its change, which may be one that the page is not told.
    if (event.official !== null && !about.every(isMaking)) return null;
    for (const { seq } of about) told.set(seq, WITHHELD);
    if (tap === undefined) continue;
    if (isShown && !isPlain(tap, event)) return null;
    const first = about[0]!;
    if (isMaking(first) && teaches(tap)) told.set(first.seq, recordAgain(first, tap, event, false));
    if (isShown || !isMaking(first)) told.set(last.seq, recordAgain(last, tap, event, isShown));
  }
  return told;
}

function groupByTap(changes: readonly Change[]): ReadonlyMap<string, TapChange[]> {
  const groups = new Map<string, TapChange[]>();
  for (const change of changes) {
    if (!isOfTapAlone(change)) continue;
    const group = groups.get(change.tapId);
    if (group === undefined) groups.set(change.tapId, [change]);
    else group.push(change);
  }
  return groups;
}

const isMaking = ({ type }: Change): boolean => type === 'tap-recorded' || type === 'tap-entered';
/** A change of the tap's time alone: a page that shows the tap after it had the tap before. */
const isSetting = ({ type }: Change): boolean => type === 'tap-corrected' || type === 'tap-filled';

/** The first tap at a split, or of an attempt, makes the line or the attempt known, whether it counts or not. */
function teaches({ line, attempt }: Tap): boolean {
  return !['start', 'finish', ZERO_LINE].includes(line) || attempt > 1;
}

/**
 * True if recording the tap again says all of it. A field that is added to taps later is in `more`. A tap from before its
 * racer was added anew is in no mean, and would be if it were recorded now.
 */
function isPlain(tap: Tap, event: EventState): boolean {
  const { id: _id, line: _line, attempt: _attempt, run: _run, racerId, note: _note, via: _via, ...rest } = tap;
  const { seq: _seq, assignedSeq, captured: _captured, placed: _placed, by: _by, corrected, undone, ...more } = rest;
  const isOfEntry = assignedSeq > (event.entries[racerId ?? '']?.addedSeq ?? 0);
  return isOfEntry && corrected === null && !undone && Object.keys(more).length === 0;
}

/** A tap that is not for viewers is told without its racer, which takes it out of the results of a page that had it. */
function recordAgain({ eventId, seq, commandId, at, by }: Change, tap: Tap, event: EventState, isShown: boolean) {
  const { id: tapId, line, racerId, placed, note, via } = tap;
  const recorded: Recorded = {
    type: 'tap-recorded',
    eventId,
    seq,
    commandId,
    at,
    by,
    tapId,
    line,
    ...attemptOf(tap),
    racerId: isShown ? racerId : null,
    captured: unread,
    placed,
    counts: isShown && event.counting[slotOf(racerId!, line, tap.attempt)] === tapId,
    note,
    ...(via !== undefined && { via }),
  };
  return recorded;
}
