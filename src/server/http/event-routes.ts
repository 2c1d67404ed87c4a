import { Hono } from 'hono';
import { can } from '../../domain/access/can.ts';
import { viewChange, viewChanges, viewEvent, viewOf } from '../../domain/access/views.ts';
import type { EventHistory } from '../../protocol/event-reads.ts';
import type { AccountSnapshot } from '../../protocol/live.ts';
import { api } from '../../protocol/routes.ts';
import { isStorable } from '../../protocol/storable.ts';
import type { AccountParts } from '../accounts/parts.ts';
import { readChanges } from '../storage/command-store.ts';
import { readEventPeople } from '../storage/event-people.ts';
import {
  listEvents,
  listRacers,
  readGuestKeys,
  readHistory,
  readLogHeads,
  readSharedGroup,
} from '../storage/event-reads.ts';
import { readBalance } from '../storage/ledger.ts';
import { refuseWith } from './answers.ts';
import type { App, AppEnv } from './context.ts';
import { findSender } from './find-sender.ts';
import type { KeyGuesses } from './key-guesses.ts';
import { createEventLook, type SeenEvent } from './look-at-event.ts';

/** Further behind than this, the whole is shorter than what was missed. */
const MOST_CHANGES = 500;
const MOST_HISTORY = 100;

/** Reads. What a reader may see is decided by the same rules as what a command may do. */
export function createEventRoutes(parts: AccountParts, keyGuesses: KeyGuesses): App {
  const app = new Hono<AppEnv>();
  const { db } = parts.storage;

  const look = createEventLook(parts, keyGuesses);

  async function whole({ event, actor, sight }: SeenEvent) {
    const keys = can(actor, 'seeKeys', event) ? await readGuestKeys(db, event.id) : undefined;
    return { view: viewOf(sight), event: viewEvent(event, sight), ...(keys && { keys }) };
  }

  app.get(api.account, async (c) => {
    const sender = await findSender(parts, c);
    if (sender === null) return refuseWith(c, 'unauthenticated');
    const account: AccountSnapshot = {
      credits: await readBalance(db, sender.userId),
      events: await listEvents(db, sender),
      racers: await listRacers(db, sender.userId),
    };
    return c.json(account);
  });

  app.get(api.event, async (c) => {
    const seen = await look(c);
    return seen.ok ? c.json(await whole(seen.value)) : refuseWith(c, seen.error);
  });

  app.get(api.changes, async (c) => {
    const after = parseSeq(c.req.query('after'));
    if (after === null) return refuseWith(c, 'invalid-argument');
    const seen = await look(c);
    if (!seen.ok) return refuseWith(c, seen.error);
    const { event, sight } = seen.value;
    const head = (await readLogHeads(db, [event.id])).get(event.id);
    const isRewritten = head !== undefined && head.rewrites > 0 && after <= head.rewrittenSeq;
    if (isRewritten || after > event.seq || event.seq - after > MOST_CHANGES) return c.json(await whole(seen.value));
    const changes = viewChanges(await readChanges(db, event.id, after, event.seq), sight, event);
    return c.json(changes === null ? await whole(seen.value) : { changes });
  });

  app.get(api.history, async (c) => {
    const asked = c.req.query('before');
    const before = asked === undefined ? Number.MAX_SAFE_INTEGER : parseSeq(asked);
    if (before === null) return refuseWith(c, 'invalid-argument');
    const seen = await look(c);
    if (!seen.ok) return refuseWith(c, seen.error);
    const { event, actor, sight } = seen.value;
    if (!can(actor, 'seeHistory', event)) return refuseWith(c, 'permission-denied');
    const { changes, hasMore } = await readHistory(db, event.id, before, MOST_HISTORY);
    const history: EventHistory = {
      changes: changes.map((change) => viewChange(change, sight, event)),
      hasMore,
    };
    return c.json(history);
  });

  app.get(api.people, async (c) => {
    const seen = await look(c);
    if (!seen.ok) return refuseWith(c, seen.error);
    const { event, actor } = seen.value;
    if (!can(actor, 'seePeople', event)) return refuseWith(c, 'permission-denied');
    const sees = { addresses: !actor.isAnonymous, confirmations: can(actor, 'handOver', event) };
    return c.json(await readEventPeople(db, event, sees));
  });

  app.get(api.group, async (c) => {
    const groupId = c.req.param('groupId');
    return isStorable(groupId) ? c.json(await readSharedGroup(db, groupId)) : refuseWith(c, 'not-found');
  });

  app.get(api.clock, (c) => {
    const received = parts.clock.now();
    return c.json({ received, sent: parts.clock.now() });
  });
  return app;
}

function parseSeq(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
