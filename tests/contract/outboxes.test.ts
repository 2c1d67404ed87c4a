import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { epochMs } from '../../src/domain/units.ts';
import { readQueues } from '../../src/server/metrics/queues.ts';
import type { Storage } from '../../src/server/storage/engine.ts';
import { insertProfile, setAccepted } from '../../src/server/storage/profiles.ts';
import { insertUser } from '../../src/server/storage/users.ts';
import { engines, openTestStorage } from '../support/database.ts';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;

describe.each(engines)('[O9] what waits in the outboxes on %s', (engine) => {
  let storage: Storage;
  let ownerId: string;
  let eventId: string;
  beforeAll(async () => {
    storage = await openTestStorage(engine);
  });
  afterAll(() => storage.close());

  const outboxes = async () => {
    const { webhooks, followers } = await readQueues(storage.db, { now: () => epochMs(NOW) });
    return { webhooks, followers };
  };
  const nothing = { waiting: 0, age: 0, late: 0 };

  beforeEach(async () => {
    const { db } = storage;
    [ownerId, eventId] = [randomUUID(), randomUUID()];
    const email = `${ownerId}@example.org`;
    await insertUser(db, { id: ownerId, name: '', email, passwordHash: '', accountId: ownerId, now: 1 });
    const profile = { userId: ownerId, username: '', accepted: true, origin: '', createdAt: 1, language: null };
    await insertProfile(db, profile);
    const counts = { total: 0, finished: 0, onCourse: 0, seq: 1, awaitingCredits: 0 };
    const gone = { deletedAt: null, sharedGroupId: null, goneAt: null };
    const named = { id: eventId, ownerId, name: 'Tuesday 10', createdAt: NOW, timeZone: 'UTC' };
    await db
      .insertInto('events')
      .values({ ...named, ...counts, ...gone })
      .execute();
    await db.insertInto('eventKeys').values({ eventId, admin: randomUUID(), viewer: eventId }).execute();
    expect(await outboxes(), 'nothing of an earlier test is left').toEqual({ webhooks: nothing, followers: nothing });
    return async () => {
      await db.deleteFrom('webhooks').execute();
      await db.deleteFrom('followers').execute();
    };
  });

  async function addHook(nextAttemptAt: number, ...createdAt: readonly number[]): Promise<string> {
    const id = randomUUID();
    const hook = { id, userId: ownerId, url: 'https://example.org/', kinds: '[]', createdAt: 1, failures: 0 };
    await storage.db
      .insertInto('webhooks')
      .values({ ...hook, failingSince: null, disabledAt: null, claimedUntil: 0, nextAttemptAt })
      .execute();
    for (const [position, at] of createdAt.entries()) {
      const message = { id: randomUUID(), webhookId: id, eventId, kind: 'result', body: '{}', position, attempts: 0 };
      await storage.db
        .insertInto('webhookDeliveries')
        .values({ ...message, createdAt: at })
        .execute();
    }
    return id;
  }

  async function addFollower(channel: 'push' | 'mail', createdAt: number, nextAttemptAt: number): Promise<string> {
    const id = randomUUID();
    const about = { eventId, racerId: '', viewerKey: eventId, recipient: null, confirmedAt: 1, createdAt: 1 };
    await storage.db
      .insertInto('followers')
      .values({ id, ...about, channel, target: id, p256dh: null, auth: null })
      .execute();
    const message = { id: `${id}.started.1`, followerId: id, title: '', body: '', expiresAt: NOW + MINUTE };
    await storage.db
      .insertInto('followerMessages')
      .values({ ...message, createdAt, nextAttemptAt, doneAt: null })
      .execute();
    return id;
  }

  test('a receiver that is down makes the oldest old, and nothing late', async () => {
    await addHook(NOW + 1, NOW - 50 * MINUTE, NOW - MINUTE);
    await addFollower('push', NOW - 40 * MINUTE, NOW + 1);
    expect(await outboxes()).toEqual({
      webhooks: { waiting: 2, age: 50 * MINUTE, late: 0 },
      followers: { waiting: 1, age: 40 * MINUTE, late: 0 },
    });
  });

  test('what is due is late from the moment at which it could go', async () => {
    await addHook(NOW - 3 * MINUTE, NOW - 50 * MINUTE);
    await addHook(NOW - 50 * MINUTE, NOW - 2 * MINUTE);
    await addFollower('push', NOW - 40 * MINUTE, NOW - 4 * MINUTE);
    await addFollower('mail', NOW - MINUTE, NOW - MINUTE);
    expect(await outboxes()).toEqual({
      webhooks: { waiting: 2, age: 50 * MINUTE, late: 3 * MINUTE },
      followers: { waiting: 2, age: 40 * MINUTE, late: 4 * MINUTE },
    });
    await storage.db
      .updateTable('webhooks')
      .set({ claimedUntil: NOW + 1 })
      .execute();
    expect((await outboxes()).webhooks, 'a node is at it').toEqual({ waiting: 2, age: 50 * MINUTE, late: 0 });
  });

  test('what is done, or can go to nobody, does not wait', async () => {
    const { db } = storage;
    const hook = await addHook(NOW - MINUTE, NOW - MINUTE);
    await addFollower('push', NOW - MINUTE, NOW - MINUTE);
    await db.updateTable('webhooks').set({ disabledAt: NOW }).where('id', '=', hook).execute();
    await db.updateTable('followerMessages').set({ doneAt: NOW }).execute();
    expect(await outboxes()).toEqual({ webhooks: nothing, followers: nothing });
    await db.updateTable('webhooks').set({ disabledAt: null }).where('id', '=', hook).execute();
    await db.updateTable('followerMessages').set({ doneAt: null }).execute();
    await setAccepted(db, ownerId, false);
    expect((await outboxes()).webhooks).toEqual(nothing);
    await setAccepted(db, ownerId, true);
    expect(await outboxes()).toMatchObject({ webhooks: { waiting: 1 }, followers: { waiting: 1 } });
    await db.updateTable('events').set({ deletedAt: NOW }).where('id', '=', eventId).execute();
    expect(await outboxes()).toEqual({ webhooks: nothing, followers: nothing });
  });
});
