import type { Change } from '../model/changes.ts';
import type { EventState } from '../model/state.ts';
import { readResult } from './read-results.ts';
import type { Correction, OfficialValue } from '../model/official.ts';
import { rulingKey } from '../model/ruling.ts';
import { categoryOf } from './categories.ts';

/** Null for racers who are not in the event, and for attempts without a result. Nothing of a rehearsal is a result. */
export function officialValue(now: EventState, racerId: string, attempt: number): OfficialValue | null {
  const event = now.rehearsal === null ? now : { ...now, ...now.rehearsal };
  const entry = event.entries[racerId];
  if (entry === undefined || entry.removed) return null;
  const { status, duration, penalty } = readResult(event, entry, attempt);
  if (status !== 'OK') return { status, ms: null, penaltyMs: 0 };
  if (duration === null) return null;
  const handicapMs = event.format.handicap === null ? undefined : entry.handicap?.ms;
  return { status, ms: duration, penaltyMs: penalty, ...(handicapMs !== undefined && { handicapMs }) };
}

export function isSameValue(one: OfficialValue | null, other: OfficialValue | null): boolean {
  return (
    one?.status === other?.status &&
    one?.ms === other?.ms &&
    one?.penaltyMs === other?.penaltyMs &&
    one?.handicapMs === other?.handicapMs
  );
}

/**
 * Reads the results that a change may alter, before it is applied. The returned function reads them again afterwards and
 * writes the corrections into `corrections`, which no other code holds: copying them for every change would make a log of
 * many corrections slow to read. What was declared is the value before the first change that altered it, so no copy of all
 * results is kept; the way from there to the value of now, with every undo on it, leaves no trace.
 */
export function watchCorrections(
  event: EventState,
  change: Change,
): (after: EventState, corrections: Record<string, Correction>) => void {
  const racerIds = racersOf(event, change);
  const read = (now: EventState) => {
    const results = new Map<string, NamedValue>();
    for (const racerId of racerIds) {
      const entry = now.entries[racerId];
      const person = { name: entry?.name, category: entry && categoryOf(now, entry) };
      for (let attempt = 1; attempt <= now.attempts; attempt += 1) {
        results.set(rulingKey(racerId, attempt), { value: officialValue(now, racerId, attempt), ...person });
      }
    }
    return results;
  };
  const before = read(event);
  return (after, corrections) => {
    for (const [key, result] of read(after)) {
      const last = before.get(key) ?? { value: null, name: result.name, category: result.category };
      if (isSameResult(result, last)) continue;
      const { was: value, at: _at, ...changed } = corrections[key] ?? { was: last.value, at: null };
      const was = { ...last, ...changed, value };
      if (isSameResult(result, was)) delete corrections[key];
      else corrections[key] = { was: value, at: change.at, ...differing(was, result) };
    }
  };
}

/** A result with whose it is; an entry that is not there yet says nothing. */
interface NamedValue {
  readonly value: OfficialValue | null;
  readonly name: string | undefined;
  readonly category: string | null | undefined;
}

/** Whether two results are the same. A name that changes makes another result only where there is a result. */
function isSameResult(one: NamedValue, other: NamedValue): boolean {
  if (!isSameValue(one.value, other.value)) return false;
  return one.value === null || (one.name === other.name && one.category === other.category);
}

function differing(was: NamedValue, is: NamedValue): Pick<Correction, 'name' | 'category'> {
  return {
    ...(was.name !== undefined && was.name !== is.name && { name: was.name }),
    ...(was.category !== undefined && was.category !== is.category && { category: was.category }),
  };
}

/** The racers whose results a change may alter, as far as the change says; a page of a viewer loads no other table. */
function racersOf({ entries, taps }: Pick<EventState, 'entries' | 'taps'>, change: Change): readonly string[] {
  switch (change.type) {
    case 'precision-set':
    case 'race-configured':
    case 'format-set':
    case 'schedule-shifted':
    case 'rehearsal-begun':
    case 'rehearsal-ended':
      return Object.keys(entries);
    case 'entries-added':
      return change.racers.map(({ racerId }) => racerId);
    case 'details-set':
    case 'handicaps-set':
      return change.given.map(({ racerId }) => racerId);
    case 'schedule-set':
      return change.slots.map(({ racerId }) => racerId);
    case 'taps-moved':
      return [...new Set(change.taps.flatMap(({ tapId }) => taps[tapId]?.racerId ?? []))];
    default: {
      const ofTaps = 'tapIds' in change ? change.tapIds : 'tapId' in change ? [change.tapId] : [];
      const named = 'racerIds' in change ? change.racerIds : 'racerId' in change ? [change.racerId] : [];
      const all = [...ofTaps.map((tapId) => taps[tapId]?.racerId), ...named];
      return [...new Set(all.filter((racerId) => racerId != null))];
    }
  }
}
