import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { removeLooseSamples } from '../../../src/telemetry/server/runs/upkeep-job.ts';
import type { Storage } from '../../../src/server/storage/engine.ts';
import { openStorage } from '../../../src/server/storage/database.ts';
import { PART_BYTES, saveSource, storeBody } from '../../../src/telemetry/server/storage/samples.ts';
import { insertUser } from '../../../src/server/storage/users.ts';
import { createTestDatabase, engines, openTestStorage, quiet } from '../../support/database.ts';

const HOUR_MS = 3_600_000;
/** SQLite stores 0 and 1 in a row's header, every other time after the body. */
const LONG_AGO = 1_700_000_000_000;

/** One run with this many bodies of samples, each of two parts. */
async function storeRun({ db }: Storage, bodies: number): Promise<string[]> {
  const [userId, runId] = [randomUUID(), randomUUID()];
  await insertUser(db, {
    id: userId,
    name: '',
    email: `${userId}@example.org`,
    passwordHash: '',
    accountId: userId,
    now: 1,
  });
  const details = JSON.stringify({ name: 'Run', timestamp: null });
  await db
    .insertInto('runs')
    .values({ id: runId, ownerId: userId, version: 1, createdAt: 1, details, bytes: details.length })
    .execute();
  const ids = Array.from({ length: bodies }, () => randomUUID());
  for (const bodyId of ids) {
    await storeBody(db, bodyId, new Uint8Array(2 * PART_BYTES - 8), LONG_AGO);
    const source = {
      runId,
      sourceId: randomUUID(),
      bodyId,
      bytes: 2 * PART_BYTES - 8,
      digest: '',
      createdAt: LONG_AGO,
    };
    await saveSource(db, source);
  }
  return ids;
}

const bodiesIn = async ({ db }: Storage) =>
  (await db.selectFrom('sampleParts').select('bodyId').distinct().execute()).map(({ bodyId }) => bodyId).toSorted();

describe.each(engines)('samples that nothing refers to, on %s', (engine) => {
  test('[UK10] are deleted after an hour, and no others', async () => {
    const storage = await openTestStorage(engine);
    const kept = await storeRun(storage, 3);
    const [loose, young] = [randomUUID(), randomUUID()];
    await storeBody(storage.db, loose, new Uint8Array(3 * PART_BYTES), LONG_AGO);
    // The rows as an interrupted removal leaves them.
    await storage.db.deleteFrom('sampleParts').where('bodyId', '=', loose).where('part', '=', 0).execute();
    await storeBody(storage.db, young, new Uint8Array(8), LONG_AGO + HOUR_MS);
    await removeLooseSamples(storage.db, '', LONG_AGO + HOUR_MS + 2);
    expect(await bodiesIn(storage)).toEqual([...kept, young].toSorted());
    await storage.close();
  });
});

/** Bytes read by this process, from files or from the page cache. */
const bytesRead = () => Number(/^rchar: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))![1]);

test('[UK10] are found without reading samples, which would block SQLite for the time of reading all of them', async () => {
  const database = await createTestDatabase('sqlite');
  const first = await openStorage(database, quiet);
  await storeRun(first, 40);
  await first.close();
  // A new connection has an empty page cache.
  const storage = await openStorage(database, quiet);
  const before = bytesRead();
  await removeLooseSamples(storage.db, '', LONG_AGO + HOUR_MS + 2);
  const read = bytesRead() - before;
  expect(read / (80 * PART_BYTES)).toBeLessThan(0.1);
  await storage.close();
  await database.remove();
});
