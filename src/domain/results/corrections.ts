import type { Change } from '../model/changes.ts';
import type { EventState } from '../model/state.ts';
import { readResult } from './read-results.ts';
import type { Correction, OfficialValue } from '../model/official.ts';
import { rulingKey } from '../model/ruling.ts';

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
    const values = new Map<string, OfficialValue | null>();
    for (const racerId of racerIds) {
      for (let attempt = 1; attempt <= now.attempts; attempt += 1) {
        values.set(rulingKey(racerId, attempt), officialValue(now, racerId, attempt));
      }
    }
    return values;
  };
  const before = read(event);
  return (after, corrections) => {
    for (const [key, value] of read(after)) {
      const last = before.get(key) ?? null;
      if (isSameValue(value, last)) continue;
      const was = corrections[key] === undefined ? last : corrections[key].was;
      if (isSameValue(value, was)) delete corrections[key];
      else corrections[key] = { was, at: change.at };
    }
  };
}

/** The racers whose results a change may alter, as far as the change says; a page of a viewer loads no other table. */
export function racersOf({ entries, taps }: Pick<EventState, 'entries' | 'taps'>, change: Change): readonly string[] {
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
