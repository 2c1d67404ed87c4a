import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { epochMs } from '../../src/domain/units.ts';
import { createSenders, type DeliveryParts } from '../../src/server/followers/deliver.ts';
import type { Storage } from '../../src/server/storage/engine.ts';
import { claimMessage, findWaitingFollowers } from '../../src/server/storage/follower-messages.ts';
import { insertUser } from '../../src/server/storage/users.ts';
import type { Job } from '../../src/server/work-loop.ts';
import { engines, openTestStorage } from '../support/database.ts';

const NOW = 1_800_000_000_000;

describe.each(engines)('followers that wait on %s', (engine) => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await openTestStorage(engine);
  });
  afterAll(() => storage.close());

  /** An event of a new owner, with a message for each of so many followers, due from this time on. */
  async function newEvent(
    followers: number,
    dueAt: number,
    channel: 'push' | 'mail' = 'push',
  ): Promise<{ ownerId: string; followerIds: string[] }> {
    const { db } = storage;
    const [ownerId, eventId] = [randomUUID(), randomUUID()];
    const email = `${ownerId}@example.org`;
    await insertUser(db, { id: ownerId, name: '', email, passwordHash: '', accountId: ownerId, now: 1 });
    const counts = { total: 0, finished: 0, onCourse: 0, seq: 1, awaitingCredits: 0 };
    const gone = { deletedAt: null, sharedGroupId: null, goneAt: null };
    const named = { id: eventId, ownerId, name: 'Tuesday 10', createdAt: NOW, timeZone: 'UTC' };
    await db
      .insertInto('events')
      .values({ ...named, ...counts, ...gone })
      .execute();
    await db.insertInto('eventKeys').values({ eventId, admin: randomUUID(), viewer: eventId }).execute();
    const followerIds = Array.from({ length: followers }, () => randomUUID());
    for (const [index, id] of followerIds.entries()) {
      const target = { channel, target: `https://push.example.org/${id}`, p256dh: '', auth: '' };
      const about = { eventId, racerId: '', viewerKey: eventId, recipient: null, confirmedAt: 1, createdAt: 1 };
      await db
        .insertInto('followers')
        .values({ id, ...target, ...about })
        .execute();
      const message = { id: `${id}.started.1`, followerId: id, title: 'Ada started', body: '', createdAt: NOW };
      await db
        .insertInto('followerMessages')
        .values({ ...message, expiresAt: NOW + 60_000, nextAttemptAt: dueAt + index, doneAt: null })
        .execute();
    }
    return { ownerId, followerIds };
  }

  test('[FO17] the followers of one owner, however many wait, leave room for those of another', async () => {
    const many = await newEvent(5, NOW - 1000);
    const one = await newEvent(1, NOW);
    const found = await findWaitingFollowers(storage.db, 'push', NOW + 10, 3);
    expect(found.map(({ from }) => from).toSorted()).toEqual([many.ownerId, many.ownerId, one.ownerId].toSorted());
    expect(found.map(({ id }) => id)).toEqual(
      expect.arrayContaining([...many.followerIds.slice(0, 2), ...one.followerIds]),
    );
  });

  test('[FO14] mails of followers wait while 20 mails are in the outbox, and go on when one has left', async () => {
    const { followerIds } = await newEvent(2, NOW, 'mail');
    const clock = { now: () => epochMs(NOW + 10) };
    const { mail } = createSenders({ db: storage.db, clock } as DeliveryParts);
    const found = async () => (await mail.find()).filter(({ id }) => followerIds.includes(id));
    expect(await found()).toHaveLength(2);
    const ids = Array.from({ length: 20 }, () => randomUUID());
    await storage.db
      .insertInto('mail')
      .values(
        ids.map((id) => ({ id, to: 'ada@example.org', subject: '', text: '', createdAt: NOW, nextAttemptAt: NOW })),
      )
      .execute();
    expect(await found()).toEqual([]);
    expect(await mail.takeTurn({ id: followerIds[0]! } as Job), 'room is looked for again before each').toBe(false);
    await storage.db.updateTable('mail').set({ sentAt: NOW }).where('id', '=', ids[0]!).execute();
    expect(await found()).toHaveLength(1);
  });

  test('[FO13] the message of a follower is taken by one node', async () => {
    const { followerIds } = await newEvent(1, NOW);
    const nodes = await Promise.all(
      [1, 2, 3].map(() => claimMessage(storage.db, 'push', followerIds[0]!, NOW, NOW + 20_000)),
    );
    expect(nodes.filter((message) => message !== undefined)).toHaveLength(1);
  });
});
