import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertToken } from '../../src/server/storage/api-tokens.ts';
import type { Database, Engine, Storage } from '../../src/server/storage/engine.ts';
import { insertFollower } from '../../src/server/storage/followers.ts';
import { addHandicapTable } from '../../src/server/storage/handicap-tables.ts';
import { insertProfile } from '../../src/server/storage/profiles.ts';
import { counted } from '../../src/server/storage/room.ts';
import { answerShare } from '../../src/telemetry/server/storage/run-answers.ts';
import { shareRun } from '../../src/telemetry/server/storage/run-sharing.ts';
import { insertRun } from '../../src/telemetry/server/storage/runs.ts';
import { addScreen } from '../../src/server/storage/screen-keys.ts';
import { saveSeries } from '../../src/server/storage/series.ts';
import { insertUser } from '../../src/server/storage/users.ts';
import { insertWebhook } from '../../src/server/storage/webhooks.ts';
import { engines, openTestStorage } from '../support/database.ts';
import { detailsOf } from '../support/runs.ts';

const NOW = 1_800_000_000_000;
/** More than any limit's last places, and than the connections of the pool. */
const AT_ONCE = 60;
/** Places that are free when they all come. */
const LEFT = 3;

interface Place {
  readonly engine: Engine;
  readonly userId: string;
  readonly eventId: string;
  readonly run: { readonly id: string; readonly ownerId: string };
}
/** Adds one more; true if it was taken. */
type Add = (db: Database, place: Place, number: number) => Promise<boolean>;

type Of = { readonly place?: string; readonly host?: string };

/** Confirmed by mail, or at a push service: nobody's place is given away. */
const followerOf = ({ eventId }: Place, number: number, of: Of) => ({
  eventId,
  racerId: '',
  channel: of.host === undefined ? ('mail' as const) : ('push' as const),
  target: `${number}@example.org`,
  p256dh: '',
  auth: '',
  recipient: null,
  viewerKey: 'v',
  confirmedAt: NOW,
  place: `network ${number}`,
  host: null,
  language: 'en',
  ...of,
});

const follow =
  (of: Of): Add =>
  async (db, place, number) =>
    (await insertFollower(db, followerOf(place, number, of), { seq: 1, told: '' }, NOW)) !== null;

/** Rows of many, where adding them one by one would take minutes. */
const fillers: Partial<
  Record<keyof typeof counted, (db: Database, place: Place, numbers: number[]) => Promise<unknown>>
> = {
  followers: (db, place, numbers) => fillFollowers(db, place, numbers, {}),
  followersOfPlace: (db, place, numbers) => fillFollowers(db, place, numbers, { place: 'hall' }),
  async keptRuns(db, { userId, run: { ownerId } }, numbers) {
    const runs = numbers.map(() => randomUUID());
    await db.transaction().execute(async (trx) => {
      for (const id of runs) {
        await insertRun(trx, { id, ownerId, createdAt: NOW }, { details: detailsOf(), deletedAt: null });
      }
      const shared = runs.map((runId) => ({
        runId,
        email: `${userId}@example.org`,
        createdAt: NOW,
        state: 'kept' as const,
      }));
      await trx.insertInto('runShares').values(shared).execute();
    });
  },
};

const fillFollowers = (db: Database, place: Place, numbers: number[], of: Of) =>
  db
    .insertInto('followers')
    .values(numbers.map((number) => ({ ...followerOf(place, number, of), id: randomUUID(), createdAt: NOW })))
    .execute();

const adders: Readonly<Record<keyof typeof counted, Add>> = {
  async tokens(db, { userId }) {
    const id = randomUUID();
    const dates = { createdAt: NOW, expiresAt: NOW + 1e9 };
    return insertToken(db, { id, userId, name: 'Box', prefix: 'p', scopes: [], hash: id, ...dates });
  },
  async webhooks(db, { userId }) {
    return insertWebhook(db, { id: randomUUID(), userId, url: 'https://example.org/', kinds: [], createdAt: NOW });
  },
  async handicapTables(db, { userId }) {
    const table = { name: 'Table', version: '1', rows: [] };
    return (await addHandicapTable(db, { id: randomUUID(), userId, table }, NOW)) === 'stored';
  },
  async series(db, { userId: ownerId }) {
    const document = { name: 'Season' } as Parameters<typeof saveSeries>[1]['document'];
    return typeof (await saveSeries(db, { id: randomUUID(), ownerId, version: 0, document }, NOW)) === 'object';
  },
  async keptRuns(db, { userId, run: { ownerId } }) {
    const [id, email] = [randomUUID(), `${userId}@example.org`];
    await insertRun(db, { id, ownerId, createdAt: NOW }, { details: detailsOf(), deletedAt: null });
    await shareRun(db, { id, ownerId }, email, NOW);
    return (await answerShare(db, { userId, email }, id, 'keep')).ok;
  },
  runShares: (db, { run }, number) => shareRun(db, run, `${number}@example.org`, NOW),
  async screens(db, { eventId, userId, engine }) {
    const id = randomUUID();
    const screen = { id, name: 'Hall', kind: null, key: id, createdAt: NOW };
    return (await addScreen({ db, engine } as Storage, eventId, screen, { userId, verifiedEmail: null })).ok;
  },
  followers: follow({}),
  followersOfPlace: follow({ place: 'hall' }),
  followersOfHost: follow({ host: 'made-up.example.org' }),
};

describe.each(engines)('limits on counts on %s', (engine) => {
  let storage: Storage;
  beforeAll(async () => {
    // Sixty who wait for one row: on a busy machine the last of them waits longer than a person would.
    storage = await openTestStorage(engine, { patienceMs: 60_000 });
  });
  afterAll(() => storage.close());

  async function newPerson(): Promise<string> {
    const id = randomUUID();
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
    return id;
  }
  async function newPlace(): Promise<Place> {
    const [userId, coach, eventId] = [await newPerson(), await newPerson(), randomUUID()];
    const run = { id: randomUUID(), ownerId: coach };
    const { db } = storage;
    const row = { id: eventId, ownerId: coach, name: '', createdAt: NOW, timeZone: 'UTC', awaitingCredits: 0, seq: 1 };
    await db
      .insertInto('events')
      .values({ ...row, total: 0, finished: 0, onCourse: 0, deletedAt: null, sharedGroupId: null, goneAt: null })
      .execute();
    await db
      .insertInto('eventAdmins')
      .values({ eventId, subject: `user:${userId}` })
      .execute();
    await db.insertInto('eventKeys').values({ eventId, admin: 'a', viewer: 'v' }).execute();
    await insertRun(db, { ...run, createdAt: NOW }, { details: detailsOf(), deletedAt: null });
    return { engine, userId, eventId, run };
  }

  test.each(Object.keys(adders) as (keyof typeof adders)[])('[V37] %s', async (kind) => {
    const place = await newPlace();
    const add = adders[kind];
    const { most } = counted[kind];
    const numbers = Array.from({ length: most - LEFT }, (_, number) => number);
    const fill = fillers[kind];
    if (fill !== undefined) await fill(storage.db, place, numbers);
    else for (const number of numbers) expect(await add(storage.db, place, number)).toBe(true);
    const all = Array.from({ length: AT_ONCE }, (_, index) => add(storage.db, place, most + index));
    expect((await Promise.all(all)).filter(Boolean)).toHaveLength(LEFT);
  });
});
