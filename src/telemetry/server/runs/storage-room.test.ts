import { expect, test } from 'vitest';
import { epochMs } from '../../../domain/units.ts';
import { createLog } from '../../../server/log.ts';
import { createStorageRoom, runQuotaOf, UNCONFIRMED_BYTES } from './storage-room.ts';

const MB = 1024 ** 2;
const confirmed = { verifiedEmail: 'coach@example.org' };
const unconfirmed = { verifiedEmail: null };

function roomOf(given: { all?: number; unconfirmed?: number; free?: number; isHere?: boolean } = {}) {
  const { all = 0, unconfirmed: few = 0, isHere = true } = given;
  const world = { now: 0, free: given.free ?? 1000 * MB, measured: 0, logged: [] as string[] };
  const room = createStorageRoom({
    clock: { now: () => epochMs(world.now) },
    log: createLog('info', (line) => world.logged.push(line)),
    cap: 1000 * MB,
    floor: 100 * MB,
    isHere: { runs: isHere, videos: isHere },
    async measureStored() {
      world.measured += 1;
      return { all, unconfirmed: few };
    },
    measureFree: async () => world.free,
  });
  return { room, world };
}

test('[U24] an account that has not confirmed its address has room for a first day', () => {
  expect(runQuotaOf(confirmed, 100 * MB)).toEqual({ bytes: 100 * MB, refusal: 'too-many-runs' });
  expect(runQuotaOf(unconfirmed, 100 * MB)).toEqual({ bytes: UNCONFIRMED_BYTES, refusal: 'email-not-confirmed' });
  // With a smaller quota for every account, confirming would not help.
  expect(runQuotaOf(unconfirmed, MB)).toEqual({ bytes: MB, refusal: 'too-many-runs' });
});

test('[U24] an unconfirmed account uploads no videos, and all such accounts together hold a small part', async () => {
  const { room } = roomOf();
  expect(await room.refuse('videos', unconfirmed, 1)).toBe('email-not-confirmed');
  expect(await room.refuse('videos', confirmed, 1)).toBeNull();
  expect(await room.refuse('runs', unconfirmed, 1)).toBeNull();
  const crowded = roomOf({ all: 10 * MB, unconfirmed: 10 * MB }).room;
  expect(await crowded.refuse('runs', unconfirmed, 1)).toBe('email-not-confirmed');
  expect(await crowded.refuse('runs', confirmed, MB)).toBeNull();
});

test('[U25] everybody together holds so much, counted between two looks at the database', async () => {
  const { room, world } = roomOf({ all: 900 * MB });
  expect(await room.refuse('runs', confirmed, 100 * MB)).toBeNull();
  expect(await room.refuse('runs', confirmed, 100 * MB + 1)).toBe('storage-full');
  room.add(confirmed, 100 * MB);
  expect(await room.refuse('videos', confirmed, 1)).toBe('storage-full');
  expect(world.measured).toBe(1);
  world.now = 31_000;
  expect(await room.refuse('videos', confirmed, 1)).toBeNull();
  expect(world.measured).toBe(2);
});

test('[U25] below the floor of free space no upload begins or goes on, and it is logged once', async () => {
  const { room, world } = roomOf({ free: 150 * MB });
  expect(await room.refuse('videos', confirmed, 51 * MB)).toBe('storage-full');
  expect(await room.refuse('videos', confirmed, 50 * MB)).toBeNull();
  expect(await room.goOn('videos')).toBeNull();
  world.free = 99 * MB;
  expect(await room.goOn('videos')).toBe('storage-full');
  expect(await room.refuse('runs', confirmed, 1)).toBe('storage-full');
  world.free = 200 * MB;
  expect(await room.goOn('videos')).toBeNull();
  expect(world.logged.length).toBe(2);
  // Data in a database or a store elsewhere does not need this disk.
  const elsewhere = roomOf({ free: 0, isHere: false }).room;
  expect(await elsewhere.refuse('runs', confirmed, 1)).toBeNull();
});
