import { applyAll } from '../../domain/events/apply.ts';
import type { Change } from '../../domain/events/changes.ts';
import type { EventState } from '../../domain/events/state.ts';
import { UnknownChange } from '../../domain/events/unknown-change.ts';
import { SCHEMA_VERSION } from '../../protocol/schema-version.ts';
import type { CachedEvent } from './ports.ts';

/** The confirmed part of one event: a state without gaps, and changes that arrived ahead of it. */
export interface ConfirmedEvent {
  readonly cached: CachedEvent | null;
  /** Changes in order; the first is past the next number, or it would have been applied. */
  readonly ahead: readonly Change[];
  /** The event has changes of a kind that this page does not know: `cached` is the last state that is surely right. */
  readonly isOutdated: boolean;
}

export const unknownEvent: ConfirmedEvent = { cached: null, ahead: [], isOutdated: false };

export const hasGap = ({ ahead }: ConfirmedEvent): boolean => ahead.length > 0;

/** Changes may come in any order and any number of times: the outcome is the same. */
export function mergeChanges(confirmed: ConfirmedEvent, changes: readonly Change[]): ConfirmedEvent {
  const { cached } = confirmed;
  const last = cached?.event.seq ?? 0;
  const waiting = new Map([...confirmed.ahead, ...changes].map((change) => [change.seq, change]));
  const next: Change[] = [];
  for (let change = waiting.get(last + 1); change !== undefined; change = waiting.get(last + next.length + 1)) {
    next.push(change);
  }
  const { event, known } = applyKnown(cached?.event ?? null, next);
  // The page stopped at a kind that it does not know. No later change can be shown.
  const isOutdated = confirmed.isOutdated || known.length < next.length;
  const reached = last + known.length;
  const later = isOutdated ? [] : [...waiting.values()].filter(({ seq }) => seq > reached);
  const ahead = later.toSorted((one, other) => one.seq - other.seq);
  if (event === null || known.length === 0) {
    const isSame = ahead.length === confirmed.ahead.length && isOutdated === confirmed.isOutdated;
    return isSame ? confirmed : { cached, ahead, isOutdated };
  }
  if (cached === null) return { cached: { event, view: 'admin' }, ahead, isOutdated };
  // Changes do not carry keys: the known keys are void, and new ones come with the whole event.
  const { keys, ...rest } = cached;
  const isRotated = known.some(({ type }) => type === 'keys-rotated');
  return { cached: { ...rest, event, ...(keys !== undefined && !isRotated && { keys }) }, ahead, isOutdated };
}

/** Applies changes as far as this page knows their kinds. */
function applyKnown(event: EventState | null, changes: readonly Change[]) {
  try {
    return { event: applyAll(event, changes), known: changes };
  } catch (error) {
    if (!(error instanceof UnknownChange)) throw error;
    const known = changes.filter(({ seq }) => seq < error.seq);
    return { event: applyAll(event, known), known };
  }
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
  return mergeChanges({ cached: snapshot, ahead: confirmed.ahead, isOutdated: false }, []);
}

const isReadable = ({ event }: CachedEvent): boolean => event.needs <= SCHEMA_VERSION;

/** Later changes cannot be shown; the known state stays. */
export function outdated(confirmed: ConfirmedEvent): ConfirmedEvent {
  return confirmed.isOutdated ? confirmed : { ...confirmed, ahead: [], isOutdated: true };
}

/** A user who deletes their account becomes a former helper in the log, without a new number. */
function isBySame(one: EventState, other: EventState): boolean {
  return (
    JSON.stringify(one.admins) === JSON.stringify(other.admins) &&
    // A viewer's page keeps taps that the whole event leaves out.
    Object.values(one.taps).every(({ id, by }) => by.userId === (other.taps[id]?.by ?? by).userId)
  );
}

function isSameKeys(one: CachedEvent, other: CachedEvent): boolean {
  return one.keys?.admin === other.keys?.admin && one.keys?.viewer === other.keys?.viewer;
}
