import { randomUUID } from 'node:crypto';
import { extend } from '../../domain/events/apply.ts';
import type { EventState } from '../../domain/model/state.ts';
import { newsBetween, type ResultNews } from '../../domain/results/news.ts';
import { howRanked } from '../../domain/results/rank-rows.ts';
import { type ResultRow, rowsOf } from '../../domain/results/rows.ts';
import { touchedBy } from '../../domain/events/touched-racers.ts';
import { toPublicResults } from '../../protocol/results.ts';
import type { WebhookMessage } from '../../protocol/webhooks.ts';
import { readChanges } from '../storage/command-store.ts';
import type { Database } from '../storage/engine.ts';
import { readSnapshot } from '../storage/snapshots.ts';
import { countWaiting, type NewDelivery, queueDeliveries } from '../storage/webhook-deliveries.ts';
import { findMovedEvents, type MovedEvent, type Webhook } from '../storage/webhooks.ts';
import { MAX_WAITING_MESSAGES } from '../../protocol/limits.ts';

/** Messages are found in the log, after the commit: a tap does no work for them and waits for none. */
export interface NewsParts {
  readonly db: Database;
  readonly clock: { now(): number };
  /** The stored results of an event, at least as far as its seq says; null when they are behind its log. */
  readResults(position: { readonly id: string; readonly seq: number; readonly rewrites: number }): Promise<{
    readonly seq: number;
    readonly rows: readonly ResultRow[];
  } | null>;
}

/** News of an event between two seqs, as all of its webhooks tell them. */
interface FoundNews {
  readonly from: number;
  readonly to: number;
  readonly messages: readonly Omit<NewDelivery, 'id'>[];
}

const EVENTS_AT_ONCE = 20;
const CHANGES_AT_ONCE = 500;
const STATES_KEPT = 20;

export function createNewsFinder({ db, clock, readResults }: NewsParts) {
  /** States at which webhooks stand, the oldest first: without them every look would read whole logs. */
  const states = new Map<string, EventState>();
  /** The news that were found last, by event: the other webhooks of an account stand at the same seq. */
  const found = new Map<string, Promise<FoundNews | null>>();

  /** The event as it was at this number. The caller holds it alone, and may extend it in place. */
  async function takeAt(eventId: string, seq: number): Promise<EventState | null> {
    const kept = states.get(eventId);
    if (kept?.seq === seq) {
      states.delete(eventId);
      return kept;
    }
    if (seq === 0) return null;
    const snapshot = await readSnapshot(db, eventId);
    const base = snapshot !== null && snapshot.seq <= seq ? snapshot : null;
    return extend(base, await readChanges(db, eventId, base?.seq ?? 0, seq));
  }

  async function find(moved: MovedEvent, from: number): Promise<FoundNews | null> {
    const { id, rewrites } = moved;
    const changes = await readChanges(db, id, from, from + CHANGES_AT_ONCE);
    if (changes.length === 0) return null;
    const before = await takeAt(id, from);
    const touched = touchedBy(before, changes);
    const earlier = before === null ? [] : rowsOf(before, touched).rows;
    // The state is extended in place: a copy of an event of 5,000 racers costs as much as ten pages.
    const after = extend(before, changes)!;
    const messages = await tell(newsBetween(earlier, rowsOf(after, touched).rows), after, rewrites);
    // The state is handed on only now: another webhook would extend it while this one still reads.
    keep(states, id, after);
    return { from, to: after.seq, messages };
  }

  async function tell(
    news: readonly ResultNews[],
    after: EventState,
    rewrites: number,
  ): Promise<FoundNews['messages']> {
    if (news.length === 0) return [];
    const held = await readResults({ id: after.id, seq: after.seq, rewrites });
    // Results of a later moment than the news would name places that the news do not explain.
    const rows = held?.seq === after.seq ? held.rows : rowsOf(after, 'all').rows;
    return describe(news, after, rows, clock.now());
  }

  /** News that end before the event's last change are found anew: a name may have been withdrawn since. */
  async function findOnce(moved: MovedEvent, from: number): Promise<FoundNews | null> {
    for (;;) {
      const running = found.get(moved.id);
      const known = running === undefined ? null : await running.catch(() => null);
      if (known?.from === from && known.to >= moved.seq) return known;
      // Another webhook has begun a look meanwhile: the next round waits for that one.
      if (found.get(moved.id) !== running) continue;
      const fresh = find(moved, from);
      keep(found, moved.id, fresh);
      return fresh;
    }
  }

  async function look(hook: Webhook, moved: MovedEvent): Promise<boolean> {
    const from = moved.from ?? (await findBeginning(db, moved.id, hook.userId));
    const news = await findOnce(moved, from);
    if (news === null) return false;
    const messages = news.messages
      .filter(({ kind }) => (hook.kinds as readonly string[]).includes(kind))
      .map((message) => ({ ...message, id: `msg_${randomUUID()}` }));
    const place = { webhookId: hook.id, eventId: moved.id, from: moved.from, to: news.to };
    return queueDeliveries(db, place, messages, clock.now());
  }

  /** Queues the messages of a webhook. True while there may be more. */
  return async (hook: Webhook): Promise<boolean> => {
    if ((await countWaiting(db, hook.id)) >= MAX_WAITING_MESSAGES) return false;
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
function describe(
  news: readonly ResultNews[],
  after: EventState,
  rows: readonly ResultRow[],
  now: number,
): FoundNews['messages'] {
  const { results } = toPublicResults({ ...after, ranking: howRanked(after) }, rows, 'viewer');
  return news.map(({ kind, racerId, attempt, before }) => {
    const result = results.find((each) => each.racerId === racerId && each.attempt === attempt) ?? null;
    const data = { eventId: after.id, eventName: after.name, seq: after.seq, racerId, attempt, result, before };
    const message: WebhookMessage = { type: kind, timestamp: new Date(now).toISOString(), data };
    return { kind, body: JSON.stringify(message) };
  });
}

function keep<Value>(shelf: Map<string, Value>, eventId: string, value: Value): void {
  shelf.delete(eventId);
  shelf.set(eventId, value);
  if (shelf.size > STATES_KEPT) shelf.delete(shelf.keys().next().value!);
}
