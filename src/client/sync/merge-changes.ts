import { applyAll } from '../../domain/events/apply.ts';
import type { Change } from '../../domain/model/changes.ts';
import type { EventState } from '../../domain/model/state.ts';
import { UnknownChange } from '../../domain/events/unknown-change.ts';
import { type ConfirmedEvent, want } from './confirmed-event.ts';

export type MergeChanges = (confirmed: ConfirmedEvent, changes: readonly Change[]) => ConfirmedEvent;

/** Changes may come in any order and any number of times: the outcome is the same. */
export const mergeChanges: MergeChanges = (confirmed, changes) => {
  const { cached } = confirmed;
  // A viewer's state has only part of what changes are about.
  if (cached?.view === 'viewer') return want(confirmed, changes.at(-1)?.seq ?? 0);
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
  const { wanted } = confirmed;
  if (event === null || known.length === 0) {
    const isSame = ahead.length === confirmed.ahead.length && isOutdated === confirmed.isOutdated;
    return isSame ? confirmed : { cached, ahead, wanted, isOutdated };
  }
  if (cached === null) return { cached: { event, view: 'admin' }, ahead, wanted, isOutdated };
  // Changes do not carry keys: the known keys are void, and new ones come with the whole event.
  const { keys, ...rest } = cached;
  const isRotated = known.some(({ type }) => type === 'keys-rotated');
  return { cached: { ...rest, event, ...(keys !== undefined && !isRotated && { keys }) }, ahead, wanted, isOutdated };
};

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
