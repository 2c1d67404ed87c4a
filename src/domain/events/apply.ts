import type { Admin } from '../access/can.ts';
import { forget } from '../privacy/unseen.ts';
import type { Correction, Official } from '../model/official.ts';
import { watchCorrections } from '../results/corrections.ts';
import { adjustmentsOf, noRuling, type Ruling, rulingKey } from '../model/ruling.ts';
import { type DurationMs, durationMs, epochMs } from '../units.ts';
import { type Change, type OfAttempt, type ShiftOf, sinceOf } from '../model/changes.ts';
import { ZERO_LINE } from '../model/lines.ts';
import { attemptOf, type Entry, type EventState, slotOf, type Tap, unarranged } from '../model/state.ts';
import { applyStop } from './apply-stop.ts';
import { UnknownChange } from './unknown-change.ts';

type Draft = { -readonly [Key in keyof EventState]: EventState[Key] } & {
  entries: Record<string, EventState['entries'][string]>;
  taps: Record<string, Tap>;
  counting: Record<string, string>;
  rulings: Record<string, Ruling>;
  official: DraftOfficial | null;
};
type DraftOfficial = Official & { readonly corrections: Record<string, Correction> };

type Created = Change & { readonly type: 'event-created' };

/**
 * State depends on the changes alone (no clock, no randomness), so it is the same on every machine. `applyAll` and
 * `extend` throw `UnknownChange` for a kind that this release does not know: a state without it would be wrong.
 * `applyAll` copies the state once for all changes.
 */
export function applyAll(event: EventState | null, changes: readonly Change[]): EventState | null {
  return extend(event && copy(event), changes);
}

/** `applyAll` without the copy, for a state that no other code holds. The cost of a copy grows with the event. */
export function extend(event: EventState | null, changes: readonly Change[]): EventState | null {
  let draft = event as Draft | null;
  for (const change of changes) {
    if (draft === null) {
      if (change.type !== 'event-created') throw new UnknownChange(change);
      draft = begin(change);
    } else {
      if (change.seq !== draft.seq + 1) throw new Error(`Change ${change.seq} does not follow ${draft.seq}`);
      const correct = draft.official === null ? null : watchCorrections(draft, change);
      applyTo(draft, change);
      draft.seq = change.seq;
      if (draft.official !== null) correct?.(draft, draft.official.corrections);
    }
    draft.seq = change.seq;
    draft.needs = Math.max(draft.needs, (change.type === 'withheld' && change.since) || sinceOf(change.type));
  }
  return draft;
}

function copy(event: EventState): Draft {
  return {
    ...event,
    entries: { ...event.entries },
    taps: { ...event.taps },
    counting: { ...event.counting },
    rulings: { ...event.rulings },
    official: event.official && { ...event.official, corrections: { ...event.official.corrections } },
  };
}

function begin(change: Created): Draft {
  return {
    id: change.eventId,
    seq: change.seq,
    needs: 1,
    name: change.name,
    createdAt: change.createdAt,
    timeZone: change.timeZone,
    ownerId: change.ownerId,
    admins: [],
    sharedGroup: null,
    awaitingCredits: false,
    deletedAt: null,
    initialsOnly: false,
    isIndexed: false,
    entries: {},
    taps: {},
    counting: {},
    ...unarranged,
    rulings: {},
  };
}

function applyTo(event: Draft, change: Change): void {
  switch (change.type) {
    case 'event-created':
      throw new Error('An event is created once');
    case 'event-renamed':
      event.name = change.name;
      return;
    case 'event-configured':
      event.initialsOnly = change.initialsOnly ?? event.initialsOnly;
      event.isIndexed = change.isIndexed ?? event.isIndexed;
      return;
    case 'event-deleted':
      event.deletedAt = change.at;
      return;
    case 'event-restored':
      event.deletedAt = null;
      return;
    case 'credits-awaited':
      event.awaitingCredits = true;
      return;
    case 'credits-paid':
      event.awaitingCredits = false;
      return;
    case 'entries-added':
      for (const racer of change.racers) {
        if (event.entries[racer.racerId] !== undefined) freeSlotsOf(event, racer.racerId);
        event.entries[racer.racerId] = { ...racer, addedSeq: change.seq, removed: false };
      }
      return;
    case 'entry-renamed':
      event.entries[change.racerId] = { ...event.entries[change.racerId]!, name: change.name };
      return;
    case 'entry-removed': {
      const entry = { ...event.entries[change.racerId]!, removed: true };
      event.entries[change.racerId] =
        change.forgotten === true ? { ...forget(entry), details: null, handicap: null } : entry;
      return;
    }
    case 'entry-restored':
      event.entries[change.racerId] = { ...event.entries[change.racerId]!, removed: false };
      return;
    case 'tap-recorded': {
      const { tapId: id, seq, line, racerId, captured, placed, note, by } = change;
      const said = { id, seq, line, ...attemptOf(change), racerId, captured, placed, note, by };
      event.attempts = Math.max(event.attempts, said.attempt);
      learnLine(event, line);
      const via = change.via && { via: change.via };
      putTap(event, { ...said, ...via, assignedSeq: seq, corrected: null, undone: false }, change.counts);
      return;
    }
    case 'tap-entered': {
      const { tapId: id, seq, line, racerId, captured, to, by } = change;
      const placed = { at: to, uncertainty: durationMs(0) };
      const said = { id, seq, line, ...attemptOf(change), racerId, captured, placed, note: null, by };
      event.attempts = Math.max(event.attempts, said.attempt);
      learnLine(event, line);
      putTap(event, { ...said, via: 'hand', assignedSeq: seq, corrected: to, undone: false }, change.counts);
      return;
    }
    case 'tap-undone':
      putTap(event, { ...tapOf(event, change), undone: true }, false);
      return;
    case 'tap-restored':
      putTap(event, { ...tapOf(event, change), undone: false }, change.counts);
      return;
    case 'tap-corrected': {
      const { filled: _, ...tap } = tapOf(event, change);
      event.taps[change.tapId] = { ...tap, corrected: change.to };
      return;
    }
    case 'tap-seen':
      event.taps[change.tapId] = { ...tapOf(event, change), seen: change.uncertainty };
      return;
    case 'tap-filled': {
      const { tapId, to, correction, of } = change;
      event.taps[tapId] = { ...tapOf(event, change), corrected: to, filled: { correction, of } };
      return;
    }
    case 'taps-shifted': {
      const { shiftId, tapIds, ms, reason } = change;
      shift(event, change, ms);
      const before = event.shifts[shiftId]?.tapIds ?? [];
      event.shifts = { ...event.shifts, [shiftId]: { tapIds: [...before, ...tapIds], ms, reason } };
      return;
    }
    case 'shift-undone': {
      const { [change.shiftId]: _gone, ...others } = event.shifts;
      shift(event, change, durationMs(-change.ms));
      event.shifts = others;
      return;
    }
    case 'taps-moved':
      for (const { tapId, line, counts } of change.taps) {
        learnLine(event, line);
        putTap(event, { ...tapOf(event, { ...change, tapId }), line }, counts);
      }
      return;
    case 'bibs-set':
      for (const given of change.bibs) changeEntry(event, given.racerId, given);
      return;
    case 'schedule-set':
      for (const { racerId, order, at } of change.slots) changeEntry(event, racerId, { slot: { order, at } });
      if (change.arranges) event.arrangedBy = change.commandId;
      return;
    case 'schedule-shifted':
      for (const { racerId, slot } of Object.values(event.entries)) {
        if (slot?.at == null || slot.at < change.from) continue;
        changeEntry(event, racerId, { slot: { ...slot, at: epochMs(slot.at + change.ms) } });
      }
      return;
    case 'race-configured':
      event.race = { ...event.race, ...change.settings };
      return;
    case 'format-set': {
      const { current } = event.format.attempts;
      event.format = { ...event.format, ...change.format };
      moveToAttempt(event, current, event.format.attempts.current, change);
      return;
    }
    case 'details-set':
    case 'handicaps-set':
      for (const given of change.given) changeEntry(event, given.racerId, given);
      return;
    case 'official-set':
      event.official = change.note === null ? null : declare(event.official, change, change.note);
      return;
    case 'helper-named': {
      const { userId, name, post } = change;
      event.helpers = [...event.helpers.filter((helper) => helper.userId !== userId), { userId, name, post }];
      return;
    }
    case 'rehearsal-begun': {
      const { taps, counting, rulings } = event;
      event.rehearsal = { from: change.at, taps: { ...taps }, counting: { ...counting }, rulings: { ...rulings } };
      return;
    }
    case 'rehearsal-ended':
      endRehearsal(event, change);
      return;
    case 'race-stopped':
    case 'race-resumed':
      applyStop(event, change);
      return;
    case 'tap-chosen':
      putTap(event, tapOf(event, change), true);
      return;
    case 'tap-assigned': {
      const tap = tapOf(event, change);
      const given = attemptOf({ attempt: change.attempt ?? tap.attempt });
      event.attempts = Math.max(event.attempts, given.attempt);
      putTap(event, { ...tap, ...given, racerId: change.racerId, assignedSeq: change.seq }, change.counts);
      return;
    }
    case 'status-set':
      rule(event, change, { status: change.status, reason: change.reason });
      return;
    case 'statuses-set': {
      const { attempt, status, reason } = change;
      for (const racerId of change.racerIds) rule(event, { racerId, attempt }, { status, reason });
      return;
    }
    case 'adjustment-added': {
      const { adjustmentId: id, ms, reason } = change;
      rule(event, change, { adjustments: [...adjustmentsOf(event, change), { id, ms, reason }] });
      return;
    }
    case 'adjustment-removed':
      rule(event, change, { adjustments: adjustmentsOf(event, change).filter(({ id }) => id !== change.adjustmentId) });
      return;
    case 'times-checked':
      for (const { ms, ...of } of change.times) rule(event, of, { checked: ms });
      return;
    case 'precision-set':
      event.precision = change.precision;
      return;
    case 'admin-added':
      event.admins = [...event.admins.filter((admin) => !isSameAdmin(admin, change.admin)), change.admin];
      return;
    case 'admin-removed':
      event.admins = event.admins.filter((admin) => !isSameAdmin(admin, change.admin));
      return;
    case 'owner-changed':
      event.ownerId = change.ownerId;
      return;
    case 'event-shared':
      event.sharedGroup = { id: change.groupId, name: change.groupName };
      return;
    case 'event-withdrawn':
      event.sharedGroup = null;
      return;
    case 'keys-rotated':
    case 'withheld':
      return;
    default:
      throw new UnknownChange(change satisfies never);
  }
}

/** Another note on results that are official already declares nothing anew: their corrections stay. */
function declare(before: DraftOfficial | null, { at, seq }: Change, note: string): DraftOfficial {
  return before === null ? { at, seq, note, corrections: {} } : { ...before, note };
}

function changeEntry(event: Draft, racerId: string, changed: Partial<Entry>): void {
  const entry = event.entries[racerId];
  if (entry !== undefined) event.entries[racerId] = { ...entry, ...changed };
}

/**
 * Each attempt has a start list of its own. That of a new attempt begins with the order of the one before, and without
 * times: those of the one before have passed.
 */
function moveToAttempt(event: Draft, from: number, to: number, { commandId }: Change): void {
  if (from === to) return;
  for (const { slot, slots = {}, ...entry } of Object.values(event.entries)) {
    const { [to]: known, ...others } = slots;
    const next = known === undefined ? slot && { order: slot.order, at: null } : known;
    const places = { slots: { ...others, [from]: slot ?? null }, ...(next && { slot: next }) };
    event.entries[entry.racerId] = { ...entry, ...places };
  }
  // A list that was made for the other attempt must not be laid over this one.
  event.arrangedBy = commandId;
}

function learnLine(event: Draft, line: string): void {
  if (!['start', 'finish', ZERO_LINE, ...event.splits].includes(line)) event.splits = [...event.splits, line];
}

function shift(event: Draft, { tapIds }: ShiftOf, ms: DurationMs): void {
  for (const tapId of tapIds) {
    const tap = event.taps[tapId];
    if (tap !== undefined) event.taps[tapId] = { ...tap, shift: durationMs((tap.shift ?? 0) + ms) };
  }
}

/**
 * Everything of a rehearsal goes, or, where it was the race after all, only the racers who were made up for it. A tap that
 * was made before the rehearsal, and arrived during it, stays: without its racer, if that one was made up.
 */
function endRehearsal(event: Draft, { keeps, at: to }: Change & { readonly type: 'rehearsal-ended' }): void {
  const { from, ...before } = event.rehearsal!;
  const isMadeUp = (racerId: string | null) => racerId !== null && event.entries[racerId]?.rehearsal === true;
  const stays = (tap: Tap) => (keeps ? !isMadeUp(tap.racerId) : tap.placed.at < from && tap.via !== 'hand');
  const taps = Object.values(event.taps).filter(stays);
  const counts = new Set(Object.values(event.counting));
  event.taps = { ...before.taps };
  event.counting = { ...before.counting };
  if (!keeps) {
    event.rulings = { ...before.rulings };
    if (event.stops !== undefined) event.stops = event.stops.filter((stop) => stop.from < from);
    event.rehearsed = [...event.rehearsed, { from, to }];
  }
  for (const tap of taps) {
    const racerId = isMadeUp(tap.racerId) ? null : tap.racerId;
    putTap(event, racerId === tap.racerId ? tap : { ...tap, racerId }, counts.has(tap.id));
  }
  for (const { racerId } of Object.values(event.entries)) if (isMadeUp(racerId)) delete event.entries[racerId];
  event.rehearsal = null;
}

/** A viewer's page does not have every tap. A change of a tap that is not there must not be half applied. */
function tapOf(event: Draft, change: Change & { readonly tapId: string }): Tap {
  const tap = event.taps[change.tapId];
  if (tap === undefined) throw new UnknownChange(change);
  return tap;
}

/** Stores a tap and whether it counts; the slot that it counted for before is free again. */
function putTap(event: Draft, tap: Tap, counts: boolean): void {
  const before = event.taps[tap.id];
  if (before !== undefined && before.racerId !== null) {
    const slot = slotOf(before.racerId, before.line, before.attempt);
    if (event.counting[slot] === tap.id) delete event.counting[slot];
  }
  event.taps[tap.id] = tap;
  if (counts && tap.racerId !== null) event.counting[slotOf(tap.racerId, tap.line, tap.attempt)] = tap.id;
}

function rule(event: Draft, { racerId, attempt }: OfAttempt, decided: Partial<Ruling>): void {
  const key = rulingKey(racerId, attempt);
  event.attempts = Math.max(event.attempts, attempt);
  event.rulings[key] = { ...noRuling, ...event.rulings[key], ...decided };
}

/** A racer who was removed and is added again starts afresh; earlier taps and rulings stay in the history. */
function freeSlotsOf(event: Draft, racerId: string): void {
  for (let attempt = 1; attempt <= event.attempts; attempt += 1) delete event.rulings[rulingKey(racerId, attempt)];
  for (const [slot, tapId] of Object.entries(event.counting)) {
    if (event.taps[tapId]?.racerId === racerId) delete event.counting[slot];
  }
}

export function isSameAdmin(one: Admin, other: Admin): boolean {
  return one.kind === 'user'
    ? other.kind === 'user' && one.userId === other.userId
    : other.kind === 'email' && one.email === other.email;
}
