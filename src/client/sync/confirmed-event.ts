import { type RowsFrame, setRows } from '../../domain/sights/set-rows.ts';
import type { Change } from '../../domain/model/changes.ts';
import type { EventState } from '../../domain/model/state.ts';
import { SCHEMA_VERSION } from '../../protocol/schema-version.ts';
import type { CachedEvent } from './ports.ts';

/** The confirmed part of one event: a state without gaps, and what is known to come after it. */
export interface ConfirmedEvent {
  readonly cached: CachedEvent | null;
  /** Changes in order; the first is past the next number, or it would have been applied. Viewers have none. */
  readonly ahead: readonly Change[];
  /** The number that the server has reached, as far as the page has heard, where it could not take what it was sent. */
  readonly wanted: number;
  /** The event has changes of a kind that this page does not know: `cached` is the last state that is surely right. */
  readonly isOutdated: boolean;
}

export const unknownEvent: ConfirmedEvent = { cached: null, ahead: [], wanted: 0, isOutdated: false };

export function hasGap({ cached, ahead, wanted, isOutdated }: ConfirmedEvent): boolean {
  return ahead.length > 0 || (!isOutdated && wanted > (cached?.event.seq ?? 0));
}

/** Notes that the server has more: the page asks for it. */
export function want(confirmed: ConfirmedEvent, seq: number): ConfirmedEvent {
  const isKnown = seq <= Math.max(confirmed.wanted, confirmed.cached?.event.seq ?? 0);
  return isKnown ? confirmed : { ...confirmed, wanted: seq };
}

/**
 * Rows may come late, doubled and in any order: they say how racers stand and not what happened to them. A frame that does
 * not join the page's state, or is none, makes the page ask for what it lacks.
 */
export function mergeRows(confirmed: ConfirmedEvent, frame: RowsFrame): ConfirmedEvent {
  const { cached } = confirmed;
  if (cached === null || cached.view !== 'viewer') return want(confirmed, seqIn(frame));
  const { seq } = cached.event;
  if (!isFrame(frame)) return want(confirmed, Math.max(seq + 1, seqIn(frame)));
  if (frame.seq <= seq || frame.eventId !== cached.event.id) return confirmed;
  if (frame.after > seq) return want(confirmed, frame.seq);
  if (frame.head !== undefined && frame.head.needs > SCHEMA_VERSION) return outdated(confirmed);
  // A state that could be brought up to date ends what an answer by mistake, or a node on its way out, had said.
  return { ...confirmed, cached: { ...cached, event: setRows(cached.event, frame) }, isOutdated: false };
}

const seqIn = ({ seq }: RowsFrame): number => (Number.isSafeInteger(seq) ? seq : 0);

/** A frame that is not one would break the page for good: the state that it makes is stored on the device. */
function isFrame({ after, seq, head, rows, gone }: RowsFrame): boolean {
  return (
    Number.isSafeInteger(after) &&
    Number.isSafeInteger(seq) &&
    (head === undefined || typeof head?.needs === 'number') &&
    Array.isArray(gone) &&
    Array.isArray(rows) &&
    rows.every((row) => typeof row?.entry?.racerId === 'string' && Array.isArray(row.taps))
  );
}

/** An answer that was overtaken changes nothing, unless it shows more than the page was allowed to see before. */
export function mergeSnapshot(confirmed: ConfirmedEvent, snapshot: CachedEvent): ConfirmedEvent {
  const { cached } = confirmed;
  if (!isReadable(snapshot)) return outdated(confirmed);
  if (cached !== null && snapshot.event.seq < cached.event.seq) {
    return snapshot.view === 'admin' && cached.view === 'viewer' ? resetTo(confirmed, snapshot) : confirmed;
  }
  const isSame =
    cached !== null &&
    snapshot.event.seq === cached.event.seq &&
    snapshot.view === cached.view &&
    isBySame(cached.event, snapshot.event);
  // The same state, as another tab has stored it, may come without keys and removes none. A later state does: a change
  // that this page has not seen may have rotated them.
  const keys = snapshot.keys ?? (isSame ? cached.keys : undefined);
  const next: CachedEvent = { view: snapshot.view, event: snapshot.event, ...(keys !== undefined && { keys }) };
  if (isSame && isSameKeys(cached, next) && !confirmed.isOutdated) return confirmed;
  // The same state keeps its references, so that nothing on the screen is drawn again.
  return resetTo(confirmed, isSame ? { ...next, event: cached.event } : next);
}

/** A snapshot is taken even when it is older: a server restored from a backup knows less than the page but is right. */
export function resetTo(confirmed: ConfirmedEvent, snapshot: CachedEvent): ConfirmedEvent {
  if (!isReadable(snapshot)) return outdated(confirmed);
  const { cached, ahead } = confirmed;
  const isOlder = cached !== null && snapshot.event.seq < cached.event.seq;
  const wanted = isOlder ? 0 : confirmed.wanted;
  if (snapshot.view === 'admin') return { cached: snapshot, ahead, wanted, isOutdated: false };
  // Changes are not for a viewer's state: what they are about comes as rows.
  const heard = isOlder ? 0 : Math.max(wanted, ahead.at(-1)?.seq ?? 0);
  return { cached: snapshot, ahead: [], wanted: heard, isOutdated: false };
}

const isReadable = ({ event }: CachedEvent): boolean => event.needs <= SCHEMA_VERSION;

/** The event of a page that is too old for later changes: the known state stays. */
export function outdated(confirmed: ConfirmedEvent): ConfirmedEvent {
  return confirmed.isOutdated ? confirmed : { ...confirmed, ahead: [], isOutdated: true };
}

/** A user who deletes their account becomes a former helper in the log, without a new number. */
function isBySame(one: EventState, other: EventState): boolean {
  return (
    JSON.stringify(one.admins) === JSON.stringify(other.admins) &&
    Object.values(one.taps).every(({ id, by }) => by.userId === other.taps[id]?.by.userId)
  );
}

function isSameKeys(one: CachedEvent, other: CachedEvent): boolean {
  return one.keys?.admin === other.keys?.admin && one.keys?.viewer === other.keys?.viewer;
}
