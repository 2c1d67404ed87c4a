import { can } from '../../../src/domain/access/can.ts';
import { headOf, rowsOf } from '../../../src/domain/sights/public-rows.ts';
import type { RowsFrame } from '../../../src/domain/sights/set-rows.ts';
import { type Sight, sightOf, viewChange, viewEvent } from '../../../src/domain/sights/views.ts';
import type { Change } from '../../../src/domain/model/changes.ts';
import type { EventState } from '../../../src/domain/model/state.ts';
import type { CachedEvent } from '../../../src/client/sync/ports.ts';
import type { Delivered } from '../journal.ts';
import { type History, isSame } from './history.ts';

type Report = (what: string) => void;

/**
 * No reader received data that they may not see. A reader may get data that the server had at a moment at which the
 * reader had the right to it: for change n at the earliest just before n, for the whole event at n not before n.
 */
export function checkSecrecy(
  delivered: readonly Delivered[],
  histories: ReadonlyMap<string, History>,
  report: Report,
): void {
  for (const delivery of delivered) {
    const history = histories.get(delivery.eventId);
    if (history === undefined) {
      report(`leak: ${delivery.device} heard of ${delivery.eventId}, which is not stored`);
    } else if (delivery.kind === 'whole') {
      checkWhole(delivery, delivery.whole, history, report);
    } else if (delivery.kind === 'rows') {
      checkRows(delivery, delivery.frame, history, report);
    } else {
      // Changes delivered together were read at one moment, and a racer removed by then has no name in any of them.
      const sent = history.states[delivery.changes.at(-1)?.seq ?? 0] ?? null;
      for (const change of delivery.changes) checkChange(delivery, change, sent, history, report);
    }
  }
}

/** Each sight may get everything that the earlier ones in this list are sent. */
const sights: readonly Sight[] = ['viewer', 'guest', 'admin'];

/** The sights that the reader had at any moment in between. */
function sightsBetween({ person, key, upTo }: Delivered, history: History, from: number): readonly Sight[] {
  let best = -1;
  for (let seq = Math.max(1, from); seq <= Math.max(from, upTo); seq += 1) {
    const sight = sightOf(history.roleAt(seq, person, key), { isAnonymous: person?.isAnonymous ?? false });
    if (sight !== null) best = Math.max(best, sights.indexOf(sight));
  }
  return sights.slice(0, best + 1);
}

function checkChange(
  delivery: Delivered,
  change: Change,
  sent: EventState | null,
  history: History,
  report: Report,
): void {
  const { device } = delivery;
  const stored = history.log[change.seq - 1];
  if (stored === undefined || sent === null)
    return report(`phantom: ${device} received change ${change.seq}, which is not stored`);
  const seen = sightsBetween(delivery, history, change.seq - 1);
  const where = `change ${change.seq} (${stored.type}) of ${history.eventId}`;
  if (seen.length === 0) return report(`leak: ${device} received ${where} without any right to it`);
  if (seen.some((sight) => isSame(change, viewChange(stored, sight, sent)))) return;
  report(
    isSame(change, stored)
      ? `leak: ${device} received ${where} as an admin would`
      : `altered: ${device} received ${where} altered`,
  );
}

function checkWhole(delivery: Delivered, { event, keys }: CachedEvent, history: History, report: Report): void {
  const { device } = delivery;
  const state = history.states[event.seq];
  const where = `${history.eventId} at ${event.seq}`;
  if (state === null || state === undefined) return report(`phantom: ${device} received ${where}, which is not stored`);
  const seen = sightsBetween(delivery, history, event.seq);
  if (seen.length === 0) return report(`leak: ${device} received ${where} without any right to it`);
  if (!seen.some((sight) => isSame(event, viewEvent(state, sight)))) {
    report(
      isSame(event, state)
        ? `leak: ${device} received ${where} as an admin would`
        : `altered: ${device} received ${where} altered`,
    );
  }
  if (keys !== undefined && !mayHold(delivery, keys, event.seq, history)) {
    report(`leak: ${device} received the keys of ${where}`);
  }
}

/** Rows say of some racers what the whole event says of all, to readers who could have the whole. */
function checkRows(delivery: Delivered, frame: RowsFrame, history: History, report: Report): void {
  const { device } = delivery;
  const state = history.states[frame.seq];
  const where = `rows of ${history.eventId} at ${frame.seq}`;
  if (state === null || state === undefined) return report(`phantom: ${device} received ${where}, which is not stored`);
  if (sightsBetween(delivery, history, frame.after).length === 0)
    return report(`leak: ${device} received ${where} without any right to it`);
  const racers = new Set(frame.rows.map(({ entry }) => entry.racerId));
  const { rows } = rowsOf(state, racers);
  const isHead = frame.head === undefined || isSame(frame.head, headOf(state));
  if (!isHead || !isSame(frame.rows, rows)) report(`altered: ${device} received ${where} altered`);
}

function mayHold({ person, upTo }: Delivered, keys: object, from: number, history: History): boolean {
  for (let seq = from; seq <= Math.max(from, upTo); seq += 1) {
    if (!isSame(history.keysAt(seq), keys)) continue;
    const actor = { userId: null, isAnonymous: false, verifiedEmail: null, ...person, key: null };
    const state = history.states[seq];
    if (state && can(actor, 'seeKeys', state)) return true;
  }
  return false;
}
