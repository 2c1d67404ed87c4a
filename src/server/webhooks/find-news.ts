import { randomUUID } from 'node:crypto';
import { applyAll, extend } from '../../domain/events/apply.ts';
import type { Change } from '../../domain/events/changes.ts';
import type { EventState } from '../../domain/events/state.ts';
import { newsBetween } from '../../domain/results/news.ts';
import { howRanked } from '../../domain/results/rank-rows.ts';
import { rowsOf } from '../../domain/results/rows.ts';
import { touchedBy } from '../../domain/results/touched-racers.ts';
import { toPublicResults } from '../../protocol/results.ts';
import type { WebhookMessage } from '../../protocol/webhooks.ts';
import { readChanges } from '../storage/command-store.ts';
import type { Database } from '../storage/database.ts';
import { readSnapshot } from '../storage/snapshots.ts';
import { countWaiting, type NewDelivery, queueDeliveries } from '../storage/webhook-deliveries.ts';
import { findMovedEvents, type MovedEvent, type Webhook } from '../storage/webhooks.ts';

/** Messages are found in the log, after the commit: a tap does no work for them and waits for none. */
export interface NewsParts {
  readonly db: Database;
  readonly clock: { now(): number };
}

/** A webhook with more waiting messages than this gets no new ones: its cursors stay, so nothing is lost. */
const MOST_WAITING = 500;
const EVENTS_AT_ONCE = 20;
const CHANGES_AT_ONCE = 500;
const STATES_KEPT = 20;

export function createNewsFinder({ db, clock }: NewsParts) {
  /** States at which webhooks stand, the oldest first: without them every look would read whole logs. */
  const states = new Map<string, EventState>();

  function keep(event: EventState): void {
    states.delete(event.id);
    states.set(event.id, event);
    for (const oldest of states.keys()) {
      if (states.size <= STATES_KEPT) break;
      states.delete(oldest);
    }
  }

  /** The event as it was at this number. */
  async function readAt(eventId: string, seq: number): Promise<EventState | null> {
    const kept = states.get(eventId);
    if (kept?.seq === seq) return kept;
    if (seq === 0) return null;
    const snapshot = await readSnapshot(db, eventId);
    const base = snapshot !== null && snapshot.seq <= seq ? snapshot : null;
    return extend(base, await readChanges(db, eventId, base?.seq ?? 0, seq));
  }

  async function look(hook: Webhook, moved: MovedEvent): Promise<boolean> {
    const from = moved.from ?? (await findBeginning(db, moved.id, hook.userId));
    const before = await readAt(moved.id, from);
    const changes = await readChanges(db, moved.id, from, from + CHANGES_AT_ONCE);
    const after = applyAll(before, changes);
    if (after === null || changes.length === 0) return false;
    keep(after);
    const messages = messagesOf(before, after, changes, clock.now()).filter(({ kind }) =>
      (hook.kinds as readonly string[]).includes(kind),
    );
    const place = { webhookId: hook.id, eventId: moved.id, from: moved.from, to: after.seq };
    return queueDeliveries(db, place, messages, clock.now());
  }

  /** Queues the messages of a webhook. True while there may be more. */
  return async (hook: Webhook): Promise<boolean> => {
    if ((await countWaiting(db, hook.id)) >= MOST_WAITING) return false;
    const moved = await findMovedEvents(db, hook, EVENTS_AT_ONCE);
    let found = false;
    for (const event of moved) found = (await look(hook, event)) || found;
    return found;
  };
}

/** An event that came from another owner is told of from then on: what was before is not this account's news. */
async function findBeginning(db: Database, eventId: string, userId: string): Promise<number> {
  const changes = await readChanges(db, eventId, 0);
  const taken = changes.findLast((change) => change.type === 'owner-changed' && change.ownerId === userId);
  return taken?.seq ?? 0;
}

/** Names are as viewers see them: a receiver is another program, and may show them to anybody. */
function messagesOf(
  before: EventState | null,
  after: EventState,
  changes: readonly Change[],
  now: number,
): readonly NewDelivery[] {
  const touched = touchedBy(before, changes);
  const earlier = before === null ? [] : rowsOf(before, touched).rows;
  const news = newsBetween(earlier, rowsOf(after, touched).rows);
  if (news.length === 0) return [];
  const { results } = toPublicResults({ ...after, ranking: howRanked(after) }, rowsOf(after, 'all').rows, 'viewer');
  return news.map(({ kind, racerId, attempt, before: was }) => {
    const result = results.find((each) => each.racerId === racerId && each.attempt === attempt) ?? null;
    const data = { eventId: after.id, eventName: after.name, seq: after.seq, racerId, attempt, result, before: was };
    const message: WebhookMessage = { type: kind, timestamp: new Date(now).toISOString(), data };
    return { id: `msg_${randomUUID()}`, kind, body: JSON.stringify(message) };
  });
}
