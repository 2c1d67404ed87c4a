import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Storage } from '../../src/server/storage/engine.ts';
import { insertProfile, setAccepted } from '../../src/server/storage/profiles.ts';
import { insertUser } from '../../src/server/storage/users.ts';
import {
  countWaiting,
  listDeliveries,
  nextDelivery,
  noteAttempt,
  queueDeliveries,
  trimLog,
} from '../../src/server/storage/webhook-deliveries.ts';
import {
  claimWebhook,
  findBusyWebhooks,
  findMovedEvents,
  insertWebhook,
  releaseWebhook,
} from '../../src/server/storage/webhooks.ts';
import { engines, openTestStorage } from '../support/database.ts';

const NOW = 1_800_000_000_000;

describe.each(engines)('stored webhooks on %s', (engine) => {
  let storage: Storage;
  const [owner, other] = [randomUUID(), randomUUID()];
  beforeAll(async () => {
    storage = await openTestStorage(engine);
    for (const id of [owner, other]) {
      const user = { id, name: '', email: `${id}@example.org`, passwordHash: '', accountId: id, now: 1 };
      await insertUser(storage.db, user);
      await insertProfile(storage.db, {
        userId: id,
        username: '',
        accepted: true,
        origin: '',
        createdAt: 1,
        language: null,
      });
    }
  });
  afterAll(() => storage.close());

  async function newEvent(seq: number): Promise<string> {
    const id = randomUUID();
    const counts = { total: 0, finished: 0, onCourse: 0 };
    const row = { id, ownerId: owner, name: 'Tuesday 10', createdAt: NOW, timeZone: 'UTC', awaitingCredits: 0, seq };
    await storage.db
      .insertInto('events')
      .values({ ...row, ...counts, deletedAt: null, sharedGroupId: null, goneAt: null })
      .execute();
    return id;
  }
  async function newHook() {
    await storage.db.deleteFrom('webhooks').execute();
    const hook = { id: randomUUID(), userId: owner, url: 'https://example.org/', kinds: [], createdAt: NOW };
    expect(await insertWebhook(storage.db, hook)).toBe(true);
    return { ...hook, failures: 0, failingSince: null, disabledAt: null };
  }
  const message = (kind = 'result') => ({ id: randomUUID(), kind, body: '{}' });

  test('[AP26] what happened before a webhook was made is known to it, and what happens afterwards is not', async () => {
    const { db } = storage;
    const eventId = await newEvent(7);
    const hook = await newHook();
    expect(await findBusyWebhooks(db, NOW, 10)).toEqual([]);
    await db.updateTable('events').set({ seq: 9 }).where('id', '=', eventId).execute();
    expect(await findMovedEvents(db, hook, 10)).toEqual([{ id: eventId, seq: 9, rewrites: 0, from: 7 }]);
    expect(await findBusyWebhooks(db, NOW, 10)).toEqual([{ id: hook.id, from: owner }]);
    await setAccepted(db, owner, false);
    expect(await findBusyWebhooks(db, NOW, 10)).toEqual([]);
    await setAccepted(db, owner, true);
    const later = await newEvent(1);
    expect(await findMovedEvents(db, hook, 10)).toContainEqual({ id: later, seq: 1, rewrites: 0, from: null });
  });

  test('[AP26] a webhook is claimed by one node, and messages of the same changes are queued once', async () => {
    const { db } = storage;
    const eventId = await newEvent(3);
    const hook = await newHook();
    const claims = await Promise.all([1, 2, 3].map(() => claimWebhook(db, hook.id, NOW, NOW + 60_000)));
    expect(claims.filter((claim) => claim !== undefined)).toHaveLength(1);
    expect(await claimWebhook(db, hook.id, NOW + 60_000, NOW + 120_000)).toBeDefined();
    await releaseWebhook(db, hook.id, NOW);
    const place = { webhookId: hook.id, eventId, from: 3, to: 5 };
    const queued = await Promise.all([1, 2].map(() => queueDeliveries(db, place, [message(), message()], NOW)));
    expect(queued.toSorted()).toEqual([false, true]);
    expect(await countWaiting(db, hook.id)).toBe(2);
    const fresh = { ...place, eventId: await newEvent(1), from: null, to: 1 };
    const twice = await Promise.all([1, 2].map(() => queueDeliveries(db, fresh, [message()], NOW)));
    expect(twice.toSorted()).toEqual([false, true]);
  });

  test('[AP28] the webhook that was served longest ago is found first, and none of an account that is not accepted', async () => {
    const { db } = storage;
    const eventId = await newEvent(1);
    await db.deleteFrom('webhooks').execute();
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    for (const id of ids) {
      await insertWebhook(db, { id, userId: owner, url: 'https://example.org/', kinds: [], createdAt: NOW });
    }
    await db.updateTable('events').set({ seq: 2 }).where('id', '=', eventId).execute();
    const serve = async (id: string, at: number) => {
      expect(await claimWebhook(db, id, at, at + 60_000)).toBeDefined();
      await releaseWebhook(db, id, at);
    };
    for (const [turn, id] of [ids[1]!, ids[0]!, ids[2]!, ids[1]!].entries()) await serve(id, NOW + turn);
    const found = await findBusyWebhooks(db, NOW + 10, 10);
    expect(found.map(({ id }) => id)).toEqual([ids[0], ids[2], ids[1]]);
    await setAccepted(db, owner, false);
    expect(await claimWebhook(db, ids[0]!, NOW + 10, NOW + 60_000)).toBeUndefined();
    await setAccepted(db, owner, true);
  });

  test('[AP21] messages come in their order, those that failed last, and the log of those that are done is bounded', async () => {
    const { db } = storage;
    const eventId = await newEvent(1);
    const hook = await newHook();
    const messages = Array.from({ length: 6 }, () => message());
    await queueDeliveries(db, { webhookId: hook.id, eventId, from: 1, to: 2 }, messages, NOW);
    const next = async () => (await nextDelivery(db, hook.id))?.id;
    expect(await next()).toBe(messages[0]!.id);
    await noteAttempt(db, messages[0]!.id, { at: NOW, outcome: 'status 500', isDone: false });
    expect(await next()).toBe(messages[1]!.id);
    for (const { id } of messages.slice(1)) await noteAttempt(db, id, { at: NOW, outcome: 'ok', isDone: true });
    expect(await next()).toBe(messages[0]!.id);
    await trimLog(db, hook.id, 2);
    const left = await listDeliveries(db, hook.id, 10);
    expect(left.map(({ id }) => id)).toEqual([messages[5]!.id, messages[4]!.id, messages[0]!.id]);
    const bodies = await db.selectFrom('webhookDeliveries').select('body').where('doneAt', 'is not', null).execute();
    expect(new Set(bodies.map(({ body }) => body))).toEqual(new Set(['']));
  });

  test('[AP23] messages of an event that is deleted, or has another owner, wait; they go with its rows', async () => {
    const { db } = storage;
    const eventId = await newEvent(1);
    const hook = await newHook();
    await queueDeliveries(db, { webhookId: hook.id, eventId, from: 1, to: 2 }, [message()], NOW);
    const set = (values: { ownerId?: string; deletedAt?: number | null }) =>
      db.updateTable('events').set(values).where('id', '=', eventId).execute();
    expect(await nextDelivery(db, hook.id)).toBeDefined();
    await set({ deletedAt: NOW });
    expect(await nextDelivery(db, hook.id)).toBeUndefined();
    await set({ deletedAt: null, ownerId: other });
    expect(await nextDelivery(db, hook.id)).toBeUndefined();
    expect(await findBusyWebhooks(db, NOW, 10)).toEqual([]);
    await db.deleteFrom('events').where('id', '=', eventId).execute();
    expect(await countWaiting(db, hook.id)).toBe(0);
  });
});
